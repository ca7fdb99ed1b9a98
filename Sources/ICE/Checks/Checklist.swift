internal import SansIO

/// The pairs of one generation and the queue of triggered checks (RFC 8445 §6.1.2, §6.1.4.1).
struct Checklist: Sendable {
  /// RFC 8445 §6.1.2.5.
  static let limit = 100

  private(set) var pairs: [CandidatePair] = []
  /// Pair ids; also the nominating check waits here, at the front.
  private(set) var triggered: [Int] = []
  private var nextID = 0

  func index(id: Int) -> Int? { pairs.firstIndex { $0.id == id } }

  func index(base: SocketAddress, remote: SocketAddress) -> Int? {
    pairs.firstIndex { $0.local.base == base && $0.remote.address == remote }
  }

  /// How many checks are waiting or in progress.
  var activeCount: Int { pairs.count { $0.isActive } }

  var hasPending: Bool { pairs.contains { $0.isPending } }

  /// Changes one pair in place.
  mutating func update<Result>(
    _ index: Int, _ body: (inout CandidatePair) -> Result
  ) -> Result { body(&pairs[index]) }

  mutating func updateAll(_ body: (inout CandidatePair) -> Void) {
    for index in pairs.indices { body(&pairs[index]) }
  }

  /// Adds a pair and returns its id; nil when the list is full of pairs that matter more.
  ///
  /// The first pair of a foundation is waiting, the others frozen until it succeeds (RFC 8445 §6.1.2.6,
  /// RFC 8838 §12); a better one of the same foundation takes the place of one that was not sent yet.
  mutating func add(local: ICECandidate, remote: ICECandidate, role: ICERole) -> Int? {
    var pair = CandidatePair(id: nextID, local: local, remote: remote, role: role, isFrozen: false)
    guard makeRoom(for: pair) else { return nil }
    let siblings = pairs.indices.filter { pairs[$0].sharesFoundation(with: pair) }
    if !siblings.isEmpty && !siblings.contains(where: { pairs[$0].isSucceeded }) {
      let waiting = siblings.filter { pairs[$0].state == .waiting }
      let isBest =
        waiting.count == siblings.count
        && waiting.allSatisfy { pairs[$0].priority < pair.priority }
      if isBest {
        for index in waiting where !triggered.contains(pairs[index].id) { pairs[index].freeze() }
      } else {
        pair.freeze()
      }
    }
    nextID += 1
    pairs.append(pair)
    return pair.id
  }

  /// Drops the least useful pair of a full list: failed ones first, then the lowest priority not yet checked.
  private mutating func makeRoom(for pair: CandidatePair) -> Bool {
    guard pairs.count >= Self.limit else { return true }
    let failed = pairs.indices.filter { if case .failed = pairs[$0].state { true } else { false } }
    let unchecked = pairs.indices.filter {
      pairs[$0].priority < pair.priority
        && (pairs[$0].state == .frozen || pairs[$0].state == .waiting)
    }
    let victims = failed.isEmpty ? unchecked : failed
    guard let victim = victims.min(by: { pairs[$0].priority < pairs[$1].priority }) else {
      return false
    }
    let id = pairs[victim].id
    removeAll { $0.id == id }
    return true
  }

  mutating func removeAll(where isUnwanted: (CandidatePair) -> Bool) {
    let unwanted = pairs.filter(isUnwanted).map(\.id)
    guard !unwanted.isEmpty else { return }
    pairs.removeAll { unwanted.contains($0.id) }
    triggered.removeAll { unwanted.contains($0) }
  }

  mutating func trigger(_ id: Int, first: Bool = false) {
    if first {
      triggered.removeAll { $0 == id }
      triggered.insert(id, at: 0)
    } else if !triggered.contains(id) {
      triggered.append(id)
    }
  }

  mutating func clearTriggered() { triggered = [] }

  /// The pair whose turn it is (RFC 8445 §6.1.4.2): triggered first, then waiting, then frozen of an idle foundation.
  func nextToCheck() -> Int? {
    for id in triggered {
      if let index = index(id: id) { return index }
    }
    if let waiting = best({ $0.state == .waiting }) { return waiting }
    return best { pair in
      pair.state == .frozen
        && !pairs.contains { $0.isActive && $0.sharesFoundation(with: pair) }
    }
  }

  mutating func untrigger(_ id: Int) { triggered.removeAll { $0 == id } }

  /// RFC 8445 §7.2.5.3.3: success thaws the pairs of the same foundation.
  mutating func unfreeze(like pair: CandidatePair) {
    for index in pairs.indices
    where pairs[index].state == .frozen && pairs[index].sharesFoundation(with: pair) {
      pairs[index].wait()
    }
  }

  /// The pair of highest priority that meets a condition; of equals the first.
  func best(_ isWanted: (CandidatePair) -> Bool) -> Int? {
    var best: Int?
    for index in pairs.indices where isWanted(pairs[index]) {
      if best.map({ pairs[index].priority > pairs[$0].priority }) ?? true { best = index }
    }
    return best
  }
}
