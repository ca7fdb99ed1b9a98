public import SansIO

/// A STUN server to ask for server-reflexive addresses.
public struct STUNServer: Hashable, Sendable {
  public var address: SocketAddress
  /// As the user knows it: "stun:10.0.9.1:3478".
  public var name: String

  public init(address: SocketAddress, name: String? = nil) {
    self.address = address
    self.name = name ?? "stun:\(address)"
  }
}

/// What an agent may use, and its timers; each default names its origin.
///
/// "libwebrtc" is `p2p/base/p2p_constants.h` there.
public struct ICEConfiguration: Sendable {
  /// Address and port of every socket the peer has bound, the preferred one first.
  public var hostAddresses: [SocketAddress]
  public var stunServers: [STUNServer]
  /// The fuse of gathering; nil: none, so that a dead server takes 39.5 s.
  public var gatherTimeout: Duration? = .seconds(3)

  /// Ta: between the starts of any two transactions (RFC 8445 §14.2; libwebrtc's `WEAK_PING_INTERVAL` is 48 ms).
  public var pacing: Duration = .milliseconds(50)
  /// Least RTO of servers' transactions and of checks (RFC 8445 §14.3).
  public var minimumRTO: Duration = .milliseconds(500)
  /// A check without an answer is given up this long after its first transmission (libwebrtc's `CONNECTION_WRITE_TIMEOUT`).
  public var checkTimeout: Duration = .seconds(15)
  /// ... and not before this many transmissions: Rc of RFC 8489 §6.2.1.
  public var minimumTransmissions = 7
  /// How long the controlling side waits for a better pair once one is valid; RFC 8445 §8.1.1 leaves it open.
  public var nominationDelay: Duration = .milliseconds(500)
  /// Without end-of-candidates or a pair to check, failure is not declared earlier: the PAC timer of RFC 8863 §4.
  public var patience: Duration = .milliseconds(39500)

  /// Mean interval of consent checks; each is drawn within ±20 % (RFC 7675 §5.1).
  public var consentInterval: Duration = .seconds(5)
  /// RFC 7675 §5.1.
  public var consentTimeout: Duration = .seconds(30)
  /// Between probes while the last consent check is unanswered (libwebrtc's `STRONG_PING_INTERVAL`).
  public var probeInterval: Duration = .milliseconds(480)
  /// Unanswered for so long is disconnected (libwebrtc's `CONNECTION_WRITE_CONNECT_TIMEOUT`).
  public var disconnectedAfter: Duration = .seconds(5)

  public init(hostAddresses: [SocketAddress], stunServers: [STUNServer] = []) {
    self.hostAddresses = hostAddresses
    self.stunServers = stunServers
  }
}
