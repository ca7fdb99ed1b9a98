public import Trace

extension Analysis {
  /// Whether the descriptions, or the peer itself, say that it receives that kind.
  public func receives(_ kind: TrackKind, _ index: Int) -> Bool {
    if peers[index].streams.contains(where: { $0.kind == kind && $0.isReceiving }) { return true }
    for (exchange, facts) in zip(call.exchanges, agreements) {
      for section in facts.sections(of: kind) {
        if exchange.offerer.index == index, section.offererReceives { return true }
        if exchange.answerer.index == index, section.answererReceives { return true }
      }
    }
    return false
  }
}
