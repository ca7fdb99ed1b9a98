/// Checks and decrypts what one peer receives, of any SSRC (RFC 3711 §3.3, §3.4; RFC 7714).
///
/// An SSRC costs memory only once a packet of it proved authentic. Each keeps a replay window of 1024 packets.
public struct InboundSRTP: ~Copyable {
  private let session: SRTPSession

  /// - Parameter keyingMaterial: master key, then master salt (RFC 5764 §4.2).
  public init(cipher: SRTPCipher, keyingMaterial: [UInt8]) throws(SRTPError) {
    session = try SRTPSession(cipher: cipher, keyingMaterial: keyingMaterial, isOutbound: false)
  }

  public func unprotectRTP(_ packet: [UInt8]) throws(SRTPError) -> [UInt8] {
    var result = packet
    try session.apply(.unprotectRTP, to: &result)
    return result
  }

  public func unprotectRTCP(_ packet: [UInt8]) throws(SRTPError) -> [UInt8] {
    var result = packet
    try session.apply(.unprotectRTCP, to: &result)
    return result
  }
}
