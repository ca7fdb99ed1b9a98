/// What is wrong with a packet that claims to be RTP or RTCP.
public enum RTPError: Error, Hashable, Sendable {
  /// RFC 3550 §5.1: the fixed header is 12 bytes; RFC 3550 §6.4: RTCP's is 4.
  case headerTruncated(byteCount: Int)
  /// Only version 2 exists.
  case version(UInt8)
  /// A field of the header reaches past the end; offsets in bytes from the start of the packet.
  case fieldOverrun(offset: Int, needed: Int, available: Int)
  /// The padding bit is set and the last byte counts no padding, or more than there is.
  case padding(count: Int, available: Int)
  /// A header extension element (RFC 8285) reaches past the end of the extension.
  case extensionOverrun(id: UInt8, offset: Int)
  /// RFC 5761 §4: RTCP packet types are 192...223.
  case rtcpPacketType(UInt8)
  /// The length field of an RTCP packet goes past the end of the datagram.
  case rtcpLength(offset: Int, declared: Int, available: Int)
  /// The body of an RTCP packet of this type is not what its RFC says.
  case malformedRTCP(type: UInt8, RTCPFault)
  /// A retransmission (RFC 4588 §4) too short for the original sequence number.
  case retransmissionTruncated(byteCount: Int)
}

/// What is wrong with the body of one RTCP packet.
public enum RTCPFault: Hashable, Sendable {
  /// Ends before a field that must be there; offset from the start of the compound packet.
  case truncated(offset: Int)
  /// An SDES chunk without its closing zero byte (RFC 3550 §6.5).
  case unterminatedChunk(offset: Int)
  /// A feedback message that lists nothing.
  case noEntries
  /// Bytes left that make no whole entry.
  case partialEntry(byteCount: Int)
  /// A count inside the packet disagrees with its length.
  case countMismatch(declared: Int, available: Int)
  /// A bit rate that does not fit 63 bits.
  case bitRateOverflow
  /// Fewer status symbols than packets reported on (transport-wide feedback).
  case statusesMissing(declared: Int, found: Int)
  /// The status symbol that has no meaning yet (transport-wide feedback).
  case reservedStatus
}
