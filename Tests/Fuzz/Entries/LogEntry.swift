internal import CallLogs
internal import SDPRules

enum LogEntry {
  /// Those of `CallLog`, and one that says how much of the log was not read.
  private static let findingLimit = 201

  static func broken(by bytes: [UInt8]) -> String? {
    guard let log = try? CallLog(bytes) else { return nil }
    let findings = log.findings(file: 0)
    guard findings.count <= findingLimit else { return "\(findings.count) findings" }
    let verdict = CallVerdict(findings, names: ["f.log"], facts: log.facts)
    guard findings.isEmpty || !verdict.findings.isEmpty else { return "findings without a verdict" }
    return Reports.broken(FindingReport(files: [.init(name: "f.log")], findings: verdict.findings))
  }
}
