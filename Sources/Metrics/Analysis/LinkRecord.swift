internal import SansIO
internal import Trace

/// What the trace says of one peer's access link.
struct LinkRecord: Sendable {
  /// One property of one direction over one period, as asked and as the packets got it.
  struct Measure: Hashable, Sendable {
    var direction: PacketEvent.Direction
    var from: Instant
    var name: String
    var asked: FixedDecimal?
    var measured: FixedDecimal?
    var unit: String
  }

  var delivered = 0
  var measures: [Measure] = []

  mutating func add(_ kind: TraceEvent.Kind) {
    switch kind {
    case .packet(let packet): if packet.fate == .delivered { delivered += 1 }
    case .link(.measured(let direction, let from, let name, let asked, let measured, let unit)):
      measures.append(
        Measure(
          direction: direction, from: from, name: name, asked: asked, measured: measured,
          unit: unit))
    default: break
    }
  }
}
