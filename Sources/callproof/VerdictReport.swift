internal import CallLogs
internal import Metrics
internal import Report
internal import SDPRules

/// Findings with the first broken link of the call: how `diagnose` and `capture` end.
struct VerdictReport {
  let report: FindingReport
  private let diagnosis: Diagnosis?
  private let facts: [CallFact]

  /// - Parameters:
  ///   - facts: links of the chain that held.
  ///   - traced: what the trace of a run says already.
  init(
    _ findings: [Finding], files: [FindingReport.File], facts: [CallFact],
    traced: Diagnosis? = nil
  ) {
    let verdict = CallVerdict(findings, names: files.map(\.name), facts: facts, traced: traced)
    var report = FindingReport(files: files, findings: verdict.findings)
    report.subject = "Diagnosis"
    report.reason = verdict.sentence
    self.report = report
    diagnosis = verdict.diagnosis
    self.facts = facts
  }

  func written(
    as format: FindingReport.Format, with more: [(name: String, json: String)] = []
  ) -> String {
    switch format {
    case .text: return report.written(as: .text) + (diagnosis?.text(without: told) ?? held)
    case .json:
      let json = (diagnosis?.json.line).map { Escaping.harmless(json: $0) } ?? "null"
      return report.json(with: [("diagnosis", json)] + more)
    case .sarif, .markdown, .html, .github: return report.written(as: format)
    }
  }

  /// Messages of findings, consequences too.
  private var told: Set<String> {
    Set(report.findings.flatMap { [$0.message] + $0.consequences.map(\.message) })
  }

  /// Where nothing broke: what was looked at.
  private var held: String {
    let words = CallStage.allCases.compactMap { stage in facts.first { $0.stage == stage } }
    return words.map {
      "  held     \(Terminal.harmless($0.suspect)): \(Terminal.harmless($0.text))\n"
    }.joined()
  }
}
