import Packets
import SansIO
import TestSupport
import Testing

@testable import Dissection

@Suite("Hostile captures")
struct HostileTests {
  private static func survive(_ bytes: [UInt8]) {
    var reader = CaptureReader()
    var dissector = Dissector(isCompared: true)
    reader.append(bytes)
    do throws(CaptureFault) { try dissector.add(from: &reader) } catch {}
    _ = reader.end()
    dissector.finish()
    _ = dissector.findings(file: 0)
    _ = dissector.text(name: "x", format: "pcap")
    _ = dissector.json(name: "x", format: "pcap")
    let comparison = CaptureComparison(dissector, dissector)
    _ = comparison.text("x", "y")
    _ = comparison.json("x", "y")
  }

  /// Two interfaces and TLS secrets, of few packets.
  private static func severalPlaces() -> [UInt8] {
    var writer = PcapngWriter()
    let interfaces = ["a", "b"].map { writer.interface(name: $0, description: "of \($0)") }
    writer.secrets(
      String(
        decoding: Samples.captures.bytes("chromium-aiortc-vp8.keylog.txt") ?? [], as: UTF8.self))
    let capture = Samples.captures.bytes("chromium-aiortc-vp8.pcap") ?? []
    for packet in ((try? Samples.packets(capture)) ?? []).prefix(60) {
      // Its Ethernet header taken off.
      for interface in interfaces {
        writer.packet(
          interface: interface, at: packet.time + Int64(interface) * 1_000_000,
          bytes: packet.bytes.dropFirst(14), direction: interface == 0 ? .outbound : .inbound,
          comment: packet.number % 9 == 0 ? "noted" : nil)
      }
    }
    return writer.bytes
  }

  @Test("the capture that is mutated below is one of several places, and its secrets open it")
  func places() {
    let dissector = Samples.dissected(Self.severalPlaces())
    #expect(dissector.places == ["a", "b"])
    #expect(dissector.flows.count == 1 && dissector.flows[0].passages[true]?.lost == 0)
    #expect(dissector.openedCount > 5 && dissector.flows[0].notes[true]["noted"] != nil)
  }

  @Test("every truncation of small captures is survived")
  func truncations() {
    for name in [
      "webrtcbin-aiortc-dtls-handshake-failure.pcap"
    ] {
      let bytes = Samples.captures.bytes(name) ?? []
      #expect(!bytes.isEmpty)
      for count in 0..<bytes.count { Self.survive(Array(bytes[..<count])) }
    }
    let case50 = Samples.cases.folder("50-pcap-dtls-flight-exceeds-mtu").bytes("dtls.pcap") ?? []
    for count in stride(from: 0, to: case50.count, by: 7) {
      Self.survive(Array(case50[..<count]))
    }
  }

  @Test("a clock that jumps to and fro by all that a capture can say is survived")
  func jumpingClock() throws {
    var bytes = Samples.captures.bytes("chromium-aiortc-vp8.pcap") ?? []
    var (start, count) = (24, 0)
    while start + 16 <= bytes.count {
      for index in start..<start + 4 { bytes[index] = count % 2 == 0 ? 0xff : 0 }
      start += 16 + (0..<4).reduce(0) { $0 | Int(bytes[start + 8 + $1]) << (8 * $1) }
      count += 1
    }
    #expect(count > 100)
    Self.survive(bytes)
    // The stream itself is one in order.
    var clock = TimestampMeter()
    for number in 0..<UInt32(10) {
      clock.add(number * 960, time: number % 2 == 0 ? Int64(UInt32.max) * 1_000_000_000 : 0)
    }
    #expect(clock.rate == nil)
  }

  @Test("every truncation of a packet is survived")
  func cutPackets() throws {
    let bytes = Samples.captures.bytes("webrtcbin-aiortc-dtls-handshake-failure.pcap") ?? []
    for packet in try Samples.packets(bytes) {
      for count in 0..<packet.bytes.count {
        var cut = packet
        cut.bytes = Array(packet.bytes[..<count])
        var dissector = Dissector()
        dissector.add(cut)  // cut by the capture
        cut.originalByteCount = count
        dissector.add(cut)  // short on the link
        dissector.finish()
        #expect(dissector.packetCount == 2)
      }
    }
  }

  @Test("mutations of all kinds are survived")
  func mutations() {
    var generator = Seed(45).stream("captures")
    let cases = Samples.cases
    let originals =
      [
        Samples.captures.bytes("webrtcbin-aiortc-dtls-handshake-failure.pcap"),
        cases.folder("45-pcap-fragments-under-mode-0").bytes("rtp.pcap"),
        cases.folder("47-pcap-stun-uses-wrong-section").bytes("ice.pcap"),
        cases.folder("48-pcap-both-ends-send-clienthello").bytes("dtls.pcap"),
        cases.folder("49-pcap-retransmissions-version-0").bytes("rtp.pcap"),
        cases.folder("50-pcap-dtls-flight-exceeds-mtu").bytes("dtls.pcap"),
        Self.severalPlaces(),
      ].compactMap(\.self)
    #expect(originals.count == 7)
    for original in originals {
      for _ in 0..<60 { Self.survive(mutated(original, using: &generator)) }
    }
  }

  @Test("memory does not grow with packets of one stream, nor without bound with many")
  func bounds() throws {
    var dissector = Dissector()
    for index in 0..<20_000 {
      // Each from another port, with another SSRC.
      let ip = ipPacket(
        Datagram(
          source: SocketAddress(host: [192, 0, 2, 1], port: UInt16(index)),
          destination: SocketAddress(host: [192, 0, 2, 2], port: 9),
          payload: [0x80, 96, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(index >> 8), UInt8(index & 255), 1]),
        identification: 0)
      dissector.add(
        CapturedPacket(
          number: index, time: Int64(index), linkType: 101, bytes: ip, originalByteCount: ip.count))
    }
    dissector.finish()
    #expect(dissector.flows.count == 4096)
    #expect(dissector.leftOut.values.reduce(0, +) == 20_000 - 4096)
  }
}
