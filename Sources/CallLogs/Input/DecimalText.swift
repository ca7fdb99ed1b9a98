internal import SansIO
internal import Trace

/// Decimal numbers of logs, made exact.
enum DecimalText {
  /// A number of JSON, also where it is written as text.
  static func number(of json: JSONValue?) -> FixedDecimal? {
    json?.decimalValue ?? json?.stringValue.flatMap { number($0.utf8) }
  }

  /// Reads digits with a point among them, and perhaps an exponent: "4980.9", "4.9809e+03".
  static func number(_ text: some Sequence<UInt8>) -> FixedDecimal? {
    let parts = Array(text).split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E")
    }
    guard let mantissa = digits(parts[0]), parts.count == 2 else {
      return parts.count == 1 ? digits(parts[0]) : nil
    }
    let power = parts[1].first == UInt8(ascii: "+") ? parts[1].dropFirst() : parts[1]
    guard let exponent = digits(power), exponent.places == 0, exponent.units.magnitude <= 30 else {
      return nil
    }
    return shifted(mantissa, by: Int(exponent.units))
  }

  /// Times a power of ten; digits beyond nine behind the point are cut off.
  private static func shifted(_ number: FixedDecimal, by power: Int) -> FixedDecimal? {
    var (units, places) = (number.units, number.places - power)
    while places < 0 {
      let (product, overflow) = units.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      (units, places) = (product, places + 1)
    }
    while places > 9 { (units, places) = (units / 10, places - 1) }
    return FixedDecimal(units: units, places: places)
  }

  /// At most 18 digits, of which nine behind the point count.
  private static func digits(_ text: some Sequence<UInt8>) -> FixedDecimal? {
    var (units, places, digits): (Int64, Int, Int) = (0, 0, 0)
    var (isNegative, isPastPoint, isFirst) = (false, false, true)
    for byte in text {
      switch byte {
      case UInt8(ascii: "-") where isFirst: isNegative = true
      case UInt8(ascii: ".") where !isPastPoint: isPastPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        if isPastPoint && places == 9 { continue }
        guard digits <= 18 else { return nil }
        units = units * 10 + Int64(byte - UInt8(ascii: "0"))
        if isPastPoint { places += 1 }
      default: return nil
      }
      isFirst = false
    }
    guard digits > 0 else { return nil }
    return FixedDecimal(units: isNegative ? -units : units, places: places)
  }

  /// Nanoseconds of that many units, each of so many nanoseconds; nil beyond 126 years.
  static func nanoseconds(_ number: FixedDecimal, unit: Int64 = 1_000_000) -> Int64? {
    let (product, overflow) = number.units.multipliedReportingOverflow(by: unit)
    var value = product
    if overflow {
      // Few digits behind the point, or far too large.
      let whole = (0..<number.places).reduce(number.units) { value, _ in value / 10 }
      let (coarse, overflow) = whole.multipliedReportingOverflow(by: unit)
      guard !overflow else { return nil }
      value = coarse
    } else {
      for _ in 0..<number.places { value /= 10 }
    }
    return value.magnitude <= 4_000_000_000_000_000_000 ? value : nil
  }
}

extension Instant {
  /// 347 days: no log is longer, and sums of many such times do not overflow.
  private static let latest: Int64 = 30_000_000_000_000_000

  /// So many nanoseconds from the start of a log; nil: too far from it.
  init?(ofLog nanoseconds: Int64) {
    guard nanoseconds.magnitude <= Self.latest.magnitude else { return nil }
    self.init(nanoseconds: nanoseconds)
  }

  /// Whole milliseconds, rounded half up: what findings say.
  var milliseconds: Int { Int((nanoseconds + (nanoseconds < 0 ? -500_000 : 500_000)) / 1_000_000) }
}
