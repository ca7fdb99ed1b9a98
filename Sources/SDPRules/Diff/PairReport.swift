/// An offer and its answer side by side: what was offered, what was taken, what was refused; then the findings.
public struct PairReport: Sendable {
  /// One section of both.
  public struct Row: Hashable, Sendable {
    public enum Outcome: String, Hashable, Sendable {
      case taken, refused, unanswered, unasked
      /// Answered as another kind of media, so that nothing of it can be taken.
      case mismatched
    }
    public var mline: Int
    public var kind: String
    public var mid: String?
    public var outcome: Outcome
    /// Where that is another one.
    public var answeredKind: String?
    public var offeredDirection: String?
    public var answeredDirection: String?
    /// In the order of the answer.
    public var taken: [String] = []
    /// In the order of the offer.
    public var refused: [String] = []
    public var extensionsTaken: [String] = []
    public var extensionsRefused: [String] = []
    public var simulcastOffered: String?
    public var simulcastTaken: String?
  }

  public private(set) var rows: [Row]
  public private(set) var report: FindingReport

  /// nil when one of the two is too large for a description. `findings`: those of `SDPCheck.check`.
  public init?(offer: [UInt8], answer: [UInt8], findings: FindingReport) {
    guard let a = DescriptionMeaning(offer), let b = DescriptionMeaning(answer) else { return nil }
    report = findings
    rows = a.sections.indices.map { index in
      Self.row(
        index, a.sections[index], b.sections.indices.contains(index) ? b.sections[index] : nil)
    }
    rows += b.sections.indices.dropFirst(a.sections.count).map { index in
      Row(mline: index, kind: b.sections[index].kind, mid: b.sections[index].mid, outcome: .unasked)
    }
  }

  private static func row(
    _ index: Int, _ offered: SectionMeaning, _ answered: SectionMeaning?
  ) -> Row {
    var row = Row(
      mline: index, kind: offered.kind, mid: offered.mid ?? answered?.mid,
      outcome: answered.map { $0.isRefused || offered.isRefused ? .refused : .taken }
        ?? .unanswered,
      offeredDirection: offered.direction)
    if let answered, answered.kind != offered.kind {
      row.answeredKind = answered.kind
      if row.outcome == .taken { row.outcome = .mismatched }
    }
    guard let answered, row.outcome == .taken else {
      row.refused = offered.codecs.map(\.text)
      row.extensionsRefused = offered.extensions
      row.simulcastOffered = offered.simulcast
      return row
    }
    row.answeredDirection = answered.direction
    row.taken = answered.codecs.map { $0.text + ($0.isRetransmitted ? " + rtx" : "") }
    let identities = Set(answered.codecs.map(\.identity))
    row.refused = offered.codecs.filter { !identities.contains($0.identity) }.map(\.text)
    func uri(_ text: String) -> Substring { text.prefix { $0 != " " } }
    let uris = Set(answered.extensions.map(uri))
    row.extensionsTaken = answered.extensions
    row.extensionsRefused = offered.extensions.filter { !uris.contains(uri($0)) }
    row.simulcastOffered = offered.simulcast
    row.simulcastTaken = answered.simulcast
    return row
  }

  public func written(as format: FindingReport.Format) -> String {
    switch format {
    case .text: table + "\n" + report.written(as: .text)
    case .markdown:
      report.written(as: .markdown) + "\n```\n" + table.replacing("```", with: "'''") + "```\n"
    case .html:
      report.written(as: .html).replacing(
        "</html>", with: "<pre>\(lines.map(Escaping.html).joined(separator: "\n"))</pre>\n</html>")
    case .json: json
    case .sarif, .github: report.written(as: format)
    }
  }

  private var table: String { lines.map(Escaping.visible).joined(separator: "\n") + "\n" }

  private var lines: [String] {
    var lines: [String] = []
    for row in rows {
      let mid = row.mid.map { ", mid \($0)" } ?? ""
      var head = "\(row.mline) \(row.kind)\(mid): \(row.outcome.rawValue)"
      if let kind = row.answeredKind { head += ", answered as \(kind)" }
      if let offered = row.offeredDirection {
        head += "; offered \(offered)"
        if let answered = row.answeredDirection { head += ", answered \(answered)" }
      }
      lines.append(head)
      let parts = [
        ("taken", row.taken), ("refused", row.refused), ("extensions", row.extensionsTaken),
        ("  refused", row.extensionsRefused),
      ]
      for (name, texts) in parts {
        for (index, text) in texts.enumerated() {
          let label = index == 0 ? name : ""
          lines.append("  \(label)\(String(repeating: " ", count: 12 - label.count))\(text)")
        }
      }
      if let offered = row.simulcastOffered {
        lines.append("  simulcast   offered \(offered), answered \(row.simulcastTaken ?? "none")")
      }
    }
    return lines
  }

  private var json: String {
    func value(_ text: String?) -> String { text.map(Escaping.json) ?? "null" }
    func list(_ texts: [String]) -> String {
      "[" + texts.map(Escaping.json).joined(separator: ", ") + "]"
    }
    let sections = rows.map { row in
      let fields = [
        ("mline", String(row.mline)), ("kind", value(row.kind)), ("mid", value(row.mid)),
        ("outcome", value(row.outcome.rawValue)), ("offered", value(row.offeredDirection)),
        ("answered", value(row.answeredDirection)), ("taken", list(row.taken)),
        ("refused", list(row.refused)), ("extensions_taken", list(row.extensionsTaken)),
        ("extensions_refused", list(row.extensionsRefused)),
        ("simulcast_offered", value(row.simulcastOffered)),
        ("simulcast_taken", value(row.simulcastTaken)), ("answered_kind", value(row.answeredKind)),
      ]
      return "    {" + fields.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}"
    }
    let findings = report.findings.map { JSONFindings.object($0, report, indent: "    ") }
    return """
      {
        "verdict": \(value(report.verdict)),
        "sections": [
      \(sections.joined(separator: ",\n"))
        ],
        "findings": \(findings.isEmpty ? "[]" : "[\n\(findings.joined(separator: ",\n"))\n  ]")
      }

      """
  }
}
