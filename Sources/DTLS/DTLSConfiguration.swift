/// How one peer does its handshake.
public struct DTLSConfiguration: Hashable, Sendable {
  /// The largest datagram to send, in bytes of UDP payload. libwebrtc's is 1200 (kMaxMtu in dtls_transport.cc).
  public var mtu: Int
  public var timer: RetransmissionTimer
  /// The first that both sides know is used, by the server's order (RFC 5764 §4.1.1).
  public var profiles: [SRTPProfile]

  public init(
    mtu: Int = 1200, timer: RetransmissionTimer = .libwebrtc,
    profiles: [SRTPProfile] = [.aeadAES128GCM, .aes128CMHMACSHA1_80]
  ) {
    self.mtu = mtu
    self.timer = timer
    self.profiles = profiles
  }
}
