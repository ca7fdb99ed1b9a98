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

  public func protectRTP(_ packet: [UInt8]) throws(SRTPError) -> [UInt8] {
    try session.apply(.protectRTP, to: packet)
  }

  /// Protects a compound packet.
  public func protectRTCP(_ packet: [UInt8]) throws(SRTPError) -> [UInt8] {
    try session.apply(.protectRTCP, to: packet)
  }
}
