internal import LinuxIO
internal import SansIO

/// The clock of one live run: CLOCK_MONOTONIC since its origin, and what the wall showed then.
final class RunClock {
  /// Before `begin`: when the clock was made.
  private(set) var origin: Int64
  private(set) var epochUnixNanoseconds: Int64

  init() {
    origin = monotonicNanoseconds()
    epochUnixNanoseconds = realtimeNanoseconds()
  }

  /// The run begins now.
  func begin() {
    origin = monotonicNanoseconds()
    epochUnixNanoseconds = realtimeNanoseconds()
  }

  var now: Instant { instant(monotonicNanoseconds()) }

  func instant(_ monotonic: Int64) -> Instant { Instant(nanoseconds: monotonic - origin) }
}
