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
  /// The first offer of the call, answered or not, as it took effect at the far side, else as it was made.
  public var offer: Description?
  /// The first answer of the call, likewise.
  public var answer: Description?
  /// When the caller's first offer was created.
  public var offerCreated: Instant?
  /// When the callee took the call: ringing is not the stack's time.
  public var accepted: Instant?
  /// The later of the two: what connection and first frame are counted from. Nil unless both happened.
  public var zero: Instant?
  /// When a peer hung up, else the end of the script, else the last event.
  public var end: Instant = .start

  public init() {}
}

extension CallFacts {
  init(peers: [PeerRecord], script: ScriptRecord, last: Instant) {
    self.init()
    func first(_ fits: (PeerRecord) -> Bool) -> PeerID? {
      peers.firstIndex(where: fits).map { PeerID(index: $0) }
    }
    func applies(_ peer: PeerRecord, _ kind: Description.Kind, _ side: SignallingEvent.Side) -> Bool
    {
      peer.applied.contains { $0.side == side && $0.description.kind == kind }
    }
    caller =
      first { $0.phones.contains { $0.value == .dialing } }
      ?? first { $0.described.contains { $0.value.kind == .offer } }
      ?? first { applies($0, .offer, .local) }
    callee =
      first { $0.phones.contains { $0.value == .ringing } }
      ?? first { $0.described.contains { $0.value.kind == .answer } }
      ?? first { applies($0, .offer, .remote) }
    exchanges = Self.exchanges(peers)
    offer = Self.description(.offer, peers)
    answer = Self.description(.answer, peers)
    offerCreated = caller.flatMap { peers[$0.index].offerCreated }
    accepted = callee.flatMap { peers[$0.index].accepted(script) }
    if let offerCreated, let accepted { zero = max(offerCreated, accepted) }

    let hangUps =
      peers.compactMap { $0.phones.first { $0.value == .disconnected }?.at }
      + script.steps.filter { $0.text.hasSuffix(" hangs up") }.map(\.began)
    end = hangUps.min() ?? script.ended ?? last
  }

  /// Each answer that took effect at the offerer, with the offer that had taken effect at the answerer before it.
  private static func exchanges(_ peers: [PeerRecord]) -> [Exchange] {
    var arrivals: [(at: Instant, peer: PeerID, description: Description)] = []
    for (index, peer) in peers.enumerated() {
      for applied in peer.applied where applied.side == .remote {
        arrivals.append((applied.at, PeerID(index: index), applied.description))
      }
    }
    // An answer arrives after its offer; at one instant, the offer is the earlier of the two.
    arrivals.sort {
      ($0.at.nanoseconds, $0.description.kind == .offer ? 0 : 1, $0.peer.index)
        < ($1.at.nanoseconds, $1.description.kind == .offer ? 0 : 1, $1.peer.index)
    }
    var exchanges: [Exchange] = []
    var pending: [(peer: PeerID, offer: Description)] = []
    for arrival in arrivals {
      switch arrival.description.kind {
      case .offer: pending.append((arrival.peer, arrival.description))
      case .answer:
        let others = pending.indices.filter { pending[$0].peer != arrival.peer }
        // Calls may overlap: the offer that this peer made, where that can be told.
        let own = others.last { peers[arrival.peer.index].made(pending[$0].offer) }
        guard let index = own ?? others.last else { continue }
        let offered = pending.remove(at: index)
        exchanges.append(
          Exchange(
            offerer: arrival.peer, answerer: offered.peer, offer: offered.offer,
            answer: arrival.description))
      }
    }
    return exchanges
  }

  private static func description(_ kind: Description.Kind, _ peers: [PeerRecord]) -> Description? {
    func earliest(_ found: [Timed<Description>]) -> Description? {
      found.min { $0.at < $1.at }?.value
    }
    let applied = peers.flatMap { peer in
      peer.applied.filter { $0.side == .remote && $0.description.kind == kind }
        .map { Timed(at: $0.at, value: $0.description) }
    }
    let made = peers.flatMap { peer in peer.described.filter { $0.value.kind == kind } }
    return earliest(applied) ?? earliest(made)
  }
}

extension PeerRecord {
  /// When its first offer was created.
  var offerCreated: Instant? { described.first { $0.value.kind == .offer }?.at }

  /// When it took the call that rang.
  func accepted(_ script: ScriptRecord) -> Instant? {
    guard phones.contains(where: { $0.value == .ringing }) || offerCreated == nil else {
      return nil
    }
    let phone = phones.first { $0.value == .connected }?.at
    return earliest(phone, script.steps.first { $0.text == "\(name) answers" }?.began)
  }

  fileprivate func made(_ offer: Description) -> Bool {
    described.contains { $0.value == offer }
      || applied.contains { $0.side == .local && $0.description == offer }
  }
}
