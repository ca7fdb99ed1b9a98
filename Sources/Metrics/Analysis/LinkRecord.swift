public import SansIO
public import Trace

/// What the trace says of one peer's access link.
public struct LinkRecord: Sendable {
  /// One property of one direction over one period, as asked and as the packets got it.
  struct Measure: Hashable, Sendable {
    var direction: PacketEvent.Direction
    var from: Instant
    var name: String
    var asked: FixedDecimal?
    var measured: FixedDecimal?
    var unit: String
  }

  /// A packet that the link lost.
  public struct Drop: Hashable, Sendable {
    public var at: Instant
    /// In the capture, from 1; 0: it was for no address of the run, and is not there.
    public var number: Int
    public var direction: PacketEvent.Direction
    public var bytesOnWire: Int
    /// "loss", "queue full", "MTU".
    public var reason: String
  }

  public var sent = 0
  public var delivered = 0
  public var drops: [Drop] = []
  var measures: [Measure] = []

  mutating func add(_ kind: TraceEvent.Kind, at: Instant) {
    switch kind {
    case .packet(let packet):
      switch packet.fate {
      case .sent: sent += 1
      case .delivered: delivered += 1
      case .dropped(let reason):
        drops.append(
          Drop(
            at: at, number: packet.number, direction: packet.direction,
            bytesOnWire: Limits.count(packet.bytesOnWire), reason: reason))
      }
    case .link(.measured(let direction, let from, let name, let asked, let measured, let unit)):
      measures.append(
        Measure(
          direction: direction, from: from, name: name, asked: asked, measured: measured,
          unit: unit))
    default: break
    }
  }
}
