internal import SansIO

extension FixedDecimal {
  /// Milliseconds with one place, rounded half away from zero.
  static func tenthsOfMilliseconds(_ nanoseconds: Int64) -> FixedDecimal {
    let half: Int64 = nanoseconds < 0 ? -50_000 : 50_000
    return FixedDecimal(units: (nanoseconds + half) / 100_000, places: 1)
  }

  /// A reckoned number; what is not finite or not representable becomes the nearest that is.
  static func rounded(_ value: Double, places: Int) -> FixedDecimal {
    guard value.isFinite else { return FixedDecimal(units: 0, places: places) }
    return FixedDecimal(max(-1e9, min(1e9, value)), places: places)
  }

  static func count(_ value: Int) -> FixedDecimal { FixedDecimal(units: Int64(value), places: 0) }

  /// Without zeros behind the point that say nothing: "2000", "0.5".
  var plain: String {
    let text = description
    guard places > 0 else { return text }
    let trimmed = text.reversed().drop { $0 == "0" }
    let digits = trimmed.first == "." ? trimmed.dropFirst() : trimmed
    return String(digits.reversed())
  }
}

extension Duration {
  /// As a limit whose unit is ms: "3000".
  var plainMilliseconds: String { FixedDecimal.milliseconds(Limits.clamp(self)).plain }

  /// In milliseconds with one place, never 0.0 for what is more than nothing.
  var tenths: String {
    let value = FixedDecimal.tenthsOfMilliseconds(Limits.clamp(self).nanoseconds)
    return value.units == 0 && self > .zero ? "0.1" : value.description
  }

  /// As a person writes it: "3 s", "250 ms".
  var plain: String {
    let ms = FixedDecimal.milliseconds(Limits.clamp(self))
    return ms.units % 1_000_000 == 0 ? "\(ms.units / 1_000_000) s" : "\(ms.plain) ms"
  }
}

extension Instant {
  /// Seconds since the run began: "12.5 s".
  var plain: String { "\(FixedDecimal(units: nanoseconds / 1_000_000, places: 3).plain) s" }
}
