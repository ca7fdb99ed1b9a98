/// A reason for which a call does not come up, or is not good: one vocabulary for scenarios, reports and the command line.
public struct Cause: Hashable, Sendable {
  /// Short words with hyphens; stable.
  public let id: String
  /// The link of the chain that it breaks.
  public let stage: CallStage
  /// What is the case, in one plain sentence.
  public let sentence: String
  /// "RFC 8842 §5.3"
  public let clause: String
  /// What to do, one sentence.
  public let fix: String

  init(_ id: String, _ stage: CallStage, _ sentence: String, clause: String, fix: String) {
    self.id = id
    self.stage = stage
    self.sentence = sentence
    self.clause = clause
    self.fix = fix
  }

  /// Every cause, in the order of the chain.
  public static let all: [Cause] = {
    let families = ofDescriptions + ofConnection + ofMedia + ofPlayout + ofLogs
    return CallStage.allCases.flatMap { stage in families.filter { $0.stage == stage } }
  }()

  /// Those that the diagnosis of a run can name; what is left shows in logs and captures alone.
  public static let ofRuns: [Cause] = {
    let logs = Set(ofLogs)
    return all.filter { !logs.contains($0) }
  }()

  public static func named(_ id: String) -> Cause? { byID[id] }

  private static let byID: [String: Cause] = Dictionary(
    all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
}
