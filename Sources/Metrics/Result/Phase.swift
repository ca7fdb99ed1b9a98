public import SansIO
public import Trace

/// One bar of a call's waterfall: what a peer waited for, from what it depended on until it happened.
///
/// Bars of one peer may overlap: under trickle, gathering may complete after the first frame.
public struct Phase: Hashable, Sendable {
  /// "offer created", "pair selected", "first frame rendered".
  public var name: String
  public var peer: PeerID
  /// The peer's name.
  public var subject: String
  public var from: Instant
  public var to: Instant

  public init(name: String, peer: PeerID, subject: String, from: Instant, to: Instant) {
    self.name = name
    self.peer = peer
    self.subject = subject
    self.from = from
    self.to = to
  }
}
