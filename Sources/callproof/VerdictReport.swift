internal import CallLogs
internal import Metrics
internal import Report
internal import SDPRules

/// Findings with the first broken link of the call: how `diagnose` and `capture` end.
struct VerdictReport {
  private(set) var report: FindingReport
  private let diagnosis: Diagnosis?

  /// - Parameters:
  ///   - facts: links of the chain that held.
  ///   - traced: what the trace of a run says already.
  init(
    _ findings: [Finding], files: [FindingReport.File], facts: [CallFact],
    traced: Diagnosis? = nil
  ) {
    let verdict = CallVerdict(findings, names: files.map(\.name), facts: facts, traced: traced)
    report = FindingReport(files: files, findings: verdict.findings)
    report.subject = "Diagnosis"
    report.reason = verdict.sentence
    diagnosis = verdict.diagnosis
    let told = verdict.findings.flatMap { [$0.message] + $0.consequences.map(\.message) }
    report.notes = diagnosis?.notes(without: Set(told)) ?? Self.held(facts)
  }

  /// Where nothing broke: what was looked at.
  private static func held(_ facts: [CallFact]) -> [FindingReport.Note] {
    CallStage.allCases.compactMap { stage in facts.first { $0.stage == stage } }
      .map { FindingReport.Note("held", "\($0.suspect): \($0.text)") }
  }

  mutating func add(_ note: FindingReport.Note) { report.notes.append(note) }

  func written(
    as format: FindingReport.Format, with more: [(name: String, json: String)] = []
  ) -> String {
    guard format == .json else { return report.written(as: format) }
    let json = (diagnosis?.json.line).map { Escaping.harmless(json: $0) } ?? "null"
    return report.json(with: [("diagnosis", json)] + more)
  }
}
