public import SansIO

/// What came to a peer and was of no use, of one layer and for one reason.
public struct DiscardRecord: Hashable, Sendable {
  /// "stun", "srtp", "rtp".
  public var layer: String
  public var reason: String
  public var count: Int
  public var first: Instant
  public var last: Instant
}

extension [DiscardRecord] {
  /// More reasons than that are told apart by nobody; a hostile stream makes a new one with each packet.
  private static let limit = 256

  mutating func add(layer: String, reason: String, at: Instant) {
    if let index = firstIndex(where: { $0.layer == layer && $0.reason == reason }) {
      self[index].count += 1
      self[index].last = at
    } else if count < Self.limit {
      append(DiscardRecord(layer: layer, reason: reason, count: 1, first: at, last: at))
    }
  }
}
