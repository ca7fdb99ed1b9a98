/// A packet as it goes out again on the retransmission stream (RFC 4588 §4).
///
/// The payload begins with the original sequence number; header extensions stay, so the sender stamps fresh send times over them.
public func rtxPacket(
  from original: RTPPacket, ssrc: UInt32, payloadType: UInt8, sequenceNumber: UInt16
) -> RTPPacket {
  var packet = original
  packet.ssrc = ssrc
  packet.payloadType = payloadType
  packet.sequenceNumber = sequenceNumber
  packet.payload =
    [UInt8(original.sequenceNumber >> 8), UInt8(original.sequenceNumber & 255)] + original.payload
  return packet
}

/// The packet that a retransmission carries (RFC 4588 §4).
///
/// One that is only padding carries nothing and throws.
public func originalPacket(
  fromRTX packet: RTPPacket, ssrc: UInt32, payloadType: UInt8
) throws(RTPError) -> RTPPacket {
  guard packet.payload.count >= 2 else {
    throw .retransmissionTruncated(byteCount: packet.payload.count)
  }
  var original = packet
  original.ssrc = ssrc
  original.payloadType = payloadType
  original.sequenceNumber = UInt16(packet.payload[0]) << 8 | UInt16(packet.payload[1])
  original.payload.removeFirst(2)
  original.paddingCount = 0
  return original
}

/// Numbers the packets of one retransmission stream.
public struct RTXEncoder: Hashable, Sendable {
  public let ssrc: UInt32
  public let payloadType: UInt8
  public private(set) var nextSequenceNumber: UInt16

  public init(ssrc: UInt32, payloadType: UInt8, firstSequenceNumber: UInt16) {
    self.ssrc = ssrc
    self.payloadType = payloadType
    nextSequenceNumber = firstSequenceNumber
  }

  public mutating func encode(_ original: RTPPacket) -> RTPPacket {
    defer { nextSequenceNumber &+= 1 }
    return rtxPacket(
      from: original, ssrc: ssrc, payloadType: payloadType, sequenceNumber: nextSequenceNumber)
  }
}
