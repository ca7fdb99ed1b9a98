/// How a peer secures its media.
public struct DTLSPlan: Hashable, Sendable {
  /// Whose retransmission timer: libwebrtc's follows the round trip, OpenSSL's begins at 1 s.
  public enum Timer: String, Hashable, Sendable, CaseIterable { case libwebrtc, openssl }
  /// The hash of `a=fingerprint` (RFC 8122 §5).
  public enum Fingerprint: String, Hashable, Sendable, CaseIterable {
    case sha256 = "sha-256"
    case sha384 = "sha-384"
    case sha512 = "sha-512"
  }
  /// Names of the profiles a peer can use (RFC 5764 §4.1.2, RFC 7714 §14.2).
  public static let srtpProfiles = ["AEAD_AES_128_GCM", "AES_CM_128_HMAC_SHA1_80"]

  public var timer: Timer
  /// Bytes of a datagram's payload.
  public var mtu: Int
  public var fingerprint: Fingerprint
  /// In order of preference, from `srtpProfiles`; nil: the peer's own order.
  public var srtp: [String]?

  public init() {
    self.timer = .libwebrtc
    self.mtu = 1200
    self.fingerprint = .sha256
    self.srtp = nil
  }
}
