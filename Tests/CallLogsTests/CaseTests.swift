import CallLogs
import SDPRules
import TestSupport
import Testing

/// Public failure reports, reduced to logs: each gives the finding and the numbers that its `case.md` expects, and no other error.
@Suite("Logs of reported failures")
struct CaseTests {
  @Test(
    "the expected finding with its numbers, and nothing further",
    arguments: [
      ("51-icelog-gathering-waits-40s", "ice.jsonl"),
      ("52-icelog-turn-refuses-credentials", "ice.jsonl"),
      ("53-icelog-candidates-before-description", "ice.jsonl"),
      ("54-timing-first-frame-waits-for-keyframe", "events.jsonl"),
      ("55-timing-drift-grows", "sync.jsonl"), ("56-timing-three-freezes", "frames.csv"),
    ])
  func cases(_ name: String, _ file: String) throws {
    let item = try #require(ReportedCase(name, of: "CallLogsTests"))
    let log = try #require(try CallLog(item.folder.bytes(file) ?? []))
    let report = FindingReport(files: [.init(name: file)], findings: log.findings(file: 0))
    var table = Table()
    item.judge([report.written(as: .json)], &table)
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}
