/// The slope of the queueing delay over time: a line fitted through the last 20 groups.
///
/// libwebrtc: TrendlineEstimator, with its window, smoothing and gain.
struct Trendline: Sendable {
  private static let window = 20
  private static let smoothing = 0.9
  private static let gain = 4.0
  private static let mostDeltas = 60

  private var points: [(arrived: Double, delay: Double)] = []
  private var arrived = 0.0
  private var accumulated = 0.0
  private var smoothed = 0.0
  private var deltas = 0

  /// The slope, weighted with how much was seen, to compare with the detector's threshold; milliseconds.
  mutating func update(_ delta: ArrivalGroups.Delta) -> Double {
    deltas = min(deltas + 1, Self.mostDeltas)
    arrived += delta.arrived
    accumulated += delta.arrived - delta.sent
    smoothed = Self.smoothing * smoothed + (1 - Self.smoothing) * accumulated
    points.append((arrived, smoothed))
    guard points.count >= Self.window else { return 0 }
    if points.count > Self.window { points.removeFirst() }
    return Double(deltas) * slope * Self.gain
  }

  /// Least squares.
  private var slope: Double {
    let count = Double(points.count)
    var sumX = 0.0
    var sumY = 0.0
    for point in points {
      sumX += point.arrived
      sumY += point.delay
    }
    let meanX = sumX / count
    let meanY = sumY / count
    var numerator = 0.0
    var denominator = 0.0
    for point in points {
      let x = point.arrived - meanX
      numerator += x * (point.delay - meanY)
      denominator += x * x
    }
    return denominator > 0 ? numerator / denominator : 0
  }
}
