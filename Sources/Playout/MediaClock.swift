/// RTP ticks as nanoseconds; wraps instead of trapping, since ticks come from the wire.
struct MediaClock: Hashable, Sendable {
  /// Ticks a second, above 0.
  let rate: Int64

  init(rate: Int) { self.rate = Int64(max(1, rate)) }

  func nanoseconds(_ ticks: Int64) -> Int64 {
    let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: rate)
    return seconds &* 1_000_000_000 &+ rest * 1_000_000_000 / rate
  }

  func ticks(nanoseconds: Int64) -> Int64 {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return seconds &* rate &+ rest * rate / 1_000_000_000
  }
}

extension Int64 {
  static func milliseconds(_ count: Int64) -> Int64 { count * 1_000_000 }
}
