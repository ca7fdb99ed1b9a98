import Netem
import Packets
import SansIO
import TestSupport
import Testing
import Trace

@testable import Live

@Suite("The capture of a live run")
struct RouterCaptureTests {
  @Test(
    "events bear the numbers of frames, frames of dropped packets say why, and lateness counts from sending"
  )
  func merge() throws {
    let wires = RouterWires(2)
    // bob's downlink drops what is longer than 60 bytes.
    var plan = wires.plan()
    plan.interfaces[1].link?.down.mtu = 60
    var now = Instant(nanoseconds: 1_000_000)
    let forwarding = Forwarding(plan: plan) { now }
    var traffic = CapturedTraffic(interfaceCount: 2)
    func capture(_ packet: [UInt8], _ interface: Int, at: Int64) {
      unsafe packet.withUnsafeBytes {
        unsafe traffic.append($0, interface: interface, at: at, originalByteCount: packet.count)
      }
    }
    let short = ipPacket(RouterWires.datagram(0, 1, [1]), identification: 1)
    let long = ipPacket(
      RouterWires.datagram(0, 1, [UInt8](repeating: 0, count: 40)), identification: 1)
    var multicast = RouterWires.datagram(0, 1, [1])
    multicast.destination.host = [224, 0, 0, 1]
    let noise = ipPacket(multicast, identification: 1)
    let unseen = ipPacket(RouterWires.datagram(0, 1, [2]), identification: 1)
    // Sent 300 µs before the router reads it; the one that the capture missed is the last.
    for packet in [short, long, short, noise, unseen] {
      if packet != unseen { capture(packet, 0, at: now.nanoseconds - 300_000) }
      wires.send(packet, from: 0)
      _ = forwarding.read(from: 0)
      forwarding.advance(to: now)
      if let arrived = wires.receive(1) { capture(arrived, 1, at: now.nanoseconds + 1000) }
      now = now + .milliseconds(1)
    }
    traffic.counts[0].received = 4
    traffic.counts[1].dropped = 2
    let merged = MergedCapture(
      router: forwarding.finish(isRealTime: true), traffic: traffic,
      epochUnixNanoseconds: 1_767_225_600_000_000_000, secrets: "C A B\n", tunDrops: 1)
    var table = Table()
    let events = merged.events.compactMap { event -> String? in
      guard case .packet(let packet) = event.kind else { return nil }
      return "\(packet.number) \(packet.direction) \(packet.bytesOnWire) \(packet.fate)"
    }
    // Frames: 1 short sent, 2 arrived, 3 long, 4 and 5 short again, 6 noise, 7 arrived unseen.
    table.equal(
      events,
      [
        "1 up 29 sent", "1 down 29 delivered", "3 up 68 sent", "3 down 68 dropped(\"MTU\")",
        "4 up 29 sent", "4 down 29 delivered", "0 up 29 sent", "0 down 29 delivered",
      ], "events")
    let file = String(decoding: merged.pcapng, as: UTF8.self)
    table.holds(file.contains("dropped by link bob down: MTU"), "comment of the drop")
    table.holds(file.contains("not on the network: IPv4 multicast"), "comment of the noise")
    table.holds(file.contains("what bob sent and received"), "interface")
    table.holds(file.contains("C A B\n"), "secrets")
    let overload = merged.overload
    table.equal(overload.pickup.p99, .microseconds(300), "pickup")
    table.equal(overload.lateness.p50, .microseconds(300), "lateness")
    table.equal(overload.writing.maximum, .zero, "writing")
    table.equal(overload.missingInCapture, 1, "missing")
    table.equal(
      overload.reasons, ["1 packets dropped by TUN devices", "2 packets dropped by the capture"],
      "reasons")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("percentiles are of the nearest rank; more than 2 ms at the 99th is overload")
  func lateness() {
    var table = Table()
    let rows: [([Int64], Int64, Int64, Int64)] = [
      ([], 0, 0, 0), ([5], 5, 5, 5), ([3, 1, 2], 2, 3, 3),
      (Array(1...100), 50, 99, 100), (Array((1...200).reversed()), 100, 198, 200),
    ]
    for (values, p50, p99, maximum) in rows {
      let spread = LatenessSpread(values)
      table.equal(spread.p50.nanoseconds, p50, "p50 of \(values.count)")
      table.equal(spread.p99.nanoseconds, p99, "p99 of \(values.count)")
      table.equal(spread.maximum.nanoseconds, maximum, "most of \(values.count)")
    }
    var overload = Overload()
    overload.lateness = LatenessSpread([2_000_000])
    table.equal(overload.reasons, [], "2 ms")
    overload.lateness = LatenessSpread([2_001_000])
    table.equal(
      overload.reasons,
      [
        "packets were late by 2.001 ms at the 99th percentile, more than 2.000 ms; the router had "
          + "no real-time priority"
      ], "2.001 ms")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("arenas and chunks keep what was put in, across their limits")
  func stores() {
    var arena = ByteArena()
    var chunks = ChunkedArray<Int>()
    var pieces: [ByteArena.Piece] = []
    var table = Table()
    for count in 0..<5000 {
      chunks.append(count)
      pieces.append(arena.append([UInt8](repeating: UInt8(count & 255), count: count % 1500)[...]))
    }
    pieces.append(arena.append([UInt8](repeating: 1, count: 3 << 20)[...]))
    for count in stride(from: 0, to: 5000, by: 7) {
      table.holds(
        arena[pieces[count]].elementsEqual(
          repeatElement(UInt8(count & 255), count: count % 1500)), "piece \(count)")
    }
    table.equal(arena[pieces[5000]].count, 3 << 20, "a long piece")
    table.holds(chunks.elementsEqual(0..<5000), "chunks")
    chunks[4500] = -1
    table.equal(chunks[4500], -1, "changed")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
