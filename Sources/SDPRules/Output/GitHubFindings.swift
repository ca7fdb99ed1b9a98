/// Workflow commands, which a code host shows at the line.
enum GitHubFindings {
  static func written(_ report: FindingReport) -> String {
    var text = ""
    for finding in report.findings {
      let command =
        switch finding.severity {
        case .error: "error"
        case .warning: "warning"
        case .info: "notice"
        }
      var properties: [String] = []
      if let file = report.fileName(finding) {
        properties.append("file=\(Escaping.github(file, isProperty: true))")
      }
      if let line = report.line(finding) { properties.append("line=\(line)") }
      properties.append("title=\(Escaping.github(finding.id, isProperty: true))")
      let hence = finding.consequences.map { " Hence: \($0.message)" }.joined()
      // An annotation is a few lines on a code host's page: who refuses, without how that is known.
      let refusing = (finding.rule?.behaviours ?? []).filter { $0.response == .refuses }
      var stacks: [String] = []
      for stack in refusing.map(\.stack) where !stacks.contains(stack) { stacks.append(stack) }
      let known = stacks.isEmpty ? "" : " Refused by \(stacks.joined(separator: ", "))."
      let message = "\(finding.message) \(finding.fix) (\(finding.clause))\(known)\(hence)"
      text += "::\(command) \(properties.joined(separator: ","))::\(Escaping.github(message))\n"
    }
    return text
  }
}
