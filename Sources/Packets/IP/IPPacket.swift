public import SansIO

/// The IP packet that carries a datagram: IPv4 or IPv6 by its source, checksums filled in.
///
/// IPv4 (RFC 791 §3.1), without options:
/// ```
/// |Version|  IHL  |      TOS      |         Total Length          |
/// |        Identification         |Flags|     Fragment Offset     |
/// |      TTL      |   Protocol    |        Header Checksum        |
/// |                        Source Address                         |
/// |                     Destination Address                       |
/// ```
/// UDP (RFC 768) follows; a TCP segment or an ICMP message is taken as it is, its own checksum included. What does not fit into one IP packet
/// (a payload above 65 507 bytes with IPv4) gets lengths that wrap: such a datagram cannot be sent.
///
/// - Parameter identification: tells IPv4 packets of one sender apart; IPv6 has none.
public func ipPacket(_ datagram: Datagram, identification: UInt16) -> [UInt8] {
  let source = datagram.source.host
  let destination = datagram.destination.host
  let isUDP = datagram.transport == .udp
  let byteCount = datagram.payload.count + (isUDP ? 8 : 0)
  var writer = ByteWriter(reserving: 40 + byteCount)
  if datagram.source.isIPv6 {
    // RFC 8200 §3: version, traffic class, flow label 0; payload length; next header; hop limit.
    writer.uint32(6 << 28 | UInt32(datagram.ecn & 3) << 20)
    writer.uint16(UInt16(truncatingIfNeeded: byteCount))
    writer.uint8(datagram.transport.rawValue)
    writer.uint8(hopLimit)
    writer.append(source)
    writer.append(destination)
  } else {
    writer.uint8(4 << 4 | 5)
    writer.uint8(datagram.ecn & 3)
    writer.uint16(UInt16(truncatingIfNeeded: 20 + byteCount))
    writer.uint16(identification)
    writer.uint16(0x4000)  // don't fragment: WebRTC keeps its packets below the path's MTU
    writer.uint8(hopLimit)
    writer.uint8(datagram.transport.rawValue)
    writer.uint16(0)
    writer.append(source)
    writer.append(destination)
    var sum = InternetChecksum()
    sum.add(writer.bytes)
    writer.patch(uint16: sum.value, at: 10)
  }
  guard isUDP else {
    writer.append(datagram.payload)
    return writer.bytes
  }
  let start = writer.count
  writer.uint16(datagram.source.port)
  writer.uint16(datagram.destination.port)
  writer.uint16(UInt16(truncatingIfNeeded: byteCount))
  writer.uint16(0)
  writer.append(datagram.payload)
  // The pseudo header of RFC 768 and of RFC 8200 §8.1 come to the same sum.
  var sum = InternetChecksum()
  sum.add(source)
  sum.add(destination)
  sum.add(word: UInt16(datagram.transport.rawValue))
  sum.add(word: UInt16(truncatingIfNeeded: byteCount))
  sum.add(writer.bytes, from: start)
  // 0 would mean that there is no checksum (RFC 768).
  writer.patch(uint16: sum.value == 0 ? 0xffff : sum.value, at: start + 6)
  return writer.bytes
}

/// What Linux gives packets that leave a machine.
private let hopLimit: UInt8 = 64
