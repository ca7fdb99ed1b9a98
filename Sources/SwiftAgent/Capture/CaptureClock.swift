internal import SansIO

/// When a track's pictures or samples are taken: so many a second of the peer's own clock, numbered from 0.
struct CaptureClock {
  private static let second: Int64 = 1_000_000_000

  private let clock: PeerClock
  private let unitsPerSecond: Int64
  /// What the peer's clock had counted at unit 0; nil: not begun.
  private var origin: Int64?

  init(_ clock: PeerClock, unitsPerSecond: Int64) {
    self.clock = clock
    self.unitsPerSecond = unitsPerSecond
  }

  /// Unit 0 is now; changes nothing once begun.
  mutating func begin(at now: Instant) {
    if origin == nil { origin = clock.elapsed(at: now) }
  }

  /// Nil until begun.
  func instant(of unit: Int64) -> Instant? {
    origin.map { clock.instant(afterElapsed: $0 + nanoseconds(of: unit)) }
  }

  /// The first unit that is not taken before `now`.
  func unit(notBefore now: Instant) -> Int64 {
    guard let origin else { return 0 }
    let (seconds, rest) = (clock.elapsed(at: now) - origin)
      .quotientAndRemainder(dividingBy: Self.second)
    let unit = seconds * unitsPerSecond + rest * unitsPerSecond / Self.second
    return nanoseconds(of: unit) < seconds * Self.second + rest ? unit + 1 : unit
  }

  /// A unit's time in ticks of a codec's clock rate since the peer's clock started.
  func ticks(of unit: Int64, rate: Int64) -> Int64 {
    let (seconds, rest) = ((origin ?? 0) + nanoseconds(of: unit))
      .quotientAndRemainder(dividingBy: Self.second)
    return seconds * rate + rest * rate / Self.second
  }

  private func nanoseconds(of unit: Int64) -> Int64 {
    let (seconds, rest) = unit.quotientAndRemainder(dividingBy: unitsPerSecond)
    return seconds * Self.second + rest * Self.second / unitsPerSecond
  }
}
