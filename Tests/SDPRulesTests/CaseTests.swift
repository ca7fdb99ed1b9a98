import Foundation
import SDPRules
import TestSupport
import Testing

/// The public failures of `Fixtures/cases`, each with the findings its author expects.
@Suite("Cases from public reports")
struct CaseTests {
  /// What a case calls a thing, and the ids that say it here. Kinds that are not listed have the same word.
  static let idsOfKind: [String: [String]] = [
    "rtcp-fb-incomplete": ["rtcp-fb-incomplete"],
    "codec-parameter-mismatch": ["codec-parameter-mismatch"],
    "payload-type-dangling": ["payload-type-dangling"],
    "bundle-attribute-conflict": ["bundle-attribute-conflict"],
    "ice-credentials-conflict": ["ice-credentials-conflict"],
    "setup-missing": ["setup-missing"],
    "fingerprint-hash": ["fingerprint-hash-unknown", "fingerprint-weak"],
    "fingerprint-mismatch": ["fingerprint-changed"],
    "extmap-id-reserved": ["extmap-id-reserved", "extmap-two-byte"],
    "extmap-missing": ["extmap-missing"],
    "payload-type-not-offered": ["codec-not-offered", "payload-type-redefined"],
    "line-too-long": ["input-too-large"],
    "too-many-attributes": ["input-too-large"],
    "unknown-attribute": ["attribute-malformed"],
    "rtcp-fb-missing": ["rtcp-fb-not-offered", "rtcp-fb-dangling"],
    "address-placeholder": ["connection-malformed"],
    "port-placeholder": ["media-malformed"],
  ]

  /// Lines in which a case names another line than the one that is at fault: its number is that of the first line in
  /// the file that holds the same letters.
  static let otherLine: [String: (says: Int, is: Int, why: String)] = [
    "02-bundle-lists-missing-mid bundle-unknown-mid": (
      2, 5, "line 2 is o=, whose numbers hold a 3; the group is on line 5"
    ),
    "33-simulcast-names-undeclared-rid simulcast-rid-undeclared": (
      6, 23, "line 6 is m=video, which begins with an m; a=simulcast is on line 23"
    ),
  ]

  struct Case {
    var name: String
    var expected: [[String: Any]]
    var forbidden: [String]
    var findings: [(file: String, finding: Finding)]
  }

  @Test("each gives what its author expects, and no other error")
  func cases() throws {
    var table = Table()
    let names = Fixtures.names(in: Fixtures.cases)
    #expect(names.count == 44)
    for name in names {
      let item = try #require(Self.read(name))
      judge(item, &table)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
    print("\(table.rows) expectations of \(names.count) cases")
  }

  private func judge(_ item: Case, _ table: inout Table) {
    var used: [Finding] = []
    for expected in item.expected {
      let kind = expected["kind"] as? String ?? ""
      let match = item.findings.first { Self.matches($0.file, $0.finding, expected) }
      let isOptional = expected["optional"] as? Bool ?? false
      table.holds(
        match != nil || isOptional,
        "\(item.name): \(kind) is missing among \(item.findings.map(\.finding.id))")
      guard let found = match?.finding else { continue }
      used.append(found)
      if let line = expected["line"] as? Int {
        if let other = Self.otherLine["\(item.name) \(kind)"] {
          table.equal(line, other.says, "\(item.name): the line that the case names")
          table.equal(found.place.line, other.is, "\(item.name): \(other.why)")
        } else {
          table.equal(found.place.line, line, "\(item.name): line of \(kind)")
        }
      }
      if let lines = expected["lines"] as? [Int] {
        let all = ([found] + found.consequences).compactMap(\.place.line)
        table.equal(Set(all), Set(lines), "\(item.name): lines of \(kind)")
      }
    }
    for (file, finding) in item.findings where finding.severity == .error {
      table.holds(
        used.contains(finding),
        "\(item.name): further error \(finding.id) in \(file): \(finding.message)")
    }
    for kind in item.forbidden {
      let ids = Self.idsOfKind[kind] ?? [kind]
      let said = item.findings.flatMap { [$0.finding.id] + $0.finding.consequences.map(\.id) }
      table.holds(!said.contains(where: ids.contains), "\(item.name): says \(kind)")
    }
    if item.name.contains("-trap-") {
      let loud = item.findings.filter { $0.finding.severity > .info }
      table.holds(loud.isEmpty, "\(item.name): not silent: \(loud.map(\.finding.id))")
    }
  }

  private static func matches(_ file: String, _ finding: Finding, _ expected: [String: Any]) -> Bool
  {
    let kind = expected["kind"] as? String ?? ""
    let kinds = [kind] + (expected["kind_also_accepted"] as? [String] ?? [])
    let severities =
      [expected["severity"] as? String ?? ""]
      + (expected["severity_also_accepted"] as? [String] ?? [])
    return kinds.flatMap { idsOfKind[$0] ?? [$0] }.contains(finding.id)
      && severities.contains(finding.severity.word)
      && file == expected["file"] as? String
      && (expected["mline"] == nil || expected["mline"] as? Int == finding.place.mline)
      && (expected["mid"] == nil || expected["mid"] as? String == finding.place.mid)
      && (expected["value"] == nil || expected["value"] as? String == finding.value)
  }

  /// The texts of a case, judged as they belong together.
  private static func read(_ name: String) -> Case? {
    let folder = Fixtures.cases.appending(path: name)
    let text = String(decoding: Fixtures.bytes(folder.appending(path: "case.md")), as: UTF8.self)
    let parts = text.components(separatedBy: "```")
    guard parts.count >= 2, let start = parts[1].firstIndex(of: "{"),
      let json = Fixtures.json(parts[1][start...].utf8) as? [String: Any]
    else { return nil }
    var item = Case(
      name: name, expected: json["expect"] as? [[String: Any]] ?? [],
      forbidden: json["must_not_report"] as? [String] ?? [], findings: [])
    let files = Set(Fixtures.names(in: folder))
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
    for run in runs {
      let texts = run.map { Fixtures.bytes(folder.appending(path: $0)) }
      var logs: [CandidateLog] = []
      var names = run
      if files.contains("candidates.jsonl"),
        let log = try? InputReader.read(Fixtures.bytes(folder.appending(path: "candidates.jsonl")))
      {
        logs.append(CandidateLog(file: names.count, entries: log.candidates))
        names.append("candidates.jsonl")
      }
      let check =
        run.contains { $0.hasPrefix("offer") } && run.count > 1
        ? SDPCheck.check(texts, candidates: logs) : SDPCheck.lint(texts, candidates: logs)
      item.findings += check.findings.map { (names[$0.place.file], $0) }
    }
    return item
  }
}
