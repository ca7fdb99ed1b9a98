internal import SansIO
internal import Trace

/// What the trace says of one peer.
struct PeerRecord: Sendable {
  struct GatheringChange: Hashable, Sendable {
    var at: Instant
    var state: ICEEvent.Gathering
    var waitingFor: [String]
  }

  struct TrackChange: Hashable, Sendable {
    var at: Instant
    var kind: TrackKind
    var enabled: Bool
  }

  struct AppliedDescription: Hashable, Sendable {
    var at: Instant
    var side: SignallingEvent.Side
    var description: Description
  }

  struct FingerprintCheck: Hashable, Sendable {
    var verified: Bool
    var algorithm: String
  }

  let name: String
  var eventCount = 0
  /// What runs as this peer, where it said so.
  var member: CastMember?
  /// The largest of its instants; zero when simulated.
  var uncertainty = Duration.zero

  var phones: [Timed<SignallingEvent.Phone>] = []
  var described: [Timed<Description>] = []
  var applied: [AppliedDescription] = []
  var refusals: [String] = []

  var gathering: [GatheringChange] = []
  var firstCandidate: Instant?
  var firstCheck: Instant?
  var firstSelected: Instant?
  var iceConnected: Instant?
  var roundTripTimes: [Duration] = []
  /// In the order of time; none when simulated.
  var processor: [ProcessorSpan] = []

  var firstFlight: Instant?
  var fingerprints: [FingerprintCheck] = []
  var dtlsConnected: Instant?
  /// Version, cipher suite and SRTP profile, those that are known.
  var security: [String] = []
  var dtlsFailure: String?

  var trackChanges: [TrackChange] = []
  /// What came and was of no use, late packets of media apart.
  var discarded = 0
  /// The layer that refused the first of them, and why.
  var firstDiscard: String?
  private(set) var streams: [StreamRecord] = []
  /// For look-up only: order is that of `streams`.
  private var streamIndices: [String: Int] = [:]

  init(name: String) { self.name = name }

  /// ICE has a pair and DTLS its keys, at this peer.
  var connected: Instant? {
    guard let ice = iceConnected ?? firstSelected, let dtls = dtlsConnected else { return nil }
    return max(ice, dtls)
  }

  mutating func add(_ kind: TraceEvent.Kind, at: Instant, uncertainty: Duration) {
    // The harness's own word, which says nothing of whether the peer was there.
    if case .harness(.processor(let passed, let running, let waiting)) = kind {
      if let span = ProcessorSpan(passed: passed, running: running, waiting: waiting, at: at) {
        processor.append(span)
      }
      return
    }
    eventCount += 1
    self.uncertainty = max(self.uncertainty, Limits.clamp(uncertainty))
    switch kind {
    case .signalling(let event): add(event, at: at)
    case .ice(let event): add(event, at: at)
    case .dtls(let event): add(event, at: at)
    case .media(.trackEnabled(let kind, let enabled)):
      trackChanges.append(TrackChange(at: at, kind: kind, enabled: enabled))
    case .media(let event):
      if let mid = event.mid { streams[index(mid: mid)].add(event, at: at) }
    case .discarded(let layer, let reason):
      // What comes too late to be played shows in freezes and concealment, and is the network's doing.
      guard layer != "playout" else { return }
      discarded += 1
      firstDiscard = firstDiscard ?? "\(layer): \(reason)"
    case .harness(.agent(let name, let version, let level)):
      member = CastMember(peer: self.name, implementation: name, version: version, level: level)
    case .script, .packet, .link, .harness, .planted, .unexplained: break
    }
  }

  mutating func setKind(_ kind: TrackKind, mid: String) {
    if let index = streamIndices[mid] { streams[index].kind = kind }
  }

  private mutating func index(mid: String) -> Int {
    if let index = streamIndices[mid] { return index }
    streamIndices[mid] = streams.count
    streams.append(StreamRecord(mid: mid))
    return streams.count - 1
  }

  private mutating func add(_ event: SignallingEvent, at: Instant) {
    switch event {
    case .described(_, let description):
      described.append(Timed(at: at, value: description))
    case .applied(let side, let description):
      applied.append(AppliedDescription(at: at, side: side, description: description))
    case .phone(let phone): phones.append(Timed(at: at, value: phone))
    case .failed(_, let reason): refusals.append(reason)
    case .done, .candidate: break
    }
  }

  private mutating func add(_ event: ICEEvent, at: Instant) {
    switch event {
    case .gathering(let state, let waitingFor):
      gathering.append(GatheringChange(at: at, state: state, waitingFor: waitingFor))
    case .candidate: firstCandidate = firstCandidate ?? at
    case .checkSent: firstCheck = firstCheck ?? at
    case .checkSucceeded(_, _, let roundTripTime):
      roundTripTimes.append(Limits.clamp(roundTripTime))
    case .selected: firstSelected = firstSelected ?? at
    case .state(.connected), .state(.completed): iceConnected = iceConnected ?? at
    case .state, .remoteCandidate, .checkFailed, .roleConflict, .consentExpired: break
    }
  }

  private mutating func add(_ event: DTLSEvent, at: Instant) {
    switch event {
    case .flight: firstFlight = firstFlight ?? at
    case .fingerprint(let verified, let algorithm, _, _):
      fingerprints.append(FingerprintCheck(verified: verified, algorithm: algorithm))
    case .connected(let version, let cipher, let profile):
      dtlsConnected = dtlsConnected ?? at
      // Some stacks say first that they are connected, and then how.
      let words = [version, cipher, profile].filter { !$0.isEmpty }
      if words.count > security.count { security = words }
    case .failed(let reason): dtlsFailure = dtlsFailure ?? reason
    case .started, .closed: break
    }
  }
}
