internal import SansIO

/// Findings with the names of the files they are in: what `check`, `lint` and `diagnose` print.
public struct FindingReport: Sendable {
  public struct File: Hashable, Sendable {
    /// As given on the command line.
    public var name: String
    /// Lines of the file before the description.
    public var lineOffset: Int
    /// Lines of the file to each line of the description.
    public var lineStride = 1
    /// Which connection of a dump; nil: the only one, or no dump.
    public var connection: Int?

    public init(name: String, lineOffset: Int = 0, connection: Int? = nil) {
      self.name = name
      self.lineOffset = lineOffset
      self.connection = connection
    }

    /// "answer.sdp"; "dump.txt (connection 2)"
    public var label: String { name + (connection.map { " (connection \($0))" } ?? "") }

    /// A description that was found in the file.
    public init(name: String, _ source: DescriptionSource, connection: Int? = nil) {
      self.init(name: name, lineOffset: source.lineOffset, connection: connection)
      lineStride = source.lineStride
    }
  }

  public enum Format: String, CaseIterable, Sendable {
    case text, json, sarif, markdown, html, github
  }

  public var files: [File]
  public var findings: [Finding]
  /// What this is about, for the title of a page.
  public var subject = "Session descriptions"
  /// The first broken link of a call, where it was looked for: it stands in the verdict.
  public var reason: String?
  /// "relay-refused (gathering)": what stands for the reason where it was told already.
  public var cause: String?
  /// What stands below the verdict where a person reads it.
  public var notes: [Note] = []

  /// "cleared", "STUN: had a srflx candidate".
  public struct Note: Hashable, Sendable {
    public var label: String
    public var text: String

    public init(_ label: String, _ text: String) {
      self.label = label
      self.text = text
    }
  }

  public init(files: [File], findings: [Finding]) {
    self.files = files
    self.findings = findings
  }

  /// One sentence for all of it.
  public var verdict: String {
    let errors = findings.count { $0.severity == .error }
    let warnings = findings.count { $0.severity == .warning }
    guard let first = findings.first(where: { $0.severity == .error }) else {
      if warnings == 0 { return "no fault found\(reason.map { "; \($0)" } ?? "")" }
      return "no error; \(counted(warnings, "warning"))\(reason.map { ": \($0)" } ?? "")"
    }
    let others = warnings > 0 ? ", \(counted(warnings, "warning"))" : ""
    return "\(counted(errors, "error"))\(others): \(reason ?? first.message)"
  }

  /// The verdict behind findings that tell its sentence already: how many there are, and the cause.
  public var closing: String {
    let told = findings.messages
    var brief = self
    if let reason {
      guard let cause, told.contains(where: { reason.hasSuffix($0) }) else { return verdict }
      brief.reason = cause
    } else if let first = findings.first(where: { $0.severity == .error }) {
      brief.reason = first.id
    }
    return brief.verdict
  }

  public var hasErrors: Bool { findings.contains { $0.severity == .error } }

  public func written(as format: Format) -> String {
    switch format {
    case .text: TextFindings.written(self)
    case .json: JSONFindings.written(self)
    case .sarif: SARIFFindings.written(self)
    case .markdown: MarkdownFindings.written(self)
    case .html: HTMLFindings.written(self)
    case .github: GitHubFindings.written(self)
    }
  }

  /// The JSON with further fields behind the findings: a name, and JSON.
  public func json(with more: [(name: String, json: String)]) -> String {
    JSONFindings.written(self, more: more)
  }

  func fileName(_ finding: Finding) -> String? {
    files.indices.contains(finding.place.file) ? files[finding.place.file].name : nil
  }

  /// In the file, not in the description.
  func line(_ finding: Finding) -> Int? {
    guard let line = finding.place.line else { return nil }
    guard files.indices.contains(finding.place.file) else { return line }
    let file = files[finding.place.file]
    return file.lineOffset + (line - 1) * file.lineStride + 1
  }

  func connection(_ finding: Finding) -> Int? {
    files.indices.contains(finding.place.file) ? files[finding.place.file].connection : nil
  }

  /// "answer.sdp:13"; "dump.txt (connection 2):13"
  func location(_ finding: Finding) -> String {
    let name =
      files.indices.contains(finding.place.file) ? files[finding.place.file].label : "?"
    return line(finding).map { "\(name):\($0)" } ?? name
  }

  /// "section 1 (video, mid 1)"; nil at session level.
  func section(_ finding: Finding) -> String? {
    guard let mline = finding.place.mline else { return nil }
    let details = [finding.place.kind, finding.place.mid.map { "mid \($0)" }].compactMap(\.self)
    return details.isEmpty
      ? "section \(mline)" : "section \(mline) (\(details.joined(separator: ", ")))"
  }
}
