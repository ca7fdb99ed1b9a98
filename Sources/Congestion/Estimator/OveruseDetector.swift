/// What the trend of the delay says about the bottleneck's queue.
enum BandwidthUsage: Hashable, Sendable {
  case normal
  /// The queue grows.
  case overuse
  /// The queue drains.
  case underuse
}

/// Compares the trend with a threshold that follows it, so that other traffic cannot starve this one.
///
/// libwebrtc: OveruseDetector, with its constants (Carlucci et al., "Analysis and design of the Google congestion control", 2016).
struct OveruseDetector: Sendable {
  private static let gainUp = 0.0087
  private static let gainDown = 0.039
  private static let shortestOveruse = 10.0
  private static let largestStep = 15.0

  private(set) var usage = BandwidthUsage.normal
  private var threshold = 12.5
  private var overusing: (milliseconds: Double, count: Int)?
  private var previous = 0.0

  /// - Parameters:
  ///   - trend: of `Trendline`.
  ///   - elapsed: milliseconds since the last update.
  mutating func update(trend: Double, elapsed: Double) {
    defer { previous = trend }
    if trend > threshold {
      let before = overusing ?? (milliseconds: elapsed / 2, count: 0)
      let now = (milliseconds: before.milliseconds + elapsed, count: before.count + 1)
      overusing = now
      if now.milliseconds > Self.shortestOveruse, now.count > 1, trend >= previous {
        usage = .overuse
        overusing = nil
      }
    } else {
      overusing = nil
      usage = trend < -threshold ? .underuse : .normal
    }
    adapt(to: trend, elapsed: elapsed)
  }

  private mutating func adapt(to trend: Double, elapsed: Double) {
    let size = trend.magnitude
    guard size <= threshold + Self.largestStep else { return }  // a spike
    let gain = size < threshold ? Self.gainDown : Self.gainUp
    threshold += gain * (size - threshold) * min(elapsed, 100)
    threshold = max(6, min(600, threshold))
  }
}
