extension Dissector {
  /// Links of the chain that held, in words without a full stop; nil: broken, or not in the capture.
  public struct Held: Hashable, Sendable {
    public var checks: String?
    public var dtls: String?
    public var loss: String?
  }

  /// What clears suspects.
  public var held: Held {
    var held = Held()
    if let flow = flows.first(where: { $0.stun.hasSuccess }) {
      held.checks = "checks between \(flow.first) and \(flow.second) are answered"
    }
    if let flow = flows.first(where: { $0.dtls.isComplete }) {
      held.dtls = "the handshake between \(flow.first) and \(flow.second) comes to its end"
    }
    let streams = flows.flatMap(\.streams)
    let (lost, expected) = streams.reduce((0, 0)) {
      ($0.0 + $1.sequence.lost, $0.1 + $1.sequence.expected)
    }
    // One in a thousand is nothing that anybody sees.
    if expected > 0, lost * 1000 <= expected { held.loss = "\(lost) of \(expected) packets lost" }
    return held
  }
}
