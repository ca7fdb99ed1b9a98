internal import SansIO
public import Trace

/// A trace, read once and sorted by peer and by section: what every number and every verdict is made from.
public struct Analysis: Sendable {
  public let header: TraceHeader
  /// Who called whom, what they agreed on, and when the call began and ended.
  public let call: CallFacts

  /// By `PeerID.index`.
  public let peers: [PeerRecord]
  public let script: ScriptRecord
  let emulator: EmulatorRecord
  /// By `LinkID.index`.
  public let links: [LinkRecord]
  /// What each of `call.exchanges` says, in the same order.
  public let agreements: [DescriptionFacts]
  /// By `PeerID.index`.
  public let numbers: [PeerNumbers]

  public init(_ trace: Trace) {
    header = trace.header
    var peers = trace.header.peers.map { PeerRecord(name: $0) }
    var links = trace.header.peers.map { _ in LinkRecord() }
    var script = ScriptRecord()
    var emulator = EmulatorRecord()
    var last = Instant.start
    for event in Self.inOrder(trace.events) {
      last = event.at
      switch event.subject {
      case .run:
        switch event.kind {
        case .script(let step): script.add(step, at: event.at)
        case .harness(let word): emulator.add(word)
        default: break
        }
      case .peer(let peer) where peers.indices.contains(peer.index):
        peers[peer.index].add(event.kind, at: event.at, uncertainty: event.uncertainty)
      case .link(let link) where links.indices.contains(link.index):
        links[link.index].add(event.kind, at: event.at)
      case .peer, .link: break
      }
    }
    call = CallFacts(peers: peers, script: script, last: last)
    agreements = call.exchanges.map { DescriptionFacts($0) }
    // Another call may use the same mid for another kind.
    for (exchange, facts) in zip(call.exchanges, agreements) {
      for section in facts.sections {
        guard let mid = section.mid, let kind = section.kind else { continue }
        for peer in [exchange.offerer, exchange.answerer] {
          peers[peer.index].setKind(kind, mid: mid)
        }
      }
    }
    self.peers = peers
    self.links = links
    self.script = script
    self.emulator = emulator
    let call = call
    let header = header
    numbers = peers.indices.map { index in
      let far = Self.farSide(of: index, of: peers.count, call)
      // What passes media on plays none of it.
      let source =
        Self.isRelay(index, far: far, header) ? nil : far.flatMap { Self.source(of: $0, header) }
      return PeerNumbers(
        peer: peers[index], far: far.map { peers[$0] }, source: source.map { peers[$0] }, call: call
      )
    }
  }

  /// The peer whose pictures and sound a peer receives: the far side, or whose media that one forwards.
  public func source(for index: Int) -> Int? {
    farSide(of: index).flatMap { Self.source(of: $0, header) }
  }

  private static func source(of far: Int, _ header: TraceHeader) -> Int? {
    let source = header.source(of: PeerID(index: far)).index
    return header.peers.indices.contains(source) ? source : nil
  }

  /// Whether a peer passes media on and shows none: it forwards, or the far side's media leaves by another peer.
  public func isRelay(_ index: Int) -> Bool { Self.isRelay(index, far: farSide(of: index), header) }

  private static func isRelay(_ index: Int, far: Int?, _ header: TraceHeader) -> Bool {
    if header.source(of: PeerID(index: index)).index != index { return true }
    guard let far else { return false }
    return header.peers.indices.contains { other in
      other != index && other != far
        && header.source(of: PeerID(index: other)) == PeerID(index: far)
    }
  }

  /// The peer at the other end of a peer's call; nil when there is none.
  public func farSide(of index: Int) -> Int? { Self.farSide(of: index, of: peers.count, call) }

  private static func farSide(of index: Int, of count: Int, _ call: CallFacts) -> Int? {
    if count == 2 { return 1 - index }
    for exchange in call.exchanges {
      if exchange.offerer.index == index { return exchange.answerer.index }
      if exchange.answerer.index == index { return exchange.offerer.index }
    }
    return nil
  }

  /// Events whose instants can be reckoned with, in the order of time; equal instants keep their order.
  private static func inOrder(_ events: [TraceEvent]) -> [TraceEvent] {
    var isOrdered = true
    var last = Instant.start
    for event in events {
      if event.at < last || !Limits.holds(event.at) {
        isOrdered = false
        break
      }
      last = event.at
    }
    if isOrdered { return events }
    let usable = events.enumerated().filter { Limits.holds($0.element.at) }
    return usable.sorted {
      ($0.element.at.nanoseconds, $0.offset) < ($1.element.at.nanoseconds, $1.offset)
    }.map(\.element)
  }
}
