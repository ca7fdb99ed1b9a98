internal import Metrics
internal import Report

extension CaseResult {
  /// Why the case is not green, a line for each reason: what broke, then every expectation that did not hold.
  var grounds: [String] {
    let red = expectations.filter { $0.verdict != .passed && !$0.isFolded }
    var lines: [String] = []
    if let other = reason.flatMap({ Self.leavingOut(red, of: $0) }) { lines.append(other) }
    lines += red.map { ($0.verdict == verdict ? "" : "\($0.verdict.rawValue): ") + $0.sentence }
    return lines + [foldedWords].compactMap(\.self)
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
