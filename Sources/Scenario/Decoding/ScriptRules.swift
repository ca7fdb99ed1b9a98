internal import Trace

/// Follows a script through its calls and refuses a step that cannot happen where it stands.
///
///     free --dials--> dialling --(callee answers)--> talking --hangs up--> done
///     free --is dialled--> ringing --answers--> talking
///
/// Either side may hang up at any time after the dial, and neither calls again.
struct ScriptRules {
  private enum Phase: Equatable {
    case free, done
    case dialling(PeerID)
    case ringing(PeerID)
    case talking(PeerID)

    var other: PeerID? {
      switch self {
      case .free, .done: nil
      case .dialling(let peer), .ringing(let peer), .talking(let peer): peer
      }
    }
  }
  private let peers: [PeerPlan]
  private var phases: [Phase]
  /// What peers have muted.
  private var muted: Set<String> = []

  init(peers: [PeerPlan]) {
    self.peers = peers
    self.phases = peers.map { _ in .free }
  }

  /// Why the step is impossible; nil when it is not. `mayTimeOut`: the file expects it to.
  mutating func fault(in step: Step, mayTimeOut: Bool) -> (found: String, expected: String)? {
    switch step {
    case .dial(let caller, let callee):
      if caller == callee { return ("a peer that dials itself", "another peer") }
      for peer in [caller, callee] where phases[peer.index] != .free {
        return ("a second call of \(name(peer))", "one call for each peer")
      }
      if peers[caller.index].audio == nil, peers[caller.index].video == nil {
        return ("a call of \(name(caller)), who has neither sound nor pictures", "a track to offer")
      }
      phases[caller.index] = .dialling(callee)
      phases[callee.index] = .ringing(caller)
    case .answer(let peer):
      guard case .ringing(let caller) = phases[peer.index] else {
        return (
          "an answer of \(name(peer)), whom nobody is calling", "'… dials \(name(peer))' before"
        )
      }
      phases[peer.index] = .talking(caller)
      phases[caller.index] = .talking(peer)
    case .connected:
      if !isAnyoneCalling { return outsideACall }
      let unanswered = peers.indices.first { index in
        if case .ringing = phases[index] { return true }
        return false
      }
      if let unanswered, !mayTimeOut {
        let name = peers[unanswered].name
        return ("a wait for a call that \(name) has not answered", "'\(name) answers' before")
      }
    case .run, .network:
      // A network may be set before the first dial; nothing happens after the last call.
      if !isAnyoneCalling, phases.contains(.done) { return outsideACall }
    case .mute(let peer, let kind, let on):
      if phases[peer.index].other == nil { return outsideACall(peer) }
      let direction =
        kind == .audio ? peers[peer.index].audio?.direction : peers[peer.index].video?.direction
      guard let direction, direction.sends else {
        return ("\(kind.rawValue) of \(name(peer)), who sends none", "what \(name(peer)) sends")
      }
      let key = "\(peer.index) \(kind.rawValue)"
      if on == muted.contains(key) {
        return on
          ? (
            "\(kind.rawValue) that is muted already",
            "'\(name(peer)) unmutes \(kind.rawValue)' before"
          )
          : ("\(kind.rawValue) that is not muted", "'\(name(peer)) mutes \(kind.rawValue)' before")
      }
      if on { muted.insert(key) } else { muted.remove(key) }
    case .hangUp(let peer):
      guard let other = phases[peer.index].other else { return outsideACall(peer) }
      phases[peer.index] = .done
      phases[other.index] = .done
    }
    return nil
  }

  private var isAnyoneCalling: Bool { phases.contains { $0.other != nil } }

  private var outsideACall: (found: String, expected: String) {
    phases.contains(.done)
      ? ("a step after the call was hung up", "nothing more of that call")
      : ("a step before anyone dials", "'\(peers[0].name) dials …' before")
  }

  private func outsideACall(_ peer: PeerID) -> (found: String, expected: String) {
    phases[peer.index] == .done
      ? outsideACall
      : ("a step of \(name(peer)), who is in no call", "a call of \(name(peer)) before")
  }

  private func name(_ peer: PeerID) -> String { peers[peer.index].name }
}

extension Decoding {
  /// Checks the order of the steps; `timedOut`: the texts of steps that are expected to break.
  mutating func order(
    _ steps: [Marked<Step>], peers: [PeerPlan], timedOut: [String], _ path: String
  ) {
    var rules = ScriptRules(peers: peers)
    for (index, step) in steps.enumerated() {
      let mayTimeOut = timedOut.contains(step.value.text(names: peerNames))
      if let fault = rules.fault(in: step.value, mayTimeOut: mayTimeOut) {
        fail(
          step.mark, path.appending(index: index), found: fault.found, expected: fault.expected)
        // The rest would be judged by a state that the author did not mean.
        return
      }
    }
  }
}
