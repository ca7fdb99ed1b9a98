internal import ICE
internal import RTP
internal import SDP
internal import SansIO
internal import Trace

// The words of one core in those of another.

extension SDP.Candidate {
  /// An `a=candidate` value for a candidate that ICE gathered.
  init(_ candidate: ICECandidate) {
    self.init(
      foundation: candidate.foundation, component: 1, transport: "udp",
      priority: candidate.priority, address: candidate.address.hostText,
      port: candidate.address.port, kind: Kind(rawValue: candidate.kind.rawValue) ?? .host,
      relatedAddress: candidate.relatedAddress?.hostText,
      relatedPort: candidate.relatedAddress?.port)
  }
}

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

extension TransceiverPlan {
  /// The plan of one track; its SSRCs are drawn from the peer's own stream.
  init(_ track: TrackConfiguration, peer: String, chance: inout SplitMix64) {
    func ssrc() -> UInt32 { UInt32(truncatingIfNeeded: chance.next()) | 1 }
    let hasRTX = track.codecs.contains(where: \.hasRTX)
    self.init(
      kind: track.kind, direction: track.direction, codecs: track.codecs,
      headerExtensions: track.kind == .audio
        ? [
          HeaderExtensionURI.audioLevel, HeaderExtensionURI.absSendTime,
          HeaderExtensionURI.transportWideCC, HeaderExtensionURI.mid,
        ]
        : [
          HeaderExtensionURI.absSendTime, HeaderExtensionURI.transportWideCC,
          HeaderExtensionURI.mid,
        ],
      streamID: peer, trackID: "\(peer)-\(track.kind.text)", ssrc: ssrc(),
      rtxSSRC: hasRTX ? ssrc() : nil, cname: peer)
  }
}
