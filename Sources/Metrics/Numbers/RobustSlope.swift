/// The Theil–Sen slope: the median of the slopes between all pairs of points, which single outliers cannot move.
///
/// The 95 % interval comes from the ranks of those slopes (Sen 1968), widened by the correlation of neighbouring
/// residuals: a jitter buffer that wanders is not a drift.
public struct RobustSlope: Hashable, Sendable {
  /// More points are first averaged in groups of neighbours, so that the pairs stay few.
  static let mostPoints = 250

  /// In units of y for one unit of x.
  public let slope: Double
  public let lower: Double
  public let upper: Double

  /// Nil when there are too few points, or all at one x.
  public init?(_ all: [(x: Double, y: Double)], leastPoints: Int = 8) {
    let points = Self.grouped(all)
    guard points.count >= max(2, leastPoints) else { return nil }
    var slopes: [Double] = []
    slopes.reserveCapacity(points.count * (points.count - 1) / 2)
    for i in points.indices {
      for j in (i + 1)..<max(i + 1, points.count) where points[j].x != points[i].x {
        slopes.append((points[j].y - points[i].y) / (points[j].x - points[i].x))
      }
    }
    guard !slopes.isEmpty else { return nil }
    slopes.sort()
    let median = Self.median(ofSorted: slopes)
    slope = median
    // Under no trend, Kendall's S has this variance; the slopes whose rank is within z·σ of the middle are the interval.
    let n = Double(points.count)
    let variance = n * (n - 1) * (2 * n + 5) / 18 * Self.inflation(points, slope: median)
    let reach = 1.96 * variance.squareRoot()
    let count = Double(slopes.count)
    let low = ((count - reach) / 2).rounded(.down) - 1
    let high = ((count + reach) / 2).rounded(.up)
    lower = slopes[Int(max(0, min(count - 1, low)))]
    upper = slopes[Int(max(0, min(count - 1, high)))]
  }

  private static func grouped(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    let size = (points.count + mostPoints - 1) / mostPoints
    guard size > 1 else { return points }
    return stride(from: 0, to: points.count, by: size).map { start in
      let group = points[start..<min(start + size, points.count)]
      let n = Double(group.count)
      return (group.reduce(0) { $0 + $1.x } / n, group.reduce(0) { $0 + $1.y } / n)
    }
  }

  /// How many times fewer independent points there are: (1 + ρ)/(1 − ρ) for a first-order process.
  private static func inflation(_ points: [(x: Double, y: Double)], slope: Double) -> Double {
    let rough = points.map { $0.y - slope * $0.x }
    let middle = median(ofSorted: rough.sorted())
    let residuals = rough.map { $0 - middle }
    let power = residuals.reduce(0) { $0 + $1 * $1 }
    guard power > 0 else { return 1 }
    let neighbours = zip(residuals, residuals.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
    let correlation = max(0, min(0.98, neighbours / power))
    return (1 + correlation) / (1 - correlation)
  }

  private static func median(ofSorted values: [Double]) -> Double {
    let half = values.count / 2
    return values.count % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2
  }
}
