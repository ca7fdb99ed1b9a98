import Glibc
import LinuxIO
import Netem
import Packets
import SansIO
import TestSupport
import Testing
import Trace

@testable import Live

@Suite("The router's thread")
struct RouterThreadTests {
  @Test("packets take the time that links ask, a change holds from then on, and stopping ends it")
  func run() throws {
    let wires = RouterWires(2)
    let router = try Router(
      plan: wires.plan(
        LinkSettings(both: DirectionSettings(delay: .milliseconds(20))),
        origin: monotonicNanoseconds()))
    try router.start()
    var table = Table()
    func cross(_ number: UInt8) -> Int64? {
      let packet = ipPacket(RouterWires.datagram(0, 1, [number]), identification: 1)
      let start = monotonicNanoseconds()
      wires.send(packet, from: 0)
      guard wires.receive(1, within: 5000) == packet else { return nil }
      return (monotonicNanoseconds() - start) / 1_000_000
    }
    for number in 0..<5 {
      let time = cross(UInt8(number)) ?? -1
      table.holds(time >= 40, "40 ms asked, \(time) taken")
    }
    router.set(1, to: .perfect, name: "perfect")
    router.set(0, to: LinkSettings(both: DirectionSettings(loss: .uniform(1))), name: "nothing")
    // The change of a link is done before a packet that is sent after the answer of the other direction.
    wires.send(ipPacket(RouterWires.datagram(1, 0, [1]), identification: 1), from: 1)
    table.equal(wires.receive(0, within: 50), nil, "nothing passes alice's downlink")
    wires.send(ipPacket(RouterWires.datagram(0, 1, [9]), identification: 1), from: 0)
    table.equal(wires.receive(1, within: 50), nil, "nothing passes alice's uplink")
    let record = try router.stop()
    table.equal(record.deliveredCount, 5, "delivered")
    table.equal(record.droppedCount, 2, "dropped")
    table.equal(record.lateness.count, 5, "lateness")
    let names = record.linkEvents.compactMap { event -> String? in
      if case .link(.configured(let name)) = event.kind { name } else { nil }
    }
    table.equal(names, ["perfect", "nothing"], "changes in the trace")
    table.equal(try router.stop().readCount, record.readCount, "stopped twice")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a router that never started leaves a capture without packets")
  func idle() throws {
    let record = try Router(plan: RouterWires(2).plan()).stop()
    let merged = MergedCapture(
      router: record, traffic: CapturedTraffic(interfaceCount: 2), epochUnixNanoseconds: 0,
      secrets: "", tunDrops: 0)
    #expect(merged.events.isEmpty && merged.overload.reasons.isEmpty && !merged.pcapng.isEmpty)
  }

  @Test("a device that breaks is reported, and the others go on")
  func broken() throws {
    let wires = RouterWires(3)
    let router = try Router(
      plan: wires.plan(names: ["alice", "bob", "carol"], origin: monotonicNanoseconds()))
    try router.start()
    shutdown(wires.far[0], Int32(SHUT_RDWR))
    let packet = ipPacket(RouterWires.datagram(1, 2, [1]), identification: 1)
    wires.send(packet, from: 1)
    var table = Table()
    table.equal(wires.receive(2, within: 5000), packet, "bob to carol")
    wires.send(ipPacket(RouterWires.datagram(1, 0, [1]), identification: 1), from: 1)
    wires.send(packet, from: 1)
    table.equal(wires.receive(2, within: 5000), packet, "bob to carol again")
    let record = try router.stop()
    table.equal(record.broken.map(\.interface), ["alice"], "broken")
    table.equal(record.events.count { $0.fate == .refusedByKernel }, 1, "to alice")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
