/// One page that needs nothing else and runs no script.
enum HTMLFindings {
  static func written(_ report: FindingReport) -> String {
    let escaped = Escaping.html
    var text = """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(escaped(report.subject)): \(escaped(report.verdict))</title>
      <style>
        body { font: 16px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }
        article { border-left: 4px solid #888; padding: 0 1em; margin: 1.5em 0; }
        article.error { border-color: #c00; } article.warning { border-color: #c80; }
        h1 { font-size: 1.4em; } h2 { font-size: 1.1em; }
        code { overflow-wrap: anywhere; background: #8882; padding: 0 .2em; }
      </style>
      <h1>\(escaped(report.verdict))</h1>

      """
    if !report.notes.isEmpty {
      let items = report.notes.map { "<li>\($0.label): \(escaped($0.text))</li>\n" }
      text += "<ul>\n\(items.joined())</ul>\n"
    }
    for finding in report.findings { write(finding, report, &text) }
    return text + "</html>\n"
  }

  private static func write(_ finding: Finding, _ report: FindingReport, _ text: inout String) {
    let escaped = Escaping.html
    text += "<article class=\"\(finding.severity.word)\">\n"
    text += "<h2>\(finding.severity.word): \(escaped(finding.id))</h2>\n"
    text += "<p>\(escaped(finding.message))</p>\n<ul>\n"
    let section = report.section(finding).map { ", \(escaped($0))" } ?? ""
    text += "<li>Where: <code>\(escaped(report.location(finding)))</code>\(section)</li>\n"
    if let value = finding.value { text += "<li>Found: <code>\(escaped(value))</code></li>\n" }
    text += "<li>Law: \(escaped(finding.clause))</li>\n<li>Mend: \(escaped(finding.fix))</li>\n"
    for line in finding.rule?.known ?? [] { text += "<li>Known: \(escaped(line))</li>\n" }
    for consequence in finding.consequences {
      text +=
        "<li>Hence: \(escaped(consequence.message)) (<code>\(escaped(report.location(consequence)))</code>, \(escaped(consequence.id)))</li>\n"
    }
    text += "</ul>\n</article>\n"
  }
}
