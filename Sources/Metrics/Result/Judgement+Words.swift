extension Verdict {
  /// Whether what came out so has to be looked at.
  public var isRed: Bool {
    switch self {
    case .failed, .error, .inconclusive: true
    case .passed, .skipped: false
    }
  }
}

extension Judgement {
  /// Not measured, and a diagnosis says why: reports count these and do not list them.
  public var isFolded: Bool { measured == nil && cause != nil }

  /// "first frame of bob: 2412 ms, expected at most 2000 ms (no key frame came)".
  public var sentence: String {
    let subject = subject.isEmpty ? "" : " of \(subject)"
    let measured = measured.map(withUnit) ?? "not measured"
    let note = note.map { " (\($0))" } ?? ""
    return "\(name)\(subject): \(measured), expected \(withUnit(limit))\(note)"
  }

  /// A limit or a measured value, as people read it.
  public func withUnit(_ text: String) -> String { unit.isEmpty ? text : "\(text) \(unit)" }
}
