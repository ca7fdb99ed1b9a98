public import SansIO

/// A pair on which data may flow.
public struct SelectedPair: Hashable, Sendable {
  /// The address that the far side sees; its base is ours to send from.
  public var local: ICECandidate
  public var remote: ICECandidate
  /// Of the last answered check.
  public var roundTripTime: Duration

  public init(local: ICECandidate, remote: ICECandidate, roundTripTime: Duration) {
    self.local = local
    self.remote = remote
    self.roundTripTime = roundTripTime
  }

  /// Our socket: the source of what is sent.
  public var base: SocketAddress { local.base }
  /// The destination of what is sent.
  public var remoteAddress: SocketAddress { remote.address }
}
