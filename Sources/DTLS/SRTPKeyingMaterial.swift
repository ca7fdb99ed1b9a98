/// SRTP protection profiles by their registered numbers (RFC 5764 §4.1.2, RFC 7714 §14.2).
public enum SRTPProfile: UInt16, Hashable, Sendable, CaseIterable {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case aes128CMHMACSHA1_80 = 1
  case aeadAES128GCM = 7

  /// As registered with IANA.
  public var name: String {
    switch self {
    case .aes128CMHMACSHA1_80: "SRTP_AES128_CM_HMAC_SHA1_80"
    case .aeadAES128GCM: "SRTP_AEAD_AES_128_GCM"
    }
  }

  /// As OpenSSL calls it.
  var libraryName: String {
    switch self {
    case .aes128CMHMACSHA1_80: "SRTP_AES128_CM_SHA1_80"
    case .aeadAES128GCM: "SRTP_AEAD_AES_128_GCM"
    }
  }

  var keyByteCount: Int { 16 }

  /// RFC 3711 §8.2: 112 bits; RFC 7714 §12: 96 bits.
  var saltByteCount: Int {
    switch self {
    case .aes128CMHMACSHA1_80: 14
    case .aeadAES128GCM: 12
    }
  }
}

/// Master keys that both ends exported from a finished handshake (RFC 5764 §4.2).
public struct SRTPKeyingMaterial: Hashable, Sendable {
  public var profile: SRTPProfile
  /// Master key, then master salt, for what we send.
  public var local: [UInt8]
  /// The same for what we receive.
  public var remote: [UInt8]

  /// Cuts the exporter's output: client key, server key, client salt, server salt (RFC 5764 §4.2).
  init(profile: SRTPProfile, exported: [UInt8], role: DTLSTransport.Role) {
    let key = profile.keyByteCount
    let salt = profile.saltByteCount
    let client = Array(exported[0..<key] + exported[2 * key..<2 * key + salt])
    let server = Array(exported[key..<2 * key] + exported[2 * key + salt..<2 * key + 2 * salt])
    self.profile = profile
    self.local = role == .client ? client : server
    self.remote = role == .client ? server : client
  }

  static func exportedByteCount(_ profile: SRTPProfile) -> Int {
    2 * (profile.keyByteCount + profile.saltByteCount)
  }
}
