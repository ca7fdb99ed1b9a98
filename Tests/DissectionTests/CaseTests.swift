import SDPRules
import TestSupport
import Testing

@testable import Dissection

/// Public failure reports, reduced to captures: each gives the finding that its `case.md` expects, and no other error.
@Suite("Captures of reported failures")
struct CaseTests {
  private static let names = [
    "45-pcap-fragments-under-mode-0", "46-pcap-marker-on-every-nal",
    "47-pcap-stun-uses-wrong-section", "48-pcap-both-ends-send-clienthello",
    "49-pcap-retransmissions-version-0", "50-pcap-dtls-flight-exceeds-mtu",
  ]

  @Test("the expected finding, and nothing further", arguments: names)
  func cases(_ name: String) throws {
    let item = try #require(ReportedCase(name, of: "DissectionTests"))
    let capture = try #require(item.folder.files.first { $0.name.hasSuffix(".pcap") })
    let dissector = Samples.dissected(
      capture.bytes, ["offer.sdp", "answer.sdp"].compactMap(item.folder.bytes))
    let report = FindingReport(
      files: [.init(name: capture.name)], findings: dissector.findings(file: 0))
    var table = Table()
    item.judge([report.written(as: .json)], &table)
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("causes without descriptions, and what follows from them")
  func alone() {
    var table = Table()
    for (name, id, value, hence) in [
      ("46-pcap-marker-on-every-nal", "marker-per-nal", "4 markers per timestamp", ""),
      ("47-pcap-stun-uses-wrong-section", "stun-username-wrong", "c09z:stMO", "ice-no-answer"),
      (
        "48-pcap-both-ends-send-clienthello", "dtls-both-clients",
        "ClientHello from 192.0.2.21 and from 198.51.100.40", "dtls-alert"
      ),
      ("49-pcap-retransmissions-version-0", "rtp-version", "version 0", "nack-unanswered"),
      (
        "50-pcap-dtls-flight-exceeds-mtu", "dtls-ip-fragments-lost",
        "first fragment only, 4 times", "dtls-no-answer"
      ),
    ] {
      let capture = Samples.cases.folder(name).files.first { $0.name.hasSuffix(".pcap") }
      let findings = Samples.dissected(capture?.bytes ?? []).findings(file: 0)
      table.equal(findings.filter { $0.severity == .error }.map(\.id), [id], name)
      table.equal(findings.first?.value, value, name)
      let consequences = findings.first?.consequences.map(\.id) ?? []
      table.holds(hence.isEmpty || consequences.contains(hence), "\(name): \(consequences)")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}
