import CallLogs
import Foundation
import SDPRules
import TestSupport
import Testing

/// Public failure reports, reduced to logs: each gives the finding and the numbers that its `case.md` expects, and no other error.
@Suite("Logs of reported failures")
struct CaseTests {
  /// What a case calls a thing, and the id that says it here. Kinds that are not listed have the same word.
  private static let idOfKind = ["ttff": "first-frame-late"]

  private static let cases = FixtureFolder().folder("cases")

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
    let folder = Self.cases.folder(name)
    let text = String(decoding: folder.bytes("case.md") ?? [], as: UTF8.self)
    let json = text.components(separatedBy: "```")[1].drop { $0 != "{" }
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let log = try #require(try CallLog(folder.bytes(file) ?? []))
    let findings = log.findings(file: 0)
    var table = Table()
    var used: [Finding] = []
    for expected in root["expect"] as? [[String: Any]] ?? [] {
      let kind = expected["kind"] as? String ?? ""
      let found = findings.first { finding in
        finding.id == Self.idOfKind[kind] ?? kind
          && finding.severity.word == expected["severity"] as? String
          && (expected["value"].map { "\($0)" == finding.value } ?? true)
      }
      table.holds(
        found != nil || expected["optional"] as? Bool == true, "no \(kind) among \(findings)")
      guard let found else { continue }
      used.append(found)
      table.equal(
        found.clause.replacing(" §", with: " section ").hasPrefix(
          "\(expected["rfc"] ?? "")".replacing(" §", with: " section ")), true,
        "clause \(found.clause)")
      compare(found, expected, &table)
    }
    for finding in findings where finding.severity == .error {
      table.holds(used.contains(finding), "further error \(finding.id): \(finding.message)")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  /// The numbers of the case against the details that programs get.
  private func compare(_ finding: Finding, _ expected: [String: Any], _ table: inout Table) {
    let known = ["kind", "file", "value", "severity", "rfc", "optional", "tolerance_ms"]
    let tolerance = expected["tolerance_ms"] as? Double ?? 0
    let details = Dictionary(uniqueKeysWithValues: finding.details.map { ($0.name, $0.value) })
    for (key, wanted) in expected where !known.contains(key) && !key.hasPrefix("slope") {
      switch (wanted, details[key]) {
      case (let text as String, .text(let found)?): table.equal(found, text, key)
      case (let number as Double, .number(let found)?):
        table.holds(
          (found.doubleValue - number).magnitude <= tolerance, "\(key): \(found), not \(number)")
      case (let phases as [String: Double], .object(let found)?):
        for (phase, time) in phases {
          let part = found.first { $0.name == phase }?.value
          guard case .number(let number)? = part else {
            table.holds(false, "no phase \(phase)")
            continue
          }
          table.holds((number.doubleValue - time).magnitude <= tolerance, "\(phase): \(number)")
        }
      default: table.holds(false, "\(key): \(String(describing: details[key])), not \(wanted)")
      }
    }
  }
}
