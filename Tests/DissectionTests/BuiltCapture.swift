import Packets
import SansIO

/// A capture written for a test, packet by packet, of two hosts that each have an interface.
struct BuiltCapture {
  static let alice = SocketAddress(host: [10, 0, 0, 1], port: 5000)
  static let bob = SocketAddress(host: [10, 0, 0, 2], port: 6000)

  private var packets:
    [(time: Int64, interface: Int, datagram: Datagram, isOut: Bool, note: String?)] = []

  /// RTP without anything special; the payload tells packets of the same number apart.
  static func rtp(_ number: Int, ssrc: UInt32 = 7, byteCount: Int = 100) -> [UInt8] {
    var writer = ByteWriter()
    writer.uint16(0x8000 | 96)
    writer.uint16(UInt16(truncatingIfNeeded: number))
    writer.uint32(UInt32(truncatingIfNeeded: number) &* 960)
    writer.uint32(ssrc)
    for index in 0..<byteCount { writer.uint8(UInt8(truncatingIfNeeded: index &+ number)) }
    return writer.bytes
  }

  /// - Parameter milliseconds: nil where nobody sees it.
  mutating func add(
    _ payload: [UInt8], from source: SocketAddress = alice, to destination: SocketAddress = bob,
    interface: Int, at milliseconds: Double?, isOut: Bool = false, note: String? = nil
  ) {
    guard let milliseconds else { return }
    packets.append(
      (
        Int64(milliseconds * 1e6), interface,
        Datagram(source: source, destination: destination, payload: payload), isOut, note
      ))
  }

  /// Sent by Alice or Bob at one time, and received by the other at another, or never.
  mutating func pass(
    _ payload: [UInt8], fromAlice: Bool = true, sent: Double?, arrives: Double?,
    note: String? = nil
  ) {
    let (source, destination) = fromAlice ? (Self.alice, Self.bob) : (Self.bob, Self.alice)
    add(
      payload, from: source, to: destination, interface: fromAlice ? 0 : 1, at: sent, isOut: true,
      note: note)
    add(payload, from: source, to: destination, interface: fromAlice ? 1 : 0, at: arrives)
  }

  /// - Parameters:
  ///   - only: the packets of one interface alone, as if it had been captured by itself.
  ///   - clock: how much later its clock shows.
  func pcapng(
    only: Int? = nil, clock: Double = 0, names: [String] = ["alice", "bob"], hasFlags: Bool = true
  ) -> [UInt8] {
    var writer = PcapngWriter(application: "test")
    for name in names { _ = writer.interface(name: name) }
    let start: Int64 = 1_700_000_000_000_000_000
    for packet in packets.sorted(by: { $0.time < $1.time })
    where only ?? packet.interface == packet.interface {
      let bytes = ipPacket(packet.datagram, identification: 0)
      writer.packet(
        interface: packet.interface, at: start + packet.time + Int64(clock * 1e6), bytes: bytes,
        direction: hasFlags && packet.isOut ? .outbound : .inbound, comment: packet.note)
    }
    return writer.bytes
  }
}
