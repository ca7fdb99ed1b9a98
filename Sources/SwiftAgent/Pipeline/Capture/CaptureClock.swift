internal import RTP
internal import SansIO

/// When a track's pictures or samples are taken: so many a second of the peer's own clock, numbered from 0.
struct CaptureClock {
  private let clock: PeerClock
  private let units: MediaClock
  /// What the peer's clock had counted at unit 0; nil: not begun.
  private var origin: Int64?

  init(_ clock: PeerClock, unitsPerSecond: Int) {
    self.clock = clock
    units = MediaClock(rate: unitsPerSecond)
  }

  /// Unit 0 is now; changes nothing once begun.
  mutating func begin(at now: Instant) {
    if origin == nil { origin = clock.elapsed(at: now) }
  }

  /// Nil until begun.
  func instant(of unit: Int64) -> Instant? {
    origin.map { clock.instant(afterElapsed: $0 + units.nanoseconds(unit)) }
  }

  /// The first unit that is not taken before `now`.
  func unit(notBefore now: Instant) -> Int64 {
    guard let origin else { return 0 }
    let elapsed = clock.elapsed(at: now) - origin
    let unit = units.ticks(nanoseconds: elapsed)
    return units.nanoseconds(unit) < elapsed ? unit + 1 : unit
  }

  /// A unit's time in ticks of a codec's clock rate since the peer's clock started.
  func ticks(of unit: Int64, rate: Int) -> Int64 {
    MediaClock(rate: rate).ticks(nanoseconds: (origin ?? 0) + units.nanoseconds(unit))
  }
}
