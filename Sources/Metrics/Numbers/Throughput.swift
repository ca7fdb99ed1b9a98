internal import SansIO
internal import Trace

/// Received bits a second: the mean over the time with media, in buckets of one second.
struct Throughput: Sendable {
  static let bucket: Int64 = 1_000_000_000

  /// Kilobits a second.
  let mean: Double
  /// Half the width of the 95 % interval, of whole buckets; nil when there are fewer than three.
  let halfWidth: Double?
  /// When each whole bucket began, and its kilobits a second.
  let buckets: [(at: Instant, kbps: Double)]
  let length: Duration

  /// - Parameter from: the first packet. Nil when no time passes between it and the last sample before `end`.
  init?(samples: [Timed<StreamSample>], from: Instant, end: Instant) {
    let before = samples.last { $0.at <= from }?.value.bytes ?? 0
    var totals = [(at: from, bytes: Double(before))]
    for sample in samples where sample.at > from && sample.at <= end {
      totals.append((sample.at, max(totals[totals.count - 1].bytes, Double(sample.value.bytes))))
    }
    guard let first = totals.first, let last = totals.last, last.at > first.at else { return nil }
    let span = last.at.nanoseconds - first.at.nanoseconds
    length = .nanoseconds(span)
    mean = (last.bytes - first.bytes) * 8e6 / Double(span)

    var buckets: [(at: Instant, kbps: Double)] = []
    var index = 0
    var begin = first
    // A stream this long is charted no further; its mean is exact all the same.
    while buckets.count < 100_000 {
      let edge = Instant(nanoseconds: begin.at.nanoseconds + Self.bucket)
      guard edge <= last.at else { break }
      while totals[index + 1].at < edge { index += 1 }
      let (a, b) = (totals[index], totals[index + 1])
      let part =
        Double(edge.nanoseconds - a.at.nanoseconds) / Double(b.at.nanoseconds - a.at.nanoseconds)
      let bytes = a.bytes + (b.bytes - a.bytes) * part
      buckets.append((begin.at, (bytes - begin.bytes) * 8 / 1000))
      begin = (edge, bytes)
    }
    self.buckets = buckets
    halfWidth = Self.halfWidth(buckets.map(\.kbps))
  }

  private static func halfWidth(_ values: [Double]) -> Double? {
    guard values.count >= 3 else { return nil }
    let n = Double(values.count)
    let mean = values.reduce(0, +) / n
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1)
    return studentT95(degreesOfFreedom: values.count - 1) * (variance / n).squareRoot()
  }
}
