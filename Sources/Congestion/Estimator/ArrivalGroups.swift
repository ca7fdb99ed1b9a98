internal import SansIO

/// Puts packets that left together into groups, and tells how the time between groups changed on the way.
///
/// As in libwebrtc's InterArrival: a sender's burst of 5 ms counts as one, and so does what the network let go at once.
struct ArrivalGroups: Sendable {
  /// How two groups that followed each other left and came, in milliseconds.
  struct Delta: Hashable, Sendable {
    var sent: Double
    var arrived: Double
  }

  private struct Group: Sendable {
    var firstSent: Int64
    var lastSent: Int64
    var firstArrived: Instant
    var lastArrived: Instant
  }

  private static let burst: Int64 = 5_000_000
  private static let longestBurst: Int64 = 100_000_000

  private var current: Group?
  private var previous: Group?

  /// - Parameter sent: nanoseconds on the sender's clock.
  /// - Returns: the change between the last two groups, when this packet begins a new one.
  mutating func received(sent: Int64, at now: Instant) -> Delta? {
    guard var group = current else {
      current = Group(firstSent: sent, lastSent: sent, firstArrived: now, lastArrived: now)
      return nil
    }
    if sent < group.firstSent { return nil }  // reordered on the way: of no use
    if sent - group.firstSent <= Self.burst || isBurst(group, sent: sent, at: now) {
      group.lastSent = max(group.lastSent, sent)
      group.lastArrived = now
      current = group
      return nil
    }
    defer {
      previous = group
      current = Group(firstSent: sent, lastSent: sent, firstArrived: now, lastArrived: now)
    }
    guard let previous else { return nil }
    return Delta(
      sent: Double(group.lastSent - previous.lastSent) / 1e6,
      arrived: Double((group.lastArrived - previous.lastArrived).nanoseconds) / 1e6)
  }

  /// Came right behind the group, closer than it was sent: the network had held both.
  private func isBurst(_ group: Group, sent: Int64, at now: Instant) -> Bool {
    let arrivedApart = (now - group.lastArrived).nanoseconds
    return arrivedApart <= Self.burst && arrivedApart < sent - group.lastSent
      && (now - group.firstArrived).nanoseconds < Self.longestBurst
  }
}
