public import SansIO

/// Where things lie in an IP packet that carries UDP, TCP or ICMP: one look at its headers, without a copy.
///
/// Bytes behind the IP packet's own length are ignored (a link may pad). Checksums are not verified: a capture holds packets
/// whose checksums the network card was still to fill in.
public struct IPLayout: Hashable, Sendable {
  /// Why a packet cannot be read; the raw value is for people.
  public enum Refusal: String, Error, Hashable, Sendable {
    case notIP = "not an IP packet"
    case notWhole = "not whole"
    case fragment
    case unknownTransport = "neither UDP, TCP nor ICMP"
  }

  public private(set) var isIPv6: Bool
  public private(set) var transport: Datagram.Transport
  /// Explicit congestion notification (RFC 3168), two bits.
  public private(set) var ecn: UInt8
  public private(set) var source: Range<Int>
  public private(set) var destination: Range<Int>
  /// 0 for ICMP, which has none.
  public private(set) var sourcePort: UInt16 = 0
  public private(set) var destinationPort: UInt16 = 0
  /// Where the header of the transport begins.
  public private(set) var transportStart: Int
  /// UDP: its payload. Else all that follows the IP header.
  public private(set) var payload: Range<Int>
  /// Of the IP packet, without what a link padded.
  public private(set) var byteCount: Int

  public init(parsing bytes: Span<UInt8>) throws(Refusal) {
    guard !bytes.isEmpty else { throw .notWhole }
    var next: UInt8
    switch bytes[0] >> 4 {
    case 4:
      // RFC 791 §3.1.
      guard bytes.count >= 20 else { throw .notWhole }
      let headerByteCount = Int(bytes[0] & 15) * 4
      isIPv6 = false
      ecn = bytes[1] & 3
      byteCount = uint16(bytes, at: 2)
      source = 12..<16
      destination = 16..<20
      transportStart = headerByteCount
      guard headerByteCount >= 20, byteCount >= headerByteCount, byteCount <= bytes.count
      else { throw .notWhole }
      // More fragments to come, or not the first of them.
      guard uint16(bytes, at: 6) & 0x3fff == 0 else { throw .fragment }
      next = bytes[9]
    case 6:
      // RFC 8200 §3. The traffic class lies across the first two bytes; congestion is in bits 4 and 5 of the second.
      guard bytes.count >= 40 else { throw .notWhole }
      isIPv6 = true
      ecn = bytes[1] >> 4 & 3
      byteCount = 40 + uint16(bytes, at: 4)
      source = 8..<24
      destination = 24..<40
      transportStart = 40
      guard byteCount <= bytes.count else { throw .notWhole }
      next = bytes[6]
      // Hop-by-hop options, routing, destination options (RFC 8200 §4); each is at least 8 bytes, so that this ends.
      while next == 0 || next == 43 || next == 60 {
        guard transportStart + 8 <= byteCount else { throw .notWhole }
        next = bytes[transportStart]
        transportStart += 8 + Int(bytes[transportStart + 1]) * 8
        guard transportStart <= byteCount else { throw .notWhole }
      }
      guard next != 44 else { throw .fragment }
    default: throw .notIP
    }
    guard let known = Datagram.Transport(rawValue: next) else { throw .unknownTransport }
    transport = known
    payload = transportStart..<byteCount
    switch known {
    case .udp:
      guard payload.count >= 8 else { throw .notWhole }
      let udpByteCount = uint16(bytes, at: transportStart + 4)
      guard udpByteCount >= 8, udpByteCount <= payload.count else { throw .notWhole }
      payload = transportStart + 8..<transportStart + udpByteCount
    case .tcp:
      guard payload.count >= 20 else { throw .notWhole }  // RFC 9293 §3.1: the shortest header
    case .icmp, .icmpv6:
      guard payload.count >= 4 else { throw .notWhole }  // type, code, checksum
      return
    }
    sourcePort = UInt16(uint16(bytes, at: transportStart))
    destinationPort = UInt16(uint16(bytes, at: transportStart + 2))
  }
}

/// The two bytes must be there.
private func uint16(_ bytes: Span<UInt8>, at offset: Int) -> Int {
  Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
}
