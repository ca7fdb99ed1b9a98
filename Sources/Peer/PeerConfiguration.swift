public import DTLS
public import ICE
public import SansIO

/// Everything that makes one endpoint: who it is, what it can send, how it reaches the network.
public struct PeerConfiguration: Sendable {
  public var name: String
  /// Bound addresses, one for each interface; they become host candidates.
  public var hostAddresses: [SocketAddress]
  public var stunServers: [STUNServer] = []
  public var gatherTimeout: Duration = .seconds(3)
  /// Trickle (RFC 8838): descriptions go out without waiting for candidates.
  public var trickle = true
  public var clock = PeerClock()
  /// The run's seed: the peer draws from streams that carry its name.
  public var seed: Seed
  public var tracks: [TrackConfiguration] = []
  public var dtls = DTLSConfiguration()
  public var fingerprintAlgorithm = FingerprintAlgorithm.sha256

  public init(name: String, hostAddresses: [SocketAddress], seed: Seed) {
    self.name = name
    self.hostAddresses = hostAddresses
    self.seed = seed
  }
}
