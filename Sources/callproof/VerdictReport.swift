internal import CallLogs
internal import Metrics
internal import Report
internal import SDPRules
internal import Trace

/// Findings with the first broken link of the call: how `diagnose` and `capture` end.
struct VerdictReport {
  private(set) var report: FindingReport
  private let diagnosis: Diagnosis?
  private let seen: Symptom?

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
    report.reason =
      verdict.sentence ?? verdict.findings.first { $0.id == LogRules.tooLittle.id }?.message
    report.cause = verdict.diagnosis.map { "\($0.cause.id) (\($0.cause.stage.rawValue))" }
    diagnosis = verdict.diagnosis
    seen = verdict.seen
    report.notes =
      diagnosis?.notes(seen: seen, without: Set(verdict.findings.messages)) ?? Self.held(facts)
  }

  /// Of several calls, each judged by itself: the worst one's verdict stands above all.
  init(calls: [VerdictReport]) {
    var all = FindingReport(files: [], findings: [])
    all.subject = "Diagnosis"
    for (index, call) in calls.enumerated() {
      let names = Self.names(call.report.files)
      all.findings += call.report.findings.map { $0.moved(by: all.files.count) }
      all.files += call.report.files
      all.notes.append(
        FindingReport.Note("call \(index + 1)", "\(names): \(call.report.closing)"))
    }
    all.findings.append(
      CaptureRules.severalCalls.finding(
        file: calls.first?.report.files.count ?? 0, value: "\(calls.count) calls",
        "These files are of \(calls.count) calls: they share no session, no certificate and no ICE credentials. Each is judged by itself."
      ))
    all.findings = all.findings.worstFirst
    func severity(_ call: VerdictReport) -> Int {
      call.report.findings.map(\.severity.rawValue).max() ?? -1
    }
    // The first of those that are equal.
    let worst = calls.max { severity($0) < severity($1) }
    all.reason = worst?.report.reason
    all.cause = worst?.report.cause
    report = all
    diagnosis = worst?.diagnosis
    seen = worst?.seen
  }

  /// "a.pcap, dump.txt (connection 2)"
  private static func names(_ files: [FindingReport.File]) -> String {
    var names: [String] = []
    for file in files {
      if !names.contains(file.label) { names.append(file.label) }
    }
    return names.joined(separator: ", ")
  }

  /// Where nothing broke: what was looked at.
  private static func held(_ facts: [CallFact]) -> [FindingReport.Note] {
    CallStage.allCases.compactMap { stage in facts.first { $0.stage == stage } }
      .map { FindingReport.Note("held", "\($0.suspect): \($0.text)") }
  }

  /// A symptom that nothing shows is null.
  private func told(_ diagnosis: Diagnosis) -> JSONValue {
    guard seen == nil, case .object(let members) = diagnosis.json else { return diagnosis.json }
    return .object(members.map { $0.name == "symptom" ? JSONMember("symptom", .null) : $0 })
  }

  /// What the report of a run says was expected and did not hold.
  mutating func add(red reason: String) {
    if report.reason == nil { report.reason = "nothing explains what is red: \(reason)" }
    add(FindingReport.Note("red", reason))
  }

  mutating func add(_ note: FindingReport.Note) { report.notes.append(note) }

  func written(
    as format: FindingReport.Format, with more: [(name: String, json: String)] = []
  ) -> String {
    guard format == .json else { return report.written(as: format) }
    let json = diagnosis.map { Escaping.harmless(json: told($0).line) } ?? "null"
    return report.json(with: [("diagnosis", json)] + more)
  }
}
