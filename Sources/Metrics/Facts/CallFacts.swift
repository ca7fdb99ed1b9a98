public import SansIO
public import Trace

/// Who called whom, what they agreed on, and when the call began and ended.
public struct CallFacts: Hashable, Sendable {
  /// One offer and the answer to it, as they took effect at the far side.
  public struct Exchange: Hashable, Sendable {
    public var offerer: PeerID
    public var answerer: PeerID
    public var offer: Description
    public var answer: Description
  }

  public var caller: PeerID?
  public var callee: PeerID?
  /// In the order of time; an offer that was never answered is not here.
  public var exchanges: [Exchange] = []
  /// The first offer of the call, answered or not.
  public var offer: Description?
  /// The first answer of the call.
  public var answer: Description?
  /// When the caller's first offer was created.
  public var offerCreated: Instant?
  /// When the callee took the call.
  public var accepted: Instant?
  /// The later of the two: what the first frame is counted from (METRICS §1). Nil unless both happened.
  public var zero: Instant?
  /// When a peer hung up, else the end of the script, else the last event.
  public var end: Instant = .start

  public init() {}
}
