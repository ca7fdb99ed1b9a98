public import Trace

/// One thing that happens in the call, in the order of the file.
public enum Step: Hashable, Sendable {
  /// The caller makes its offer; the callee is told.
  case dial(caller: PeerID, callee: PeerID)
  /// The peer takes the call that rings.
  case answer(PeerID)
  /// Waits until every peer of the call is connected; the script breaks where that takes longer.
  case connected(within: Duration)
  /// Lets time pass.
  case run(Duration)
  /// Changes access links from this instant on.
  case network([PeerLinkChange])
  /// Stops (true) or resumes (false) what the peer sends of that kind.
  case mute(PeerID, TrackKind, Bool)
  case hangUp(PeerID)
}

/// What changes on the access link of one peer.
public struct PeerLinkChange: Hashable, Sendable {
  public var peer: PeerID
  public var change: LinkChange

  public init(peer: PeerID, change: LinkChange) {
    self.peer = peer
    self.change = change
  }
}

extension Step {
  /// The step as a person reads it, the same for every spelling of it. `names`: the peers', by index.
  public func text(names: [String]) -> String {
    func name(_ peer: PeerID) -> String {
      names.indices.contains(peer.index) ? names[peer.index] : "peer \(peer.index)"
    }
    switch self {
    case .dial(let caller, let callee): return "\(name(caller)) dials \(name(callee))"
    case .answer(let peer): return "\(name(peer)) answers"
    case .connected(let limit): return "connected within \(limit.shortText)"
    case .run(let duration): return "run for \(duration.shortText)"
    case .network(let changes):
      let parts = changes.map { "\(name($0.peer)): \($0.change.text)" }
      return "network: {\(parts.joined(separator: ", "))}"
    case .mute(let peer, let kind, let on):
      return "\(name(peer)) \(on ? "mutes" : "unmutes") \(kind.rawValue)"
    case .hangUp(let peer): return "\(name(peer)) hangs up"
    }
  }
}
