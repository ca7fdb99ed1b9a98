/// What a stack does with a description that breaks a rule, and how that is known.
public struct Behaviour: Hashable, Sendable {
  public enum Response: String, Hashable, Sendable {
    case refuses
    /// Refuses some descriptions with the fault, and takes others.
    case refusesSome = "refuses some"
    case tolerates
    /// Takes the description, and the call suffers.
    case suffers
  }

  /// "Chromium", "Firefox", "Safari", "pion", "aiortc", …
  public var stack: String
  public var response: Response
  /// A public report, or "own run" with the version.
  public var source: String

  public init(_ stack: String, _ response: Response, _ source: String) {
    self.stack = stack
    self.response = response
    self.source = source
  }
}

/// Findings that need not be told apart from their cause.
public struct Explanation: Hashable, Sendable {
  public enum Scope: Hashable, Sendable {
    /// The same m-section, in either file of the exchange.
    case section
    /// The same m-section, in the answer to the file.
    case answer
    /// Anywhere in the same file.
    case file
    /// Anywhere in the same offer and answer.
    case exchange
  }

  public var scope: Scope
  /// Ids of rules; empty: every finding.
  public var ids: [String]

  public static func inSection(_ ids: String...) -> Explanation { .init(scope: .section, ids: ids) }
  public static func inAnswer(_ ids: String...) -> Explanation { .init(scope: .answer, ids: ids) }
  public static func inFile(_ ids: String...) -> Explanation { .init(scope: .file, ids: ids) }
  public static func inExchange(_ ids: String...) -> Explanation {
    .init(scope: .exchange, ids: ids)
  }
}

/// A law of session descriptions: what it says, where it comes from, an example of each kind.
public struct Rule: Hashable, Sendable {
  /// Short words with hyphens; stable.
  public var id: String
  public var severity: Severity
  /// One plain sentence.
  public var title: String
  /// "RFC 9143 §7.2"
  public var clause: String
  /// Lines that break it, and lines that keep it.
  public var bad: String
  public var good: String
  public var fix: String
  /// What this explains, and therefore lists under itself.
  public var explains: [Explanation]
  /// What is known from public reports, then from runs of our own.
  public var behaviours: [Behaviour]

  init(
    _ id: String, _ severity: Severity, _ title: String, clause: String, bad: String, good: String,
    fix: String, explains: [Explanation] = [], behaviours: [Behaviour] = []
  ) {
    self.id = id
    self.severity = severity
    self.title = title
    self.clause = clause
    self.bad = bad
    self.good = good
    self.fix = fix
    self.explains = explains
    self.behaviours = behaviours + OwnRuns.behaviours(of: id)
  }
}

extension Rule {
  /// Every rule of descriptions, family by family.
  public static let catalogue: [Rule] =
    StructureRules.all + LevelRules.all + PairingRules.all + BundleRules.all + TransportRules.all
    + CodecRules.all + PayloadTypeRules.all + RepairRules.all + ExtensionRules.all
    + FeedbackRules.all + FingerprintRules.all + SetupRules.all + ICERules.all
    + CandidateRules.all + DirectionRules.all + StreamRules.all + SimulcastRules.all
    + DataChannelRules.all + RenegotiationRules.all

  /// What captures show.
  public static let captures: [Rule] = CaptureRules.all

  /// What logs show.
  public static let logs: [Rule] = LogRules.all

  public static func named(_ id: String) -> Rule? { byID[id] }

  private static let byID: [String: Rule] = Dictionary(
    (catalogue + captures + logs).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
}

extension Rule {
  /// A finding in a capture or a log; what it leaves open is the rule's own.
  public func finding(
    file: Int, line: Int? = nil, value: String? = nil, severity: Severity? = nil,
    clause: String? = nil, fix: String? = nil, details: [FindingDetail] = [], _ message: String
  ) -> Finding {
    var finding = Finding(
      id: id, severity: severity ?? self.severity, place: Place(file: file, line: line),
      value: value, clause: clause ?? self.clause, message: message, fix: fix ?? self.fix)
    finding.details = details
    return finding
  }
}
