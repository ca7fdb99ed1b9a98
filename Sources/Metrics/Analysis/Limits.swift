internal import SansIO
internal import Trace

/// Bounds within which sums and differences of what a trace says cannot overflow; a saved trace is input like any other.
enum Limits {
  /// 347 days: longer than any run.
  static let latest: Int64 = 30_000_000_000_000_000

  /// More than any counter of a run reaches.
  private static let most: Int64 = 1_000_000_000_000_000

  static func holds(_ at: Instant) -> Bool { (0...latest).contains(at.nanoseconds) }

  static func count(_ value: Int64) -> Int64 { max(0, min(most, value)) }

  static func count(_ value: Int) -> Int { Int(count(Int64(value))) }

  static func clamp(_ duration: Duration) -> Duration {
    max(.zero, min(.nanoseconds(latest), duration))
  }

  static func clamp(_ sample: StreamSample) -> StreamSample {
    var sample = sample
    sample.packets = count(sample.packets)
    sample.bytes = count(sample.bytes)
    sample.retransmittedPackets = count(sample.retransmittedPackets)
    sample.lostPackets = count(sample.lostPackets)
    sample.cumulativeLost = count(sample.cumulativeLost)
    sample.jitter = clamp(sample.jitter)
    return sample
  }
}
