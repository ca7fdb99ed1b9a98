internal import Metrics

extension Verdict {
  /// Whether a case that came out so has to be looked at.
  var isRed: Bool { self != .passed && self != .skipped }
}

extension CaseResult {
  /// Why the case is not green, a line for each reason: what broke, then every expectation that did not hold.
  var grounds: [String] {
    let red = expectations.filter { $0.verdict != .passed }
    var lines: [String] = []
    if let other = reason.flatMap({ Self.leavingOut(red, of: $0) }) { lines.append(other) }
    return lines
      + red.map { ($0.verdict == verdict ? "" : "\($0.verdict.rawValue): ") + $0.line }
  }

  /// The command that repeats this case alone.
  func rerun(network: String?) -> String {
    var words = ["callproof", "run", file, "--seed", String(seed), "--filter", name]
    if let network { words += ["--network", network] }
    return words.map(shellWord).joined(separator: " ")
  }

  /// The reason names the red expectations last, as `NAME of SUBJECT: …`; each of them has a line of its own here.
  private static func leavingOut(_ red: [Judgement], of reason: String) -> String? {
    let starts = red.compactMap { judgement -> String.Index? in
      let head = "\(judgement.name) of \(judgement.subject): "
      if reason.hasPrefix(head) { return reason.startIndex }
      return reason.firstRange(of: "; " + head)?.lowerBound
    }
    let rest = starts.min().map { reason[..<$0] } ?? reason[...]
    return rest.isEmpty ? nil : String(rest)
  }
}

extension Judgement {
  /// "first frame of bob: 2300.0 ms, expected at most 2000 ms (no key frame came)".
  fileprivate var line: String {
    let subject = subject.isEmpty ? "" : " of \(subject)"
    let measured = measured.map(withUnit) ?? "not measured"
    let note = note.map { " (\($0))" } ?? ""
    return "\(name)\(subject): \(measured), expected \(withUnit(limit))\(note)"
  }

  private func withUnit(_ text: String) -> String { unit.isEmpty ? text : "\(text) \(unit)" }
}

/// One word of a POSIX shell, whatever is in it.
func shellWord(_ text: String) -> String {
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
  return "'"
    + text.split(separator: "'", omittingEmptySubsequences: false)
    .joined(separator: "'\\''") + "'"
}
