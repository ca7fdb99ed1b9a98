import SDPRules
import TestSupport
import Testing

@Suite("Rules on changed texts")
struct RuleRowTests {
  static let finger =
    "a=fingerprint:sha-256 11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00\n"
  static let answerFinger =
    "a=fingerprint:sha-256 AA:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00\n"
  static let otherFinger = finger.replacing("11:22:33:44:55", with: "99:22:33:44:55")
  static let pwd = "hD1sVnBq7xJr0aEfKzT2yLpC"
  static let newCredentials = "a=ice-ufrag:N3wU\na=ice-pwd:N3wPwN3wPwN3wPwN3wPwN3wP\n"
  static let offerCredentials = "a=ice-ufrag:Wd4f\na=ice-pwd:hD1sVnBq7xJr0aEfKzT2yLpC\n"
  static let answerCredentials = "a=ice-ufrag:Q9aZ\na=ice-pwd:m3NvB8xLs2QwEr6TyUi1OpAs\n"
  static let moreCredentials = "a=ice-ufrag:M0rE\na=ice-pwd:M0rEM0rEM0rEM0rEM0rEM0rE\n"

  @Test("each rule speaks of its fault and of nothing else")
  func rows() {
    var table = Table()
    let rows =
      StructureRows.rows + PairingRows.rows + CodecRows.rows + ExtensionRows.rows
      + TransportRows.rows + StreamRows.rows + RenegotiationRows.rows
    for row in rows {
      let failure = row.failure
      table.holds(failure == nil, failure ?? "")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
    print("\(table.rows) rows")
    let tried = Set(rows.filter { $0.severity != nil }.map(\.id))
    let untried = Rule.catalogue.map(\.id).filter {
      !tried.contains($0) && !Self.triedElsewhere.contains($0)
    }
    #expect(untried.isEmpty, "rules without a failing row: \(untried)")
  }

  /// Rules whose faults a row cannot write; each has a test of its own.
  static let triedElsewhere: Set<String> = [
    "input-too-large", "bytes-invalid", "text-encoding", "line-ends-mixed", "line-ends-lf",
    "candidate-unknown-section", "candidate-after-end",
  ]

  @Test("ids are unique, and every rule has its words")
  func catalogue() {
    var table = Table()
    var seen: Set<String> = []
    for rule in Rule.catalogue {
      table.holds(seen.insert(rule.id).inserted, "\(rule.id) stands twice")
      table.holds(
        rule.id.utf8.allSatisfy { $0 == 45 || (97...122).contains($0) },
        "\(rule.id): letters and hyphens")
      table.holds(
        ![rule.title, rule.clause, rule.bad, rule.good, rule.fix].contains(where: \.isEmpty),
        rule.id)
      for explanation in rule.explains {
        for id in explanation.ids {
          table.holds(Rule.named(id) != nil, "\(rule.id) explains \(id), which is no rule")
        }
      }
    }
    for (cause, effects) in CrossEffects.table {
      for id in [cause] + effects { table.holds(Rule.named(id) != nil, "\(id) is no rule") }
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}
