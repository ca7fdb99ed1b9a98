internal import SansIO

/// Gives the UDP packet inside an IP packet the checksum that fits what it carries now; others stay as they are.
///
/// A packet that was sent without a checksum (0, RFC 768) stays without. The layout must be that of these bytes.
public func repairUDPChecksum(ipPacket bytes: inout [UInt8], layout: IPLayout) {
  let start = layout.transportStart
  let place = start + 6
  guard layout.transport == .udp, place + 2 <= bytes.count, layout.byteCount == bytes.count,
    bytes[place] != 0 || bytes[place + 1] != 0
  else { return }
  bytes[place] = 0
  bytes[place + 1] = 0
  // The pseudo header of RFC 768 and of RFC 8200 §8.1 come to the same sum.
  var sum = InternetChecksum()
  sum.add(Array(bytes[layout.source]))
  sum.add(Array(bytes[layout.destination]))
  sum.add(word: UInt16(Datagram.Transport.udp.rawValue))
  sum.add(word: UInt16(truncatingIfNeeded: bytes.count - start))
  sum.add(bytes, from: start)
  let value = sum.value == 0 ? 0xffff : sum.value
  bytes[place] = UInt8(value >> 8)
  bytes[place + 1] = UInt8(truncatingIfNeeded: value)
}
