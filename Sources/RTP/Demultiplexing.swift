/// Whether a packet on a port that carries RTP and RTCP is RTCP (RFC 5761 §4): packet types 192...223.
public func isRTCP(_ bytes: [UInt8]) -> Bool {
  bytes.count >= 4 && bytes[0] >> 6 == 2 && (192...223).contains(bytes[1])
}

/// Whether the first byte says RTP or RTCP, not STUN or DTLS (RFC 7983 §7): 128...191.
public func isRTPOrRTCP(_ bytes: [UInt8]) -> Bool {
  bytes.count >= 4 && (128...191).contains(bytes[0])
}
