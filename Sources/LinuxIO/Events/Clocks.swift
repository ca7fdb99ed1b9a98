internal import CLinux

/// CLOCK_MONOTONIC, the clock of a run, in nanoseconds.
public func monotonicNanoseconds() -> Int64 { linux_monotonic_ns() }

/// CLOCK_REALTIME, the clock of captures, in nanoseconds since 1970.
public func realtimeNanoseconds() -> Int64 { linux_realtime_ns() }

/// How soon the calling thread runs when its time has come.
public enum Scheduling {
  /// Gives the calling thread a SCHED_FIFO priority (1 to 99); false: not allowed.
  public static func tryRealTime(priority: Int) -> Bool {
    linux_try_real_time(Int32(clamping: priority)) == 0
  }

  /// How much later than asked the kernel may wake the calling thread, to save work; the default is 50,000.
  public static func setTimerSlack(nanoseconds: Int) {
    _ = linux_set_timer_slack(UInt(max(1, nanoseconds)))
  }
}
