/// The protection profiles that WebRTC peers agree on (RFC 5764 §4.1.2, RFC 7714 §14.2).
public enum SRTPCipher: Hashable, Sendable, CaseIterable {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case aes128CMHMACSHA1_80
  case aeadAES128GCM
  case aeadAES256GCM

  /// Master key and master salt, in bytes: 16 + 14 (RFC 3711 §8.2), 16 + 12 and 32 + 12 (RFC 7714 §12).
  public var keyingMaterialByteCount: Int { keyByteCount + saltByteCount }

  public var keyByteCount: Int {
    switch self {
    case .aes128CMHMACSHA1_80, .aeadAES128GCM: 16
    case .aeadAES256GCM: 32
    }
  }

  public var saltByteCount: Int {
    switch self {
    case .aes128CMHMACSHA1_80: 14
    case .aeadAES128GCM, .aeadAES256GCM: 12
    }
  }

  /// What protection adds to an RTP packet, in bytes.
  public var rtpOverheadByteCount: Int { tagByteCount }

  /// What protection adds to an RTCP packet: the tag, and the E flag with the index (RFC 3711 §3.4).
  public var rtcpOverheadByteCount: Int { tagByteCount + 4 }

  private var tagByteCount: Int {
    switch self {
    case .aes128CMHMACSHA1_80: 10
    case .aeadAES128GCM, .aeadAES256GCM: 16
    }
  }
}
