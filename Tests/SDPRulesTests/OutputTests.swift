import Foundation
import SDPRules
import TestSupport
import Testing

@Suite("Reports of findings")
struct OutputTests {
  /// A description whose every text tries to break out of the format it is written in.
  private static let nasty =
    "a=mid:<script>alert(1)</script>\u{1b}[31m]]>`|::error::\u{202e}\u{85}%0A\"\\"
  private static var report: FindingReport {
    let text = Samples.offer.replacing("a=mid:1", with: nasty)
      .replacing("a=rtpmap:96 VP8/90000", with: "a=rtpmap:96 <img onerror=x>")
    let check = SDPCheck.check([Samples.bytes(text), Samples.bytes(Samples.answer)])
    return FindingReport(
      files: [.init(name: "<b>.sdp\n::error::x"), .init(name: "answer.sdp")],
      findings: check.findings)
  }

  @Test("nothing from outside gets out of its place")
  func escaping() {
    var table = Table()
    let report = Self.report
    table.holds(report.findings.count > 1, "findings")
    for format in FindingReport.Format.allCases {
      let text = report.written(as: format)
      let hasControl = text.unicodeScalars.contains {
        ($0.value < 32 && $0 != "\n") || ($0.value > 126 && $0.value < 160) || $0.value == 0x202e
      }
      table.holds(!hasControl, "\(format): control characters")
    }
    let html = report.written(as: .html)
    table.holds(
      !html.contains("<script") && !html.contains("<img") && !html.contains("<b>.sdp"), "html")
    for line in report.written(as: .github).split(separator: "\n") {
      table.holds(
        ["::error ", "::warning ", "::notice "].contains(where: line.hasPrefix),
        "github: \(line.prefix(60))")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("JSON has every field, and SARIF its shape")
  func json() throws {
    let report = Self.report
    let json = try #require(Fixtures.json(report.written(as: .json).utf8) as? [String: Any])
    let findings = try #require(json["findings"] as? [[String: Any]])
    var table = Table()
    table.holds(json["verdict"] is String, "verdict")
    let names = [
      "id", "severity", "file", "line", "mline", "mid", "value", "clause", "message", "fix",
      "consequences",
    ]
    for finding in findings {
      for name in names { table.holds(finding[name] != nil, "\(finding["id"] ?? ""): \(name)") }
    }
    let sarif = try #require(Fixtures.json(report.written(as: .sarif).utf8) as? [String: Any])
    let run = (sarif["runs"] as? [[String: Any]])?.first
    table.equal(sarif["version"] as? String, "2.1.0", "version")
    table.equal((run?["results"] as? [[String: Any]])?.count, findings.count, "results")
    let empty = FindingReport(files: [], findings: [])
    table.holds(Fixtures.json(empty.written(as: .sarif).utf8) != nil, "empty SARIF")
    table.holds(Fixtures.json(empty.written(as: .json).utf8) != nil, "empty JSON")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("consequences stand under their cause")
  func consequences() {
    let text = Samples.answer.replacing("UDP/DTLS/SCTP webrtc-datachannel", with: "DTLS/SCTP 5000")
      .replacing("a=sctp-port:5000\n", with: "a=sctpmap:5000 webrtc-datachannel 1024\n")
    let findings = SDPCheck.check([Samples.bytes(Samples.offer), Samples.bytes(text)]).findings
    var table = Table()
    table.equal(findings.map(\.id), ["transport-mismatch"], "causes")
    table.equal(
      findings.flatMap(\.consequences).map(\.id), ["datachannel-old-form"], "consequences")
    let summary = DescriptionSummary(Samples.bytes(Samples.offer))?.text ?? ""
    for part in [
      "0 audio, mid 0, sendrecv", "102 H264/90000, Constrained Baseline 3.1, mode 1", "rtx 97",
      "send h;l",
    ] {
      table.holds(summary.contains(part), "summary: \(part)")
    }
    table.holds(Rule.index.split(separator: "\n").count == Rule.catalogue.count, "rules")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}
