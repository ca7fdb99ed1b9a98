import SDPRules
import TestSupport
import Testing

/// The public failures of `Fixtures/cases`, each with the findings its author expects.
@Suite("Cases from public reports")
struct CaseTests {
  private static let target = "SDPRulesTests"

  @Test("each gives what its author expects, and no other error")
  func cases() throws {
    var table = Table()
    let names = ReportedCase.names(of: Self.target)
    #expect(names.count == 44)
    for name in names {
      let item = try #require(ReportedCase(name, of: Self.target))
      item.judge(Self.reports(item), &table)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
    print("\(table.rows) expectations of \(names.count) cases")
  }

  @Test("what a case does not want is noticed")
  func noticed() throws {
    let (swapped, mono, trap) = (
      "01-mline-order-swapped", "12-opus-one-channel", "40-trap-fewer-extensions-and-high-ids"
    )
    let untrue = #"{"findings": [{"id": "extmap-order", "severity": "warning"}]}"#
    let rows: [(name: String, words: String, change: (String) -> String)] = [
      (swapped, "no JSON", { _ in "" }),
      (swapped, "no mline-order", { $0.replacing("mline-order", with: "mline-kind") }),
      (swapped, "further error mline-kind", { $0.replacing("mline-order", with: "mline-kind") }),
      (swapped, "no mline-order", { $0.replacing("\"error\"", with: "\"warning\"") }),
      (swapped, "no mline-order", { $0.replacing("answer.sdp", with: "offer.sdp") }),
      (swapped, "no mline-order", { $0.replacing("\"mline\": ", with: "\"mline\": 1") }),
      (swapped, "no mline-order", { $0.replacing("\"value\": \"", with: "\"value\": \"x") }),
      (swapped, "line of mline-order", { $0.replacing("\"line\": ", with: "\"line\": 9") }),
      (swapped, "clause of mline-order", { $0.replacing("RFC ", with: "RFC 1") }),
      (mono, "no rtpmap-invalid", { $0.replacing("\"mid\": \"", with: "\"mid\": \"x") }),
      (mono, "payload_type 111", { $0.replacing("\"line\": ", with: "\"line\": 9") }),
      (trap, "says extmap-order", { _ in untrue }), (trap, "not silent", { _ in untrue }),
    ]
    var table = Table()
    for (number, row) in rows.enumerated() {
      let item = try #require(ReportedCase(row.name, of: Self.target))
      var inner = Table()
      item.judge(Self.reports(item).map(row.change), &inner)
      table.holds(
        inner.failures.contains { $0.contains(row.words) }, "row \(number): \(inner.failures)")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  /// What is said of the texts of a case, judged as they belong together.
  private static func reports(_ item: ReportedCase) -> [String] {
    let files = Set(item.folder.names)
    var runs: [[String]]
    if files.contains("offer-1.sdp") {
      runs = [["offer-1.sdp", "answer-1.sdp", "offer-2.sdp", "answer-2.sdp"]]
    } else if files.isSuperset(of: ["offer.sdp", "answer.sdp"]) {
      runs = [["offer.sdp", "answer.sdp"]]
    } else {
      runs = [files.filter { $0.hasSuffix(".sdp") }.sorted()]
    }
    if files.contains("answer-before-proxy.sdp") {
      runs.append(["offer.sdp", "answer-before-proxy.sdp"])
    }
    return runs.map { report($0, of: item.folder).written(as: .json) }
  }

  private static func report(_ run: [String], of folder: FixtureFolder) -> FindingReport {
    let texts = run.map { folder.bytes($0) ?? [] }
    var names = run
    var logs: [CandidateLog] = []
    if let bytes = folder.bytes("candidates.jsonl"), let log = try? InputReader.read(bytes) {
      logs.append(CandidateLog(file: names.count, entries: log.candidates))
      names.append("candidates.jsonl")
    }
    let check =
      run.contains { $0.hasPrefix("offer") } && run.count > 1
      ? SDPCheck.check(texts, candidates: logs) : SDPCheck.lint(texts, candidates: logs)
    return FindingReport(files: names.map { .init(name: $0) }, findings: check.findings)
  }
}
