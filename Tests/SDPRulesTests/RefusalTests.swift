import Foundation
import SDPRules
import TestSupport
import Testing

/// What other stacks refuse (`ci/sdp-refusals`), and what the rules say of it.
@Suite("Refusals by other stacks")
struct RefusalTests {
  struct Refusals: Decodable {
    struct Row: Decodable {
      struct Count: Decodable {
        var refused: Int
        var of: Int
      }

      var fault: String
      var text: String
      var rule: String
      var severity: String
      var stacks: [String: Count]
    }

    var versions: [String: String]
    var faults: [Row]
  }

  struct Explanation: Decodable, Hashable {
    var fault: String
    /// "taken": an error that a stack takes; "refused": no error, and a stack refuses.
    var which: String
    var why: String
  }

  private static func decoded<Value: Decodable>(_ name: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(Fixtures.own.bytes(name) ?? []))
  }

  @Test("rules say of each stack what the table says")
  func behaviours() throws {
    let refusals: Refusals = try Self.decoded("refusals.json")
    #expect(refusals.faults.count > 100)
    var table = Table()
    var counts: [String: [String: (refused: Int, of: Int)]] = [:]
    for row in refusals.faults {
      table.holds(Rule.named(row.rule) != nil, "\(row.fault): no rule \(row.rule)")
      for (stack, count) in row.stacks {
        counts[row.rule, default: [:]][stack, default: (0, 0)].refused += count.refused
        counts[row.rule, default: [:]][stack, default: (0, 0)].of += count.of
      }
    }
    for rule in Rule.catalogue {
      for (stack, version) in refusals.versions {
        let said = rule.behaviours.filter { $0.stack == stack && $0.source.hasPrefix("own run, ") }
        guard let count = counts[rule.id]?[stack], count.of > 0 else {
          table.holds(said.isEmpty, "\(rule.id): \(stack) was not tried")
          continue
        }
        let response: Behaviour.Response =
          count.refused == 0
          ? .tolerates : count.refused == count.of ? .refuses : .refusesSome
        table.equal(said.map(\.response), [response], "\(rule.id): \(stack)")
        let words = said.first?.source.split(separator: " ") ?? []
        let number = words.dropFirst(3).first.map { $0.filter { $0 != ":" } } ?? ""
        table.holds(version.hasPrefix(number), "\(rule.id): \(stack) \(version)")
        if response == .refusesSome {
          table.holds(
            said.first?.source.hasSuffix(": \(count.refused) of \(count.of)") ?? false,
            "\(rule.id): \(stack): \(count)")
        }
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("each disagreement with a severity is explained, and nothing else")
  func explanations() throws {
    let refusals: Refusals = try Self.decoded("refusals.json")
    let explained: [Explanation] = try Self.decoded("refusals-explained.json")
    var needed: Set<[String]> = []
    for row in refusals.faults {
      for count in row.stacks.values {
        if row.severity == "error", count.refused < count.of {
          needed.insert([row.fault, "taken"])
        }
        if row.severity != "error", count.refused > 0 { needed.insert([row.fault, "refused"]) }
      }
    }
    let given = explained.map { [$0.fault, $0.which] }
    let wrong = Set(given).symmetricDifference(needed)
    #expect(wrong.isEmpty, "missing, or without need: \(wrong.map { $0.joined(separator: " ") })")
    #expect(given.count == Set(given).count)
    #expect(explained.allSatisfy { !$0.why.isEmpty })
  }

  @Test("every format says who refuses")
  func formats() {
    var table = Table()
    let offer = Samples.offer.replacing("a=rid:h send", with: "a=fmtp:45 profile=0\na=rid:h send")
    let check = SDPCheck.check([Samples.bytes(offer), Samples.bytes(Samples.answer)])
    let report = FindingReport(
      files: [.init(name: "offer.sdp"), .init(name: "answer.sdp")], findings: check.findings)
    let words: [(FindingReport.Format, [String])] = [
      (
        .text,
        [
          "  known   refused by Chromium (own run, Chromium 156), aiortc (own run, aiortc 1.16)\n",
          "  known   taken by Firefox (own run, Firefox 153)\n",
        ]
      ),
      (
        .json, [#"{"stack": "Chromium", "response": "refuses", "source": "own run, Chromium 156"}"#]
      ),
      (.markdown, ["- Known: refused by Chromium"]),
      (.html, ["<li>Known: refused by Chromium (own run, Chromium 156), aiortc"]),
      (.sarif, ["Known: refused by Chromium (own run, Chromium 156), aiortc"]),
      (.github, [" Refused by Chromium, aiortc."]),
    ]
    for (format, parts) in words {
      let text = report.written(as: format)
      for part in parts { table.holds(text.contains(part), "\(format): \(part) in \(text)") }
    }
    let rule = Rule.named("fmtp-dangling")?.text ?? ""
    table.holds(rule.contains("known   refused by Chromium (own run, Chromium 156), aiortc"), rule)
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}
