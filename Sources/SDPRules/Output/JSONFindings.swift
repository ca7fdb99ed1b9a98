/// `{"verdict": …, "findings": [{"id", "severity", "file", "line", "mline", "mid", "value", "clause", "message", "fix",
/// "consequences"}]}`: absent fields are null. Where there are further numbers, they are in "details".
enum JSONFindings {
  /// - Parameter more: further fields behind the findings: a name, and JSON.
  static func written(_ report: FindingReport, more: [(name: String, json: String)] = []) -> String
  {
    let findings = report.findings.map { object($0, report, indent: "    ") }
    let list = findings.isEmpty ? "[]" : "[\n\(findings.joined(separator: ",\n"))\n  ]"
    let others = more.map { ",\n  \(Escaping.json($0.name)): \($0.json)" }.joined()
    return """
      {
        "verdict": \(Escaping.json(report.verdict)),
        "findings": \(list)\(others)
      }

      """
  }

  static func object(_ finding: Finding, _ report: FindingReport, indent: String) -> String {
    func text(_ value: String?) -> String { value.map(Escaping.json) ?? "null" }
    func number(_ value: Int?) -> String { value.map { String($0) } ?? "null" }
    let inner = indent + "  "
    let nested = finding.consequences.map { object($0, report, indent: inner + "  ") }
    let consequences = nested.isEmpty ? "[]" : "[\n\(nested.joined(separator: ",\n"))\n\(inner)]"
    let known = (finding.rule?.behaviours ?? []).map(\.json)
    let value = finding.isCount ? finding.value : finding.value.map(Escaping.json)
    var fields = [
      ("id", text(finding.id)), ("severity", text(finding.severity.word)),
      ("file", text(report.fileName(finding))), ("line", number(report.line(finding))),
      ("mline", number(finding.place.mline)), ("mid", text(finding.place.mid)),
      ("kind", text(finding.place.kind)), ("value", value ?? "null"),
      ("clause", text(finding.clause)), ("message", text(finding.message)),
      ("fix", text(finding.fix)), ("known", "[\(known.joined(separator: ", "))]"),
      ("consequences", consequences),
    ]
    if let connection = report.connection(finding) {
      fields.append(("connection", "\(connection)"))
    }
    if !finding.details.isEmpty {
      fields.append(("details", FindingDetail.Value.object(finding.details)))
    }
    let lines = fields.map { "\(inner)\"\($0.0)\": \($0.1)" }
    return "\(indent){\n\(lines.joined(separator: ",\n"))\n\(indent)}"
  }
}

extension Behaviour {
  /// One object on one line.
  var json: String {
    "{\"stack\": \(Escaping.json(stack)), \"response\": \(Escaping.json(response.rawValue)), \"source\": \(Escaping.json(source))}"
  }
}
