internal import SansIO
internal import Trace

/// A stretch of a live run, and how long that thread of a peer ran and waited for a processor which waited longest.
struct ProcessorSpan: Hashable, Sendable {
  /// In each second: one that waits half the time gets at most half of what it could use.
  static let limit = Duration.milliseconds(500)

  let span: Span
  let running: Duration
  let waiting: Duration

  /// Nil: nothing passed, or no time that a run can have.
  init?(passed: Duration, running: Duration, waiting: Duration, at: Instant) {
    let passed = Limits.clamp(passed)
    span = Span(from: max(.start, at - passed), to: at)
    guard span.nanoseconds > 0 else { return nil }
    self.running = Limits.clamp(running)
    self.waiting = Limits.clamp(waiting)
  }

  /// In each second of it.
  var waitingPerSecond: Duration {
    let nanoseconds = Double(waiting.nanoseconds) * 1e9 / Double(span.nanoseconds)
    return .nanoseconds(Int64(min(nanoseconds, 1e15)))
  }

  /// The machine, and not the stack, decided when things were done.
  var isStarved: Bool { waitingPerSecond > Self.limit }
}
