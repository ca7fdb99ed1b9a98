/// How fast the timestamps of a stream run, by the clock of the capture: packets that came in order, pauses left out.
struct TimestampMeter: Sendable {
  /// A sender that rests may count on or not; a clock that was set counts anything.
  private static let longestStep: Int64 = 1_000_000_000
  /// Less time, or fewer packets, tell nothing.
  private static let leastTime: Int64 = 3_000_000_000
  private static let leastCount = 20

  private var last: (time: Int64, timestamp: UInt32)?
  private var time: Int64 = 0
  private var ticks: Int64 = 0
  private var count = 0

  mutating func add(_ timestamp: UInt32, time now: Int64) {
    defer { last = (now, timestamp) }
    guard let last, abs(now - last.time) < Self.longestStep else { return }
    time += now - last.time
    ticks += Int64(Int32(bitPattern: timestamp &- last.timestamp))
    count += 1
  }

  /// Ticks a second; nil: there is too little to tell.
  var rate: Double? {
    guard time >= Self.leastTime, count >= Self.leastCount else { return nil }
    return Double(ticks) * 1e9 / Double(time)
  }
}
