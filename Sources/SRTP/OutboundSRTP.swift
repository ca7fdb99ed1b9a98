/// Protects what one peer sends, of any SSRC (RFC 3711 §3.3, §3.4; RFC 7714).
///
/// A packet may be protected again as it was; another packet under the same SSRC and sequence number breaks the
/// cipher (RFC 3711 §9.1), and is the caller's fault.
public struct OutboundSRTP: ~Copyable {
  private let session: SRTPSession

  /// - Parameter keyingMaterial: master key, then master salt (RFC 5764 §4.2).
  public init(cipher: SRTPCipher, keyingMaterial: [UInt8]) throws(SRTPError) {
    session = try SRTPSession(cipher: cipher, keyingMaterial: keyingMaterial, isOutbound: true)
  }

  /// Protects a packet in place; where its array has room for libsrtp's trailer, nothing is allocated. An error empties it.
  public func protectRTP(_ packet: inout [UInt8]) throws(SRTPError) {
    try session.apply(.protectRTP, to: &packet)
  }

  public func protectRTP(_ packet: [UInt8]) throws(SRTPError) -> [UInt8] {
    var result = packet
    try session.apply(.protectRTP, to: &result)
    return result
  }

  /// Protects a compound packet.
  public func protectRTCP(_ packet: [UInt8]) throws(SRTPError) -> [UInt8] {
    var result = packet
    try session.apply(.protectRTCP, to: &result)
    return result
  }
}
