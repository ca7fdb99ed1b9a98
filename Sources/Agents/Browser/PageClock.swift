/// How far CLOCK_MONOTONIC is from a page's `performance.now()`: bounds that every round trip narrows.
///
/// Both count the same seconds, so that the distance is a constant: the page's instant lies between question and
/// answer, each round trip gives a lowest and a highest distance, and the truth is in all of these ranges.
struct PageClock: Hashable {
  /// Browsers round their clocks to as much as this, in ns.
  private static let resolution: Int64 = 100_000

  private var bounds: ClosedRange<Int64>?

  /// Of CLOCK_MONOTONIC minus the page's clock, in ns; nil: never measured.
  var offset: Int64? { bounds.map { $0.lowerBound + ($0.upperBound - $0.lowerBound) / 2 } }

  /// How wrong `offset` may be, in ns.
  var uncertainty: Int64 { bounds.map { ($0.upperBound - $0.lowerBound + 1) / 2 } ?? 0 }

  /// One question that left and was answered at these instants, and what the page's clock said in between.
  mutating func add(sent: Int64, received: Int64, page: Int64) {
    guard received >= sent else { return }
    let now = sent - page - Self.resolution...received - page + Self.resolution
    // A range that shares nothing with the others says that the clock was moved: only it counts from now on.
    bounds = bounds.flatMap { $0.overlaps(now) ? $0.clamped(to: now) : nil } ?? now
  }
}
