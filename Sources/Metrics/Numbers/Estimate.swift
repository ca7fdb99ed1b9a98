internal import SansIO

/// A number, and where it was reckoned from samples also the interval that holds its true value 95 times in 100.
struct Estimate: Hashable, Sendable {
  /// How the interval narrows as the run grows longer.
  enum Narrowing: Hashable, Sendable {
    /// A mean: with the root of the time.
    case mean
    /// A slope: the samples grow in number and in reach, so with the time to the power 3/2.
    case slope
  }

  var value: FixedDecimal
  var interval: ClosedRange<FixedDecimal>?
  var narrowing: Narrowing = .mean
  /// Of the run that the samples are from.
  var length: Duration = .zero

  init(_ value: FixedDecimal) { self.value = value }

  init(
    _ value: Double, _ lower: Double, _ upper: Double, places: Int, narrowing: Narrowing,
    length: Duration
  ) {
    self.value = .rounded(value, places: places)
    let ends = (
      FixedDecimal.rounded(min(lower, value), places: places),
      FixedDecimal.rounded(max(upper, value), places: places)
    )
    interval = ends.0...ends.1
    self.narrowing = narrowing
    self.length = length
  }

  /// How this compares with what is allowed: an interval must lie inside, or outside, as a whole.
  func verdict(_ bound: Bound) -> Verdict {
    let ends = interval ?? value...value
    let isInside =
      (bound.least.map { ends.lowerBound >= $0 } ?? true)
      && (bound.most.map { ends.upperBound <= $0 } ?? true)
    let isOutside =
      (bound.least.map { ends.upperBound < $0 } ?? false)
      || (bound.most.map { ends.lowerBound > $0 } ?? false)
    return isInside ? .passed : isOutside ? .failed : .inconclusive
  }

  /// How long a run would bring the interval to one side of the limits, were the value to stay; nil: no run of a day.
  func settlingLength(_ bound: Bound) -> Duration? {
    guard let interval else { return nil }
    let v = value.doubleValue
    var ratio = 1.0
    for limit in [bound.least, bound.most] {
      guard let limit = limit?.doubleValue else { continue }
      let reach =
        limit < v ? v - interval.lowerBound.doubleValue : interval.upperBound.doubleValue - v
      let distance = (limit - v).magnitude
      guard distance > 0 else { return nil }
      ratio = max(ratio, reach / distance)
    }
    let growth =
      switch narrowing {
      case .mean: ratio * ratio
      case .slope: Self.twoThirdsPower(ratio)
      }
    let seconds = Double(length.milliseconds) / 1000 * growth
    guard seconds < 86_400 else { return nil }
    // Rounded up to ten seconds: the reckoning is no finer.
    return .seconds((Int64(seconds) / 10 + 1) * 10)
  }

  /// x to the power 2/3, for x ≥ 1: Newton's method on y³ = x², which needs no libm.
  static func twoThirdsPower(_ x: Double) -> Double {
    let square = x * x
    guard square.isFinite else { return .infinity }
    var y = max(1, x)
    for _ in 0..<200 {
      let next = (2 * y + square / (y * y)) / 3
      if (next - y).magnitude <= y * 1e-12 { break }
      y = next
    }
    return y
  }
}

/// Half the width of the 95 % interval of a mean, in standard errors, by degrees of freedom (Student's t).
func studentT95(degreesOfFreedom n: Int) -> Double {
  let table = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052,
    2.048, 2.045, 2.042,
  ]
  return n >= 1 && n <= table.count ? table[n - 1] : 1.96
}
