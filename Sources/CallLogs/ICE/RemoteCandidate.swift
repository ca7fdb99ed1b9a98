internal import SDP
internal import SansIO

/// A candidate of the other side, and what became of it when it was added.
struct RemoteCandidate: Sendable {
  enum Outcome: Hashable, Sendable {
    case added
    /// Kept for later by the application.
    case kept
    case refused(String)
    /// The log does not say.
    case unknown
  }

  var line: Int?
  var at: Instant?
  /// What tells it from others: transport, address, port and type; the text where it cannot be read.
  var key: String
  var outcome: Outcome
  /// Nil: it cannot be read.
  var candidate: Candidate?

  /// Nil: the end of candidates.
  init?(_ event: LogEvent) {
    let text = event.text("candidate") ?? event.fields["candidate"]?["candidate"]?.stringValue
    if text == "" || event.fields["candidate"] == .null { return nil }
    line = event.line
    at = event.at
    candidate = text.flatMap { try? Candidate(parsing: $0) }
    key = candidate.map(Self.key) ?? text ?? ""
    outcome = Self.outcome(event)
  }

  private static func key(_ candidate: Candidate) -> String {
    "\(candidate.transport.lowercased()) \(candidate.address) \(candidate.port) \(candidate.kind.rawValue) \(candidate.component)"
  }

  private static func outcome(_ event: LogEvent) -> Outcome {
    if event.name == "addicecandidatefailed" {
      return .refused(event.text("error", "reason") ?? "an error")
    }
    if let error = event.text("error", "exception") { return .refused(error) }
    if let success = event.bool("result") ?? event.bool("success") ?? event.bool("ok") {
      return success ? .added : .refused("an error")
    }
    guard let result = event.text("result", "outcome", "status") else { return .unknown }
    let word = LogEvent.word(result)
    for bad in ["error", "reject", "fail", "exception", "refused", "dropped", "ignored"]
    where word.contains(bad) {
      return .refused(result)
    }
    for kept in ["buffer", "queue", "pending", "defer", "kept", "delayed"] where word.contains(kept)
    {
      return .kept
    }
    return .added
  }
}
