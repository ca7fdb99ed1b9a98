internal import SansIO

/// One axis of a drawing: values to positions, and round ticks.
struct Axis {
  struct Tick {
    let value: Double
    let label: String
  }

  let lowest: Double
  let highest: Double
  let ticks: [Tick]
  /// Where `lowest` and `highest` are drawn; may run backward.
  private let start: Double
  private let end: Double

  /// - Parameters:
  ///   - tickCount: at most so many steps.
  ///   - rounded: the axis ends on ticks; else on the values themselves.
  init(
    from lowest: Double, to highest: Double, tickCount: Int, rounded: Bool,
    drawnAt ends: (Double, Double)
  ) {
    let highest = highest > lowest ? highest : lowest + 1
    var step = RoundStep(mantissa: 1, exponent: -6)
    while (highest - lowest) / step.value > Double(tickCount) { step = step.next }
    let first = (lowest / step.value).rounded(rounded ? .down : .up)
    let last = (highest / step.value).rounded(rounded ? .up : .down)
    self.lowest = rounded ? first * step.value : lowest
    self.highest = rounded ? last * step.value : highest
    ticks = stride(from: first, through: last, by: 1).map { index in
      Tick(value: index * step.value, label: step.label(index: Int64(index)))
    }
    (start, end) = ends
  }

  func position(_ value: Double) -> Double {
    start + (value - lowest) / (highest - lowest) * (end - start)
  }
}

/// 1, 2 or 5 times a power of ten.
private struct RoundStep {
  var mantissa: Int64
  var exponent: Int

  var next: RoundStep {
    switch mantissa {
    case 1: RoundStep(mantissa: 2, exponent: exponent)
    case 2: RoundStep(mantissa: 5, exponent: exponent)
    default: RoundStep(mantissa: 1, exponent: exponent + 1)
    }
  }

  var value: Double {
    let power = (0..<exponent.magnitude).reduce(1.0) { power, _ in power * 10 }
    return exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
  }

  /// The tick of that index, exactly.
  func label(index: Int64) -> String {
    let units = index &* mantissa
    if exponent < 0 { return FixedDecimal(units: units, places: -exponent).description }
    return String((0..<exponent).reduce(units) { number, _ in number &* 10 })
  }
}
