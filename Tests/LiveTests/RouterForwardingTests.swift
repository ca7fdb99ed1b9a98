import Netem
import Packets
import STUN
import SansIO
import TestSupport
import Testing
import Trace

@testable import Live

@Suite("Forwarding between devices")
struct RouterForwardingTests {
  /// A clock that the test moves.
  private final class Clock {
    var now = Instant.start
  }

  @Test("every kind of packet arrives as it was sent; what nobody has does not")
  func kinds() {
    let wires = RouterWires(2)
    let dead: [UInt8] = [203, 0, 113, 9]
    let forwarding = Forwarding(plan: wires.plan(deadAddresses: [dead])) { .start }
    let udp = RouterWires.datagram(0, 1, [1, 2, 3])
    func to(_ host: [UInt8]) -> [UInt8] {
      var datagram = udp
      datagram.destination.host = host
      if host.count == 16 { datagram.source.host = RouterWires.v6(0) }
      return ipPacket(datagram, identification: 1)
    }
    var marked = ipPacket(udp, identification: 9)
    marked[1] = 0xb8  // a DSCP is not ours to touch
    let segment = [UInt8](repeating: 7, count: 20)
    var fragment = ipPacket(udp, identification: 1)
    fragment[6] = 0x20
    var igmp = ipPacket(udp, identification: 1)
    igmp[9] = 2
    let longer = ipPacket(udp, identification: 1) + [0]
    let rows: [(String, [UInt8], arrives: Bool, discarded: String?)] = [
      ("UDP", ipPacket(udp, identification: 1), true, nil),
      ("UDP with a DSCP", marked, true, nil),
      (
        "UDP, IPv6",
        ipPacket(RouterWires.datagram(0, 1, [1], ipv6: true), identification: 0), true, nil
      ),
      (
        "TCP", ipPacket(RouterWires.datagram(0, 1, segment, transport: .tcp), identification: 1),
        true, nil
      ),
      (
        "ICMP",
        ipPacket(RouterWires.datagram(0, 1, segment, transport: .icmp), identification: 1), true,
        nil
      ),
      (
        "ICMPv6",
        ipPacket(
          RouterWires.datagram(0, 1, segment, ipv6: true, transport: .icmpv6), identification: 1),
        true, nil
      ),
      ("nothing in it", ipPacket(RouterWires.datagram(0, 1, []), identification: 1), true, nil),
      ("nobody's address", to([192, 0, 2, 1]), false, nil),
      ("a dead address", to(dead), false, nil),
      ("IPv4 multicast", to([224, 0, 0, 251]), false, "IPv4 multicast"),
      ("broadcast", to([255, 255, 255, 255]), false, "IPv4 broadcast"),
      (
        "IPv6 multicast", to([0xff, 2] + [UInt8](repeating: 0, count: 13) + [2]), false,
        "IPv6 multicast"
      ),
      (
        "IPv6 link-local", to([0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [2]), false,
        "IPv6 link-local"
      ),
      ("fragment", fragment, false, "fragment"),
      ("IGMP", igmp, false, "neither UDP, TCP nor ICMP"),
      ("longer than it says", longer, false, "lengths that disagree"),
      ("not IP", [0x55, 1, 2], false, "not an IP packet"),
      ("cut", Array(marked.prefix(19)), false, "not whole"),
    ]
    var table = Table()
    for (name, packet, arrives, _) in rows {
      wires.send(packet, from: 0)
      table.holds(forwarding.read(from: 0), "\(name): the device works")
      forwarding.advance(to: .start)
      table.equal(wires.receive(1), arrives ? packet : nil, name)
    }
    let record = forwarding.finish(isRealTime: false)
    let reasons = rows.compactMap(\.discarded)
    for reason in Set(reasons) {
      table.equal(
        record.discarded.first { $0.reason == reason }?.count, reasons.count { $0 == reason },
        reason)
    }
    table.equal(record.readCount, rows.count, "read")
    table.equal(record.deliveredCount, rows.count(where: \.arrives), "delivered")
    table.equal(record.droppedCount, 1, "no such address")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("the n-th packet meets the draw that a pure run of its link meets")
  func sameDraws() {
    let settings = LinkSettings(
      up: DirectionSettings(
        rate: .kilobits(800), queue: .packets(20), delay: .milliseconds(30), loss: .uniform(0.05),
        duplication: 0.02, corruption: 0.03, lossAt: .after),
      down: DirectionSettings(
        delay: .milliseconds(10),
        jitter: Jitter(distribution: .uniform, amount: .milliseconds(3), keepsOrder: true),
        loss: Loss.gilbertElliott(
          goodToBad: 0.02, badToGood: 0.3, lossInGood: 0, lossInBad: 1)))
    let wires = RouterWires(2)
    let clock = Clock()
    let forwarding = Forwarding(plan: wires.plan(settings)) { clock.now }
    // The same two links by themselves.
    var up = Netem(settings: settings.up, seed: Seed(7), name: "alice up")
    var down = Netem(settings: settings.down, seed: Seed(7), name: "bob down")
    var expected: [[UInt8]] = []
    func pure(to now: Instant) {
      while case .deliver(let datagram, let tag, let at)? = up.next(at: now, drops: ()) {
        down.offer(datagram, tag: tag, at: at)
      }
      while case .deliver(let datagram, _, _)? = down.next(at: now, drops: ()) {
        expected.append(ipPacket(datagram, identification: 1))
      }
    }
    var received: [[UInt8]] = []
    for number in 0..<2000 {
      let payload = [UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 5, count: 200)
      let datagram = RouterWires.datagram(0, 1, payload)
      clock.now = clock.now + .milliseconds(2)
      pure(to: clock.now)
      forwarding.advance(to: clock.now)
      up.offer(datagram, tag: number, at: clock.now)
      wires.send(ipPacket(datagram, identification: 1), from: 0)
      _ = forwarding.read(from: 0)
      while let packet = wires.receive(1) { received.append(packet) }
    }
    clock.now = clock.now + .seconds(1)
    pure(to: clock.now)
    forwarding.advance(to: clock.now)
    while let packet = wires.receive(1) { received.append(packet) }
    let record = forwarding.finish(isRealTime: false)
    var table = Table()
    // Corrupted ones included: their checksums fit, as the packets' that were made from what arrived.
    table.holds(received == expected, "\(received.count) packets, \(expected.count) expected")
    table.holds((1000..<1990).contains(received.count), "\(received.count) arrived")
    for fate in [RouterRecord.Event.Fate.lost, .queueFull] {
      let link = up.statistics.dropped(fate == .lost ? DropReason.loss : .queueFull)
      table.equal(
        record.events.count { $0.fate == fate && $0.direction == .up }, link, "\(fate)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a STUN server that lives in the router answers over the link of whoever asked")
  func stun() throws {
    let wires = RouterWires(1)
    let server = SocketAddress(host: [203, 0, 113, 1], port: 3478)
    let slow = SocketAddress(host: [203, 0, 113, 2], port: 3478)
    let clock = Clock()
    let forwarding = Forwarding(
      plan: wires.plan(
        LinkSettings(both: DirectionSettings(delay: .milliseconds(5))), names: ["alice"],
        stunServers: [
          .init(name: "stun1", address: server, behaviour: .working),
          .init(name: "stun2", address: slow, behaviour: .slow(.milliseconds(100))),
        ])
    ) { clock.now }
    var table = Table()
    for (address, milliseconds) in [(server, Int64(10)), (slow, 110)] {
      let start = clock.now
      let request = STUNMessage(
        .request, transactionID: try #require(TransactionID([UInt8](repeating: 3, count: 12))),
        attributes: [])
      let datagram = Datagram(
        source: SocketAddress(host: RouterWires.v4(0), port: 5000), destination: address,
        payload: request.serialized(integrityKey: nil, fingerprint: true))
      wires.send(ipPacket(datagram, identification: 1), from: 0)
      _ = forwarding.read(from: 0)
      var answer: [UInt8]?
      for _ in 0..<10 where answer == nil {
        guard let deadline = forwarding.deadline else { break }
        clock.now = deadline
        forwarding.advance(to: clock.now)
        answer = wires.receive(0)
      }
      let read = answer.flatMap { Packets.datagram(ipPacket: $0) }
      table.equal(read?.source, address, "\(address): source")
      table.equal(
        (try? STUNMessage(parsing: read?.payload ?? []))?.messageClass, .success, "\(address)")
      table.equal((clock.now - start).milliseconds, milliseconds, "\(address): milliseconds")
    }
    table.equal(forwarding.finish(isRealTime: false).serverFrames.count, 4, "frames at servers")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a service without a link gets and sends at once, and is not in the trace")
  func service() {
    let wires = RouterWires(2)
    var plan = wires.plan(LinkSettings(both: DirectionSettings(delay: .milliseconds(5))))
    plan.interfaces[1].link = nil
    plan.interfaces[1].id = nil
    let clock = Clock()
    let forwarding = Forwarding(plan: plan) { clock.now }
    var table = Table()
    for (from, to) in [(0, 1), (1, 0)] {
      let packet = ipPacket(RouterWires.datagram(from, to, [1]), identification: 1)
      let start = clock.now
      wires.send(packet, from: from)
      _ = forwarding.read(from: from)
      if let deadline = forwarding.deadline { clock.now = deadline }
      forwarding.advance(to: clock.now)
      table.equal(wires.receive(to), packet, "\(from) to \(to)")
      table.equal((clock.now - start).milliseconds, 5, "\(from) to \(to): milliseconds")
    }
    wires.send(
      ipPacket(RouterWires.datagram(1, 7, [1]), identification: 1), from: 1)
    _ = forwarding.read(from: 1)
    table.equal(forwarding.finish(isRealTime: false).droppedCount, 1, "nobody's address")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("10 000 mutated packets never trap, and those to bob that are whole arrive")
  func hostile() {
    let wires = RouterWires(2)
    let forwarding = Forwarding(
      plan: wires.plan(LinkSettings(both: DirectionSettings(corruption: 0.5)))
    ) { .start }
    var generator = Seed(3).stream("mutations")
    let originals = [
      ipPacket(RouterWires.datagram(0, 1, [1, 2, 3, 4]), identification: 1),
      ipPacket(RouterWires.datagram(0, 1, [1, 2, 3, 4], ipv6: true), identification: 1),
    ]
    var arrived = 0
    for round in 0..<10_000 {
      let packet = mutated(originals[round % 2], using: &generator)
      guard !packet.isEmpty else { continue }
      wires.send(packet, from: 0)
      _ = forwarding.read(from: 0)
      forwarding.advance(to: .start)
      while wires.receive(1) != nil { arrived += 1 }
      while wires.receive(0) != nil {}
    }
    let record = forwarding.finish(isRealTime: false)
    #expect(arrived > 500 && record.readCount > 9000, "\(arrived) of \(record.readCount)")
  }
}

extension Netem {
  /// The next delivery, drops left out.
  fileprivate mutating func next(at now: Instant, drops: Void) -> Output? {
    while let output = next(at: now) {
      if case .deliver = output { return output }
    }
    return nil
  }
}
