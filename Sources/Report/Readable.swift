internal import Metrics
internal import SansIO

extension FixedDecimal {
  /// For people: three significant digits or all before the point, at most three places, none invented.
  var readable: String {
    guard units != 0, places > 0 else { return units == 0 ? "0" : description }
    let whole = (0..<places).reduce(units.magnitude) { number, _ in number / 10 }
    let wanted = whole >= 100 ? 0 : whole >= 10 ? 1 : whole >= 1 ? 2 : 3
    guard places > wanted else { return description }
    let divisor = (wanted..<places).reduce(UInt64(1)) { number, _ in number &* 10 }
    let (quotient, remainder) = units.magnitude.quotientAndRemainder(dividingBy: divisor)
    let rounded = Int64(quotient) + (remainder >= divisor - remainder ? 1 : 0)
    return FixedDecimal(units: units < 0 ? -rounded : rounded, places: wanted).description
  }

  /// Beyond what any chart shows, a value is as good as its limit; no arithmetic on it can overflow.
  var drawable: Double { min(max(doubleValue, -1e12), 1e12) }
}

extension Duration {
  /// Seconds with three places, rounded toward zero.
  var seconds: FixedDecimal { FixedDecimal(units: milliseconds, places: 3) }
}

extension Judgement {
  /// Counts against the case.
  var isRed: Bool { verdict == .failed || verdict == .error || verdict == .inconclusive }

  /// "first frame of bob: 2412 ms, must be at most 2000 ms (no key frame came)".
  var sentence: String {
    let subject = subject.isEmpty ? "" : " of \(subject)"
    let measured = measured.map { withUnit($0) } ?? "not measured"
    let note = note.map { " (\($0))" } ?? ""
    return "\(name)\(subject): \(measured), must be \(withUnit(limit))\(note)"
  }

  func withUnit(_ text: String) -> String { unit.isEmpty ? text : "\(text) \(unit)" }
}

extension CaseResult {
  /// The reason, or what stands for it: the first red expectation.
  var why: String? { reason ?? expectations.first(where: \.isRed)?.sentence }

  /// The command that repeats this case alone.
  var rerun: String {
    "callproof run \(shellWord(file)) --seed \(seed) --filter \(shellWord(name))"
  }
}

/// One word of a POSIX shell, whatever is in it.
private func shellWord(_ text: String) -> String {
  let plain = text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
  if plain, !text.isEmpty, !text.hasPrefix("-") { return text }
  var quoted = "'"
  for scalar in text.unicodeScalars {
    if scalar == "'" { quoted += "'\\''" } else { quoted.unicodeScalars.append(scalar) }
  }
  return quoted + "'"
}
