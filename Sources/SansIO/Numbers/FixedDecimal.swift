/// A decimal number made from integers: what traces and reports print, the same on every machine.
public struct FixedDecimal: Hashable, Sendable {
  /// The number times ten to the power of `places`.
  public var units: Int64
  /// Digits behind the point, 0...9.
  public var places: Int

  public init(units: Int64, places: Int) {
    self.units = units
    self.places = places
  }

  /// Rounds half away from zero; `value` must be finite and fit.
  public init(_ value: Double, places: Int) {
    self.init(
      units: Int64((value * Self.power(places)).rounded(.toNearestOrAwayFromZero)), places: places)
  }

  /// A duration in milliseconds with three places: exact microseconds.
  public static func milliseconds(_ duration: Duration) -> FixedDecimal {
    FixedDecimal(units: duration.microseconds, places: 3)
  }

  public var doubleValue: Double { Double(units) / Self.power(places) }

  private static func power(_ places: Int) -> Double {
    (0..<places).reduce(1) { value, _ in value * 10 }
  }
}

extension FixedDecimal: CustomStringConvertible {
  /// Always with all its places: "-0.050", "12".
  public var description: String {
    guard places > 0 else { return String(units) }
    var digits = String(units.magnitude)
    if digits.count <= places {
      digits = String(repeating: "0", count: places + 1 - digits.count) + digits
    }
    let point = digits.index(digits.endIndex, offsetBy: -places)
    return (units < 0 ? "-" : "") + digits[..<point] + "." + digits[point...]
  }
}

extension FixedDecimal: Comparable {
  public static func < (a: Self, b: Self) -> Bool { a.doubleValue < b.doubleValue }
}
