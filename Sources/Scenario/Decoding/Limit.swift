internal import Metrics
internal import SansIO

/// What a limit's number counts, and in which unit the result has it.
enum Measure {
  /// In milliseconds.
  case time
  /// In milliseconds a minute.
  case timePerMinute
  /// In kbps.
  case rate
  case frames, percent, count, decibels
  /// 1: all of it.
  case share

  /// For errors.
  var example: String {
    switch self {
    case .time: "'under 1s'"
    case .timePerMinute: "'under 20ms/min'"
    case .rate: "'at least 200kbps'"
    case .frames: "'at least 25fps'"
    case .percent: "'under 1%'"
    case .count: "'at most 2'"
    case .decibels: "'at least 30dB'"
    case .share: "'at least 0.95'"
    }
  }

  /// For errors too.
  var demand: String { self == .share ? "a number from 0 to 1" : "a value with its unit" }

  var units: [String] {
    switch self {
    case .time: Decoding.durationUnits
    case .timePerMinute: Decoding.durationUnits.map { $0 + "/min" }
    case .rate: Decoding.rateUnits
    case .frames: ["fps"]
    case .percent: ["%"]
    case .count, .share: []
    case .decibels: ["dB"]
    }
  }

  func read(_ amount: Amount) -> FixedDecimal? {
    switch self {
    case .time: return milliseconds(amount, unit: amount.unit)
    case .timePerMinute:
      guard amount.unit.hasSuffix("/min") else { return nil }
      return milliseconds(amount, unit: String(amount.unit.dropLast(4)))
    case .rate:
      let unit = Amount.rateUnits.first { $0.name == amount.unit }
      return unit.flatMap { amount.decimal(times: $0.bitsPerSecond, shift: 3) }
    case .frames: return amount.unit == "fps" ? amount.decimal() : nil
    case .percent: return amount.unit == "%" ? amount.decimal() : nil
    case .count:
      return amount.unit.isEmpty ? amount.whole().map { FixedDecimal(units: $0, places: 0) } : nil
    case .decibels: return amount.unit == "dB" ? amount.decimal() : nil
    case .share:
      let share = amount.unit.isEmpty ? amount.decimal() : nil
      return share.flatMap { $0 <= FixedDecimal(units: 1, places: 0) ? $0 : nil }
    }
  }

  private func milliseconds(_ amount: Amount, unit: String) -> FixedDecimal? {
    // Whole microseconds keep the places of every unit within what a `FixedDecimal` holds.
    let scale = Amount.durationUnits.first { $0.name == unit }.map { $0.nanoseconds / 1000 } ?? 0
    return scale > 0 ? amount.decimal(times: scale, shift: 3) : nil
  }
}

extension Decoding {
  /// "under 1s", "at least 25fps", "-125ms..45ms". `bothSigns`: "under 20ms" is -20ms..20ms.
  mutating func limit(
    _ phrase: inout Phrase, _ measure: Measure, bothSigns: Bool = false, _ path: String
  ) -> Bound? {
    if let word = phrase.peek(), let dots = word.firstRange(of: "..") {
      let mark = phrase.mark()
      _ = phrase.next()
      let least = number(String(word[..<dots.lowerBound]), measure, bothSigns: bothSigns)
      let most = number(String(word[dots.upperBound...]), measure, bothSigns: bothSigns)
      guard let least, let most, least <= most else {
        fail(
          mark, path, found: "'\(YAMLNode.shortened(word))'",
          expected:
            "a range, the lower limit first, each with its unit, or a limit such as \(measure.example)"
        )
        return nil
      }
      return Bound(least: least, most: most)
    }
    let isMost = phrase.take("under") || phrase.take("within") || phrase.take("at", "most")
    guard isMost || phrase.take("over") || phrase.take("at", "least") else {
      let words = ["under", "within", "over", "at most", "at least"]
      fail(
        phrase.mark(), path, found: phrase.found(),
        expected: "a limit such as \(measure.example), or a range",
        suggestion: phrase.peek().flatMap { Scenario.nearest($0, in: words) })
      return nil
    }
    let mark = phrase.mark()
    let found = phrase.found()
    let text = phrase.next()
    guard let text, let value = number(text, measure, bothSigns: false) else {
      fail(
        mark, path, found: found, expected: "\(measure.demand), as in \(measure.example)",
        suggestion: Self.respelled(text, units: measure.units))
      return nil
    }
    if isMost {
      let negative = FixedDecimal(units: -value.units, places: value.places)
      return Bound(least: bothSigns ? negative : nil, most: value)
    }
    return Bound(least: value)
  }

  private func number(_ text: String, _ measure: Measure, bothSigns: Bool) -> FixedDecimal? {
    guard let amount = Amount(text), amount.units >= 0 || bothSigns else { return nil }
    return measure.read(amount)
  }

  /// The duration behind a word such as "within".
  mutating func duration(
    _ phrase: inout Phrase, in range: ClosedRange<Duration>, example: String, _ path: String
  ) -> Duration? {
    let mark = phrase.mark()
    let found = phrase.found()
    let text = phrase.next()
    guard let text, let value = Amount(text)?.duration, range.contains(value) else {
      fail(
        mark, path, found: found,
        expected:
          "a duration such as \(example), \(range.lowerBound.shortText) to \(range.upperBound.shortText)",
        suggestion: Self.respelled(text, units: Self.durationUnits))
      return nil
    }
    return value
  }

  /// Nothing may follow.
  mutating func end(_ phrase: Phrase, _ path: String) -> Bool {
    if phrase.isAtEnd { return true }
    fail(phrase.mark(), path, found: phrase.found(), expected: "nothing more")
    return false
  }
}
