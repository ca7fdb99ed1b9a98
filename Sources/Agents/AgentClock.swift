internal import LinuxIO
internal import SansIO

/// The run's clock in this process: the machine's monotonic clock, counted from the run's origin.
struct AgentClock {
  /// CLOCK_MONOTONIC when the run began, in nanoseconds.
  var origin: Int64 = 0

  var now: Instant { Instant(nanoseconds: monotonicNanoseconds() &- origin) }

  /// The same moment on the machine's clock, in nanoseconds.
  func monotonic(_ instant: Instant) -> Int64 { instant.nanoseconds &+ origin }
}
