public import SansIO
public import Trace

/// What the trace says of one peer.
public struct PeerRecord: Sendable {
  public struct GatheringChange: Hashable, Sendable {
    public var at: Instant
    public var state: ICEEvent.Gathering
    public var waitingFor: [String]
  }

  struct TrackChange: Hashable, Sendable {
    var at: Instant
    var kind: TrackKind
    var enabled: Bool
  }

  public struct AppliedDescription: Hashable, Sendable {
    public var at: Instant
    public var side: SignallingEvent.Side
    public var description: Description
  }

  public struct FingerprintCheck: Hashable, Sendable {
    public var at: Instant
    public var verified: Bool
    public var algorithm: String
    public var expected: String
    public var actual: String
  }

  /// A local candidate; `server`: the one that it was learnt from, where that is told.
  public struct LocalCandidate: Hashable, Sendable {
    public var at: Instant
    public var kind: String
    public var address: SocketAddress
    public var server: String?
  }

  public struct Flight: Hashable, Sendable {
    public var at: Instant
    public var datagrams: Int
    public var byteCount: Int
    public var isRetransmission: Bool
  }

  public let name: String
  var eventCount = 0
  /// What runs as this peer, where it said so.
  var implementation: PeerImplementation?
  /// The largest of its instants; zero when simulated.
  var uncertainty = Duration.zero

  public var phones: [Timed<SignallingEvent.Phone>] = []
  public var described: [Timed<Description>] = []
  public var applied: [AppliedDescription] = []
  /// Commands that it could not carry out, in its own words.
  public var refusals: [Timed<String>] = []

  public var gathering: [GatheringChange] = []
  public var candidates: [LocalCandidate] = []
  /// Kinds of the far side's candidates as this peer was given them.
  public var remoteCandidates: [Timed<String>] = []
  public var checksSent = 0
  public var checksFailed: [Timed<String>] = []
  public var firstCheck: Instant?
  public var firstSelected: Instant?
  public var iceConnected: Instant?
  public var iceStates: [Timed<ICEEvent.ConnectionState>] = []
  public var consentExpired: Instant?
  public var roundTripTimes: [Duration] = []
  /// In the order of time; none when simulated.
  var processor: [ProcessorSpan] = []

  public var dtlsRole: DTLSEvent.Role?
  public var flights: [Flight] = []
  public var fingerprints: [FingerprintCheck] = []
  public var dtlsConnected: Instant?
  /// Version, cipher suite and SRTP profile, those that are known.
  public var security: [String] = []
  public var dtlsFailure: Timed<String>?

  var trackChanges: [TrackChange] = []
  /// What came and was of no use, late packets of media apart.
  var discarded = 0
  /// The layer that refused the first of them, and why.
  var firstDiscard: String?
  /// By layer and reason, in the order of the first; late packets of media too.
  public private(set) var discards: [DiscardRecord] = []
  public private(set) var streams: [StreamRecord] = []
  /// For look-up only: order is that of `streams`.
  private var streamIndices: [String: Int] = [:]

  init(name: String) { self.name = name }

  /// ICE has a pair and DTLS its keys, at this peer.
  public var connected: Instant? {
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
      discards.add(layer: layer, reason: reason, at: at)
      // What comes too late to be played shows in freezes and concealment, and is the network's doing; a section that is
      // rejected is no message.
      guard layer != "playout", layer != "sdp" else { return }
      discarded += 1
      firstDiscard = firstDiscard ?? "\(layer): \(reason)"
    case .harness(.agent(let name, let version, let level)):
      implementation = PeerImplementation(
        peer: self.name, implementation: name, version: version, level: level)
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
    case .failed(_, let reason): refusals.append(Timed(at: at, value: reason))
    case .done, .candidate: break
    }
  }

  private mutating func add(_ event: ICEEvent, at: Instant) {
    switch event {
    case .gathering(let state, let waitingFor):
      gathering.append(GatheringChange(at: at, state: state, waitingFor: waitingFor))
    case .candidate(let kind, let address, let server):
      candidates.append(LocalCandidate(at: at, kind: kind, address: address, server: server))
    case .remoteCandidate(let kind, _): remoteCandidates.append(Timed(at: at, value: kind))
    case .checkSent:
      firstCheck = firstCheck ?? at
      checksSent += 1
    case .checkFailed(_, _, let reason): checksFailed.append(Timed(at: at, value: reason))
    case .checkSucceeded(_, _, let roundTripTime):
      roundTripTimes.append(Limits.clamp(roundTripTime))
    case .selected: firstSelected = firstSelected ?? at
    case .state(let state):
      iceStates.append(Timed(at: at, value: state))
      if state == .connected || state == .completed { iceConnected = iceConnected ?? at }
    case .consentExpired: consentExpired = consentExpired ?? at
    case .roleConflict: break
    }
  }

  private mutating func add(_ event: DTLSEvent, at: Instant) {
    switch event {
    case .flight(let datagrams, let byteCount, let retransmission):
      flights.append(
        Flight(
          at: at, datagrams: Limits.count(datagrams), byteCount: Limits.count(byteCount),
          isRetransmission: retransmission))
    case .fingerprint(let verified, let algorithm, let expected, let actual):
      fingerprints.append(
        FingerprintCheck(
          at: at, verified: verified, algorithm: algorithm, expected: expected, actual: actual))
    case .connected(let version, let cipher, let profile):
      dtlsConnected = dtlsConnected ?? at
      // Some stacks say first that they are connected, and then how.
      let words = [version, cipher, profile].filter { !$0.isEmpty }
      if words.count > security.count { security = words }
    case .failed(let reason): dtlsFailure = dtlsFailure ?? Timed(at: at, value: reason)
    case .started(let role): dtlsRole = dtlsRole ?? role
    case .closed: break
    }
  }
}
