/// For a terminal.
enum TextFindings {
  static func written(_ report: FindingReport) -> String {
    var text = ""
    for finding in report.findings { write(finding, report, &text) }
    text += Escaping.visible(report.closing) + "\n"
    for note in report.notes {
      let gap = String(repeating: " ", count: max(1, 9 - note.label.count))
      text += "  \(note.label)\(gap)\(Escaping.visible(note.text))\n"
    }
    return text
  }

  private static func write(_ finding: Finding, _ report: FindingReport, _ text: inout String) {
    let visible = Escaping.visible
    text +=
      "\(finding.severity.word): \(visible(report.location(finding))): \(visible(finding.message)) [\(finding.id)]\n"
    if let section = report.section(finding) { text += "  in      \(visible(section))\n" }
    if let value = finding.value { text += "  found   \(visible(value))\n" }
    text += "  law     \(finding.clause)\n"
    text += "  mend    \(visible(finding.fix))\n"
    for line in finding.rule?.known ?? [] { text += "  known   \(line)\n" }
    for consequence in finding.consequences {
      text +=
        "  hence   \(visible(report.location(consequence))): \(visible(consequence.message)) [\(consequence.id)]\n"
    }
    text += "\n"
  }
}
