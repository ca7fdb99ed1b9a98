/// RTP ticks as nanoseconds and back; wraps instead of trapping, since ticks come from the wire.
public struct MediaClock: Hashable, Sendable {
  /// Ticks a second, above 0.
  public let rate: Int64

  public init(rate: Int) { self.rate = Int64(max(1, rate)) }

  public func nanoseconds(_ ticks: Int64) -> Int64 {
    let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: rate)
    return seconds &* 1_000_000_000 &+ rest &* 1_000_000_000 / rate
  }

  public func ticks(nanoseconds: Int64) -> Int64 {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return seconds &* rate &+ rest &* rate / 1_000_000_000
  }
}
