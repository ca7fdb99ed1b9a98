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

    public init(name: String, lineOffset: Int = 0) {
      self.name = name
      self.lineOffset = lineOffset
    }

    /// A description that was found in the file.
    public init(name: String, _ source: DescriptionSource) {
      self.init(name: name, lineOffset: source.lineOffset)
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

  /// "answer.sdp:13"
  func location(_ finding: Finding) -> String {
    let name = fileName(finding) ?? "?"
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
