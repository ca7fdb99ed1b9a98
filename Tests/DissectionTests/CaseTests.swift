import Foundation
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
    let folder = Samples.cases.folder(name)
    let text = String(decoding: folder.bytes("case.md") ?? [], as: UTF8.self)
    let json = text.components(separatedBy: "```")[1].drop { $0 != "{" }
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let capture = try #require(folder.files.first { $0.name.hasSuffix(".pcap") })
    let dissector = Samples.dissected(
      capture.bytes, ["offer.sdp", "answer.sdp"].compactMap(folder.bytes))
    let findings = dissector.findings(file: 0)
    var table = Table()
    var used: Set<Finding> = []
    for expected in root["expect"] as? [[String: Any]] ?? [] {
      let found = findings.first { finding in
        finding.id == expected["kind"] as? String
          && finding.severity.word == expected["severity"] as? String
          && (expected["value"] == nil || finding.value == expected["value"] as? String)
      }
      if let found {
        used.insert(found)
        for key in ["ssrc", "payload_type", "packets", "client_hellos", "stun_error"] {
          guard let number = expected[key] as? Int else { continue }
          table.holds(found.message.contains("\(number)"), "\(key) \(number): \(found.message)")
        }
      } else {
        table.holds(
          expected["optional"] as? Bool == true, "no \(expected["kind"] ?? ""): \(findings)")
      }
    }
    for finding in findings where finding.severity == .error {
      table.holds(used.contains(finding), "further error \(finding.id): \(finding.message)")
    }
    let said = findings.flatMap { [$0.id] + $0.consequences.map(\.id) }
    for kind in root["must_not_report"] as? [String] ?? [] {
      table.holds(!said.contains(kind), "says \(kind)")
    }
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
