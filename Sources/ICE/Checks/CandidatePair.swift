internal import SansIO

/// One local and one remote candidate (RFC 8445 §6.1.2.2), and how far its check is.
///
///     frozen ──> waiting ──> inProgress ──> succeeded ──> failed (nomination unanswered, consent lost)
///                   ^            │
///                   └─ failed <──┘          a request from the far side makes failed waiting again (§7.3.1.4)
///
/// The local candidate is always a host candidate: a reflexive one would be replaced by its base and then pruned,
/// since the host candidate has the higher priority (RFC 8445 §6.1.2.4). What the far side sees is `mapped`.
struct CandidatePair: Sendable {
  /// Transmissions of one check; each is a transaction of its own, so that its round trip is exact.
  struct Progress: Hashable, Sendable {
    var firstSentAt: Instant
    var transmissions: Int
    var dueAt: Instant
  }

  /// RFC 8445 §6.1.2.6.
  enum State: Hashable, Sendable {
    case frozen, waiting
    case inProgress(Progress)
    case succeeded(mapped: ICECandidate, roundTripTime: Duration)
    case failed(reason: String)
  }

  /// RFC 8445 §8.
  enum Nomination: Hashable, Sendable {
    case none
    /// Controlled: USE-CANDIDATE came before our own check succeeded (§7.3.1.5).
    case awaitingCheck
    /// Controlling: chosen; the check with USE-CANDIDATE waits for its slot.
    case chosen
    case inProgress(Progress)
    case nominated
  }

  let id: Int
  let local: ICECandidate
  private(set) var remote: ICECandidate
  private(set) var priority: UInt64
  private(set) var state: State
  private(set) var nomination = Nomination.none
  /// The far side's ufrag in a request that came before its description did.
  var earlyUfrag: String?
  /// The last answer that could not be authenticated: it explains a later failure.
  var lastRefusal: String?

  init(
    id: Int, local: ICECandidate, remote: ICECandidate, role: ICERole, isFrozen: Bool
  ) {
    self.id = id
    self.local = local
    self.remote = remote
    self.state = isFrozen ? .frozen : .waiting
    self.priority = Self.priority(local, remote, role)
  }

  var isPending: Bool {
    switch state {
    case .frozen, .waiting, .inProgress: true
    case .succeeded, .failed: false
    }
  }

  var isInProgress: Bool { if case .inProgress = state { true } else { false } }
  var isSucceeded: Bool { if case .succeeded = state { true } else { false } }

  /// Waiting or in progress: what RTO and unfreezing count.
  var isActive: Bool { state == .waiting || isInProgress }

  var isNominated: Bool { isSucceeded && nomination == .nominated }

  var isBeingNominated: Bool {
    switch nomination {
    case .chosen, .inProgress: true
    case .none, .awaitingCheck, .nominated: false
    }
  }

  func sharesFoundation(with other: CandidatePair) -> Bool {
    local.foundation == other.local.foundation && remote.foundation == other.remote.foundation
  }

  /// The pair as users see it, once it is valid.
  var usable: SelectedPair? {
    guard case .succeeded(let mapped, let roundTripTime) = state else { return nil }
    return SelectedPair(local: mapped, remote: remote, roundTripTime: roundTripTime)
  }

  mutating func wait() { state = .waiting }

  mutating func freeze() { state = .frozen }

  /// Notes a transmission of the ordinary or of the nominating check.
  mutating func transmitted(at now: Instant, rto: Duration) {
    if isBeingNominated {
      var progress = Progress(firstSentAt: now, transmissions: 0, dueAt: now)
      if case .inProgress(let earlier) = nomination { progress = earlier }
      nomination = .inProgress(Self.next(progress, now, rto))
    } else {
      var progress = Progress(firstSentAt: now, transmissions: 0, dueAt: now)
      if case .inProgress(let earlier) = state { progress = earlier }
      state = .inProgress(Self.next(progress, now, rto))
    }
  }

  private static func next(_ progress: Progress, _ now: Instant, _ rto: Duration) -> Progress {
    Progress(
      firstSentAt: progress.firstSentAt, transmissions: progress.transmissions + 1,
      dueAt: now + rto)
  }

  /// What is being transmitted: the ordinary check, or the nominating one.
  var progress: Progress? {
    if case .inProgress(let progress) = nomination { return progress }
    if case .inProgress(let progress) = state { return progress }
    return nil
  }

  mutating func succeed(mapped: ICECandidate, roundTripTime: Duration) {
    state = .succeeded(mapped: mapped, roundTripTime: roundTripTime)
    lastRefusal = nil
  }

  mutating func fail(_ reason: String) {
    state = .failed(reason: reason)
    nomination = .none
  }

  /// The far side asked for this pair before our check of it succeeded.
  mutating func awaitCheckToNominate() { nomination = .awaitingCheck }

  mutating func chooseToNominate() { nomination = .chosen }

  mutating func nominate() { nomination = .nominated }

  mutating func abandonNomination() {
    if nomination != .nominated { nomination = .none }
  }

  /// Signalling told more about a candidate first met in a request (RFC 8838 §11.4 keeps the pair).
  mutating func update(remote: ICECandidate, role: ICERole) {
    self.remote = remote
    priority = Self.priority(local, remote, role)
  }

  mutating func update(role: ICERole) {
    priority = Self.priority(local, remote, role)
  }

  /// RFC 8445 §6.1.2.3; candidates' priorities have 31 bits, so that nothing overflows.
  private static func priority(
    _ local: ICECandidate, _ remote: ICECandidate, _ role: ICERole
  ) -> UInt64 {
    let controlling = UInt64(role == .controlling ? local.priority : remote.priority)
    let controlled = UInt64(role == .controlling ? remote.priority : local.priority)
    return min(controlling, controlled) << 32 &+ 2 &* max(controlling, controlled)
      &+ (controlling > controlled ? 1 : 0)
  }
}
