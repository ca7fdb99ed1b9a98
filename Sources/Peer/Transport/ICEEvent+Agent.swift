internal import ICE
internal import Trace

extension ICEEvent {
  /// What the trace says of an event of ICE; nil for those that have a trace event of their own elsewhere.
  init?(_ event: ICEAgent.Event) {
    switch event {
    case .gathering(let state, let waitingFor):
      let state: Gathering =
        switch state {
        case .new: .new
        case .gathering: .gathering
        case .complete: .complete
        case .timedOut: .timedOut
        }
      self = .gathering(state, waitingFor: waitingFor)
    case .candidate(let candidate):
      self = .candidate(
        kind: candidate.kind.rawValue, address: candidate.address, server: candidate.server)
    case .checkSent(let local, let remote, let nominating):
      self = .checkSent(local: local, remote: remote, nominating: nominating)
    case .checkSucceeded(let local, let remote, let roundTripTime):
      self = .checkSucceeded(local: local, remote: remote, roundTripTime: roundTripTime)
    case .checkFailed(let local, let remote, let reason):
      self = .checkFailed(local: local, remote: remote, reason: reason)
    case .selected(let pair):
      self = .selected(
        local: pair.local.address, remote: pair.remoteAddress, localKind: pair.local.kind.rawValue,
        remoteKind: pair.remote.kind.rawValue)
    case .state(let state):
      guard let state = ConnectionState(rawValue: state.rawValue) else { return nil }
      self = .state(state)
    case .roleConflict(let nowControlling): self = .roleConflict(nowControlling: nowControlling)
    case .consentExpired: self = .consentExpired
    case .remoteCandidate(let kind, let address):
      self = .remoteCandidate(kind: kind.rawValue, address: address)
    case .validPair, .endOfCandidates, .gatheringError, .discarded: return nil
    }
  }
}
