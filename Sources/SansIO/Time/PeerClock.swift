/// A peer's own clock: the run's clock with a wall-clock epoch, a constant offset and a rate error.
///
/// A wrong clock is a setting of the scenario, never an accident of the machine.
public struct PeerClock: Hashable, Sendable {
  /// The epoch of every simulated run: 2026-01-01T00:00:00Z.
  public static let simulatedEpoch: Int64 = 1_767_225_600_000_000_000

  /// Simulated: a constant. Live: read once, when the run starts.
  public var epochUnixNanoseconds: Int64
  public var offsetNanoseconds: Int64
  /// Integer, so that 1 ppm is exactly 60 µs a minute.
  public var driftPartsPerBillion: Int64

  public init(
    epochUnixNanoseconds: Int64 = PeerClock.simulatedEpoch, offsetNanoseconds: Int64 = 0,
    driftPartsPerBillion: Int64 = 0
  ) {
    self.epochUnixNanoseconds = epochUnixNanoseconds
    self.offsetNanoseconds = offsetNanoseconds
    self.driftPartsPerBillion = driftPartsPerBillion
  }

  /// What this clock shows at an instant of the run, in nanoseconds since 1970.
  public func unixNanoseconds(at now: Instant) -> Int64 {
    epochUnixNanoseconds + offsetNanoseconds + elapsed(at: now)
  }

  /// What this clock shows as an NTP timestamp (RFC 5905 §6): seconds since 1900 in the upper 32 bits.
  public func ntpTimestamp(at now: Instant) -> UInt64 {
    let unix = unixNanoseconds(at: now)
    let seconds = unix / 1_000_000_000
    let nanoseconds = unix % 1_000_000_000
    return UInt64(truncatingIfNeeded: seconds + 2_208_988_800) << 32
      | UInt64(truncatingIfNeeded: (nanoseconds << 32) / 1_000_000_000)
  }

  /// Nanoseconds that this clock counts between the start of the run and an instant.
  public func elapsed(at now: Instant) -> Int64 {
    let (seconds, rest) = now.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return now.nanoseconds + seconds * driftPartsPerBillion
      + rest * driftPartsPerBillion / 1_000_000_000
  }

  /// The instant at which this clock has counted `nanoseconds` since the start: the first not before it.
  public func instant(afterElapsed nanoseconds: Int64) -> Instant {
    let scale = 1_000_000_000 + driftPartsPerBillion
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: scale)
    var guess = Instant(nanoseconds: seconds * 1_000_000_000 + rest * 1_000_000_000 / scale)
    while elapsed(at: guess) < nanoseconds { guess = Instant(nanoseconds: guess.nanoseconds + 1) }
    return guess
  }
}
