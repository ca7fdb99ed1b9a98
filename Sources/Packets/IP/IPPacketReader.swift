public import SansIO

/// The datagram inside an IP packet; nil when it is neither UDP nor TCP, a fragment, or not whole.
///
/// Bytes behind the IP packet's own length are ignored (a link may pad). Checksums are not verified: a capture holds packets
/// whose checksums the network card was still to fill in.
public func datagram(ipPacket bytes: [UInt8]) -> Datagram? {
  var reader = ByteReader(bytes)
  do {
    let first = try reader.uint8()
    switch first >> 4 {
    case 4: return try ipv4(&reader, headerByteCount: Int(first & 15) * 4)
    case 6: return try ipv6(&reader)
    default: return nil
    }
  } catch {
    return nil
  }
}

/// RFC 791 §3.1, from the second byte on.
private func ipv4(_ reader: inout ByteReader, headerByteCount: Int) throws(ByteOverrun) -> Datagram?
{
  let trafficClass = try reader.uint8()
  let totalByteCount = Int(try reader.uint16())
  try reader.skip(2)
  let fragment = try reader.uint16()
  try reader.skip(1)
  let transport = try reader.uint8()
  try reader.skip(2)
  let source = try reader.take(4)
  let destination = try reader.take(4)
  // More fragments to come, or not the first of them.
  guard headerByteCount >= 20, totalByteCount >= headerByteCount, fragment & 0x3fff == 0
  else { return nil }
  try reader.skip(headerByteCount - 20)
  let content = try reader.slice(totalByteCount - headerByteCount)
  return try segment(
    content, transport: transport, source: source, destination: destination, ecn: trafficClass & 3)
}

/// RFC 8200 §3, from the second byte on.
private func ipv6(_ reader: inout ByteReader) throws(ByteOverrun) -> Datagram? {
  // The traffic class lies across the first two bytes; congestion is in bits 4 and 5 of the second.
  let ecn = try reader.uint8() >> 4 & 3
  try reader.skip(2)
  let byteCount = Int(try reader.uint16())
  var nextHeader = try reader.uint8()
  try reader.skip(1)
  let source = try reader.take(16)
  let destination = try reader.take(16)
  var content = try reader.slice(byteCount)
  // Hop-by-hop options, routing, destination options (RFC 8200 §4); each is at least 8 bytes, so that this ends.
  while nextHeader == 0 || nextHeader == 43 || nextHeader == 60 {
    nextHeader = try content.uint8()
    let more = Int(try content.uint8()) * 8
    try content.skip(6 + more)
  }
  return try segment(
    content, transport: nextHeader, source: source, destination: destination, ecn: ecn)
}

private func segment(
  _ content: ByteReader, transport: UInt8, source: [UInt8], destination: [UInt8], ecn: UInt8
) throws(ByteOverrun) -> Datagram? {
  var content = content
  guard let transport = Datagram.Transport(rawValue: transport) else { return nil }
  let whole = content
  let sourcePort = try content.uint16()
  let destinationPort = try content.uint16()
  let payload: [UInt8]
  switch transport {
  case .udp:
    let byteCount = Int(try content.uint16())
    try content.skip(2)
    guard byteCount >= 8 else { return nil }
    payload = try content.take(byteCount - 8)
  case .tcp:
    var segment = whole
    guard segment.remaining >= 20 else { return nil }  // RFC 9293 §3.1: the shortest header
    payload = segment.rest()
  }
  return Datagram(
    transport: transport, source: SocketAddress(host: source, port: sourcePort),
    destination: SocketAddress(host: destination, port: destinationPort), ecn: ecn, payload: payload
  )
}
