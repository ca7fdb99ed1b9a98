public import Metrics
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

/// So many characters of a text, cut between two words if it has any; the whole is in a title beside it.
func shortened(_ text: String, to limit: Int) -> String {
  guard text.count > limit else { return text }
  let head = text.prefix(limit - 1)
  let words = text[head.endIndex] == " " ? head : head.lastIndex(of: " ").map { head[..<$0] }
  // A word as long as all that fits is cut where it has to be.
  let cut = words.flatMap { $0.count * 2 > limit ? $0 : nil } ?? head
  return cut + "…"
}

extension CaseResult {
  /// The diagnosis of what is red, else the reason, or what stands for it: the first red expectation.
  var why: String? {
    if verdict.isRed, let diagnosis { return "\(diagnosis.cause.id): \(diagnosis.sentence)" }
    return reason ?? expectations.first(where: \.verdict.isRed)?.sentence
  }

  /// What a diagnosis explains: "freezes of alice: 2, expected at most 0 (and 2 more)"; nil: nothing is red.
  var explained: String? {
    guard verdict.isRed, diagnosis != nil else { return nil }
    let red = expectations.filter { $0.verdict.isRed && !$0.isFolded }
    guard let first = red.first else { return foldedWords }
    return first.sentence + (red.count > 1 ? " (and \(red.count - 1) more)" : "")
  }

  /// The command that repeats this case alone.
  public func rerun(_ given: RunArguments = RunArguments()) -> String {
    var words = ["callproof", "run", file, "--seed", String(seed), "--filter", name]
    if world == "live" { words += ["--world", world] }
    if let network = given.network { words += ["--network", network] }
    if let seconds = given.caseTimeout { words += ["--case-timeout", String(seconds)] }
    if given.allowsPublic { words.append("--allow-public") }
    return words.map(shellWord).joined(separator: " ")
  }
}

extension PeerImplementation {
  /// "bob: chromium 156.0"; with a label "bob: Chromium beta (chromium 156.0)".
  public var words: String {
    let program = version.isEmpty ? implementation : "\(implementation) \(version)"
    return "\(peer): " + (label.map { "\($0) (\(program))" } ?? program)
  }
}

/// One word of a POSIX shell, whatever is in it.
public func shellWord(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
      UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "="), UInt8(ascii: ","):
      true
    default: false
    }
  }
  if isPlain, !text.isEmpty { return text }
  // By scalar: a quote with a combining mark behind it ends a shell word all the same.
  var quoted = "'"
  for scalar in text.unicodeScalars {
    if scalar == "'" { quoted += "'\\''" } else { quoted.unicodeScalars.append(scalar) }
  }
  return quoted + "'"
}
