/// Why a setup makes no Swift peer.
public enum SetupError: Error, Hashable, Sendable {
  case relayOnly
  case codecs([String])
  case direction(String)
  case mtu(Int)
  case fingerprint(String)
  case srtp([String])
  case iceServer(String)
  case source(String)
  case unreadable(String, reason: String)
  /// There is no address to send from.
  case noAddress
}

extension SetupError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .relayOnly:
      "the Swift peer has no TURN client: iceTransportPolicy 'relay' is for other stacks"
    case .codecs(let names):
      "none of the codecs \(names.joined(separator: ", ")); the Swift peer has VP8, H264, opus"
    case .direction(let text):
      "direction '\(text)'; expected sendrecv, sendonly, recvonly or inactive"
    case .mtu(let mtu): "dtls mtu \(mtu); expected 256 to 65507"
    case .fingerprint(let text): "fingerprint '\(text)'; expected sha-256, sha-384 or sha-512"
    case .srtp(let names):
      "none of the SRTP profiles \(names.joined(separator: ", ")); "
        + "the Swift peer has AEAD_AES_128_GCM and AES_CM_128_HMAC_SHA1_80"
    case .iceServer(let url): "ICE server '\(url)'; expected stun:ADDRESS:PORT or turn:…"
    case .source(let name):
      "source '\(name)'; expected timecode, black, beep, silence or one of 'files'"
    case .unreadable(let name, let reason): "source '\(name)': \(reason)"
    case .noAddress: "no network interface but the loopback has an address"
    }
  }
}
