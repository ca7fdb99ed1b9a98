/// How bad a finding is.
public enum Severity: Int, Hashable, Sendable, Comparable {
  /// Legal, with an effect the user will notice.
  case info
  /// It works with some peers, or works badly.
  case warning
  /// A conforming peer has to refuse it, or media cannot flow.
  case error

  public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }

  public var word: String {
    switch self {
    case .info: "info"
    case .warning: "warning"
    case .error: "error"
    }
  }
}

/// Where in the given files something stands.
public struct Place: Hashable, Sendable {
  /// Index of the description among those given.
  public var file: Int
  /// Which offer and answer it belongs to, from 0; nil for a description by itself.
  public var exchange: Int?
  /// From 1 in the text of the description; nil for what is not there.
  public var line: Int?
  /// From 0; nil at session level.
  public var mline: Int?
  public var mid: String?
  /// "audio", "video", "application"; nil at session level.
  public var kind: String?

  public init(
    file: Int, exchange: Int? = nil, line: Int? = nil, mline: Int? = nil, mid: String? = nil,
    kind: String? = nil
  ) {
    self.file = file
    self.exchange = exchange
    self.line = line
    self.mline = mline
    self.mid = mid
    self.kind = kind
  }
}

/// One thing a rule found: where, what the user will see of it, and how to mend it.
public struct Finding: Hashable, Sendable {
  /// Of the rule, see `Rule.catalogue`.
  public var id: String
  public var severity: Severity
  public var place: Place
  /// The offending text as it stands, cut to a readable length; nil for what is not there.
  public var value: String?
  /// "RFC 9143 §7.2"
  public var clause: String
  /// One sentence: what is wrong and what the user will see.
  public var message: String
  /// One sentence.
  public var fix: String
  /// The value is a count, which JSON writes as a number.
  public var isCount = false
  /// Further numbers, for programs.
  public var details: [FindingDetail] = []
  /// What follows from this and would vanish with it.
  public var consequences: [Finding] = []

  public init(
    id: String, severity: Severity, place: Place, value: String?, clause: String, message: String,
    fix: String
  ) {
    self.id = id
    self.severity = severity
    self.place = place
    self.value = value.map(Self.cut)
    self.clause = clause
    self.message = message
    self.fix = fix
  }

  public var rule: Rule? { Rule.named(id) }

  private static func cut(_ text: String) -> String {
    let limitBytes = 400
    guard text.utf8.count > limitBytes else { return text }
    return String(decoding: text.utf8.prefix(limitBytes), as: UTF8.self) + "…"
  }
}

extension Finding {
  /// The same among files that begin so many places later.
  public func moved(by files: Int) -> Finding {
    var finding = self
    finding.place.file += files
    finding.consequences = consequences.map { $0.moved(by: files) }
    return finding
  }
}

extension [Finding] {
  /// Of all, consequences included.
  public var messages: [String] { flatMap { [$0.message] + $0.consequences.map(\.message) } }

  /// The worst first; otherwise in the order that they have.
  public var worstFirst: [Finding] {
    [Severity.error, .warning, .info].flatMap { severity in
      filter { $0.severity == severity }
    }
  }
}
