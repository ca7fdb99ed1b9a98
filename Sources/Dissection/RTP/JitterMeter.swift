/// The interarrival jitter of RFC 3550 §6.4.1, of every packet in the order of arrival, in floating point.
struct JitterMeter: Sendable {
  let clockRate: Int
  /// In seconds.
  private(set) var value = 0.0
  private(set) var most = 0.0
  private var sum = 0.0
  private var count = 0
  private var last: (time: Int64, timestamp: UInt32)?

  init(clockRate: Int) { self.clockRate = max(1, clockRate) }

  var mean: Double { count == 0 ? 0 : sum / Double(count) }

  mutating func add(timestamp: UInt32, time: Int64) {
    defer { last = (time, timestamp) }
    guard let last else { return }
    let steps = Int32(bitPattern: timestamp &- last.timestamp)
    let difference = Double(time - last.time) / 1e9 - Double(steps) / Double(clockRate)
    value += (abs(difference) - value) / 16
    most = max(most, value)
    sum += value
    count += 1
  }
}
