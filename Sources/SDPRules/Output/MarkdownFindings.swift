/// For a comment on a change, or a ticket.
enum MarkdownFindings {
  static func written(_ report: FindingReport) -> String {
    let escaped = Escaping.markdown
    var text = "**\(escaped(report.verdict))**\n"
    if !report.notes.isEmpty { text += "\n" }
    for note in report.notes { text += "- \(note.label): \(escaped(note.text))\n" }
    for finding in report.findings {
      text += "\n### \(finding.severity.word): \(finding.id)\n\n"
      text += "\(escaped(finding.message))\n\n"
      text += "- Where: \(Escaping.markdownCode(report.location(finding)))"
      text += report.section(finding).map { ", \(escaped($0))\n" } ?? "\n"
      if let value = finding.value { text += "- Found: \(Escaping.markdownCode(value))\n" }
      text += "- Law: \(escaped(finding.clause))\n- Mend: \(escaped(finding.fix))\n"
      for line in finding.rule?.known ?? [] { text += "- Known: \(escaped(line))\n" }
      for consequence in finding.consequences {
        text +=
          "- Hence: \(escaped(consequence.message)) (\(Escaping.markdownCode(report.location(consequence))), \(consequence.id))\n"
      }
    }
    return text
  }
}
