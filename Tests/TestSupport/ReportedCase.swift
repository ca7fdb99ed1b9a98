import Foundation

/// A failure that was reported in public, reduced to files: the JSON block of `case.md` says what has to be found in them.
public struct ReportedCase {
  public let name: String
  public let folder: FixtureFolder
  private let expected: [Fields]
  private let forbidden: [String]
  /// It looks odd and is legal: nothing louder than a hint may be said of it.
  private let isTrap: Bool

  private typealias Fields = [String: Any]

  /// What a case calls a thing, and the ids that say it here. Kinds that are not listed have the same word.
  private static let idsOfKind: [String: [String]] = [
    "fingerprint-hash": ["fingerprint-hash-unknown", "fingerprint-weak"],
    "fingerprint-mismatch": ["fingerprint-changed"],
    "extmap-id-reserved": ["extmap-id-reserved", "extmap-two-byte"],
    "payload-type-not-offered": ["codec-not-offered", "payload-type-redefined"],
    "line-too-long": ["input-too-large"],
    "too-many-attributes": ["input-too-large"],
    "unknown-attribute": ["attribute-malformed"],
    "rtcp-fb-missing": ["rtcp-fb-not-offered", "rtcp-fb-dangling"],
    "address-placeholder": ["connection-malformed"],
    "port-placeholder": ["media-malformed"],
    "ttff": ["first-frame-late"],
  ]

  /// Lines in which a case names another line than the one that is at fault: its number is that of the first line in
  /// the file that holds the same letters.
  private static let otherLine: [String: (says: Int, is: Int, why: String)] = [
    "02-bundle-lists-missing-mid bundle-unknown-mid": (
      2, 5, "line 2 is o=, whose numbers hold a 3; the group is on line 5"
    ),
    "33-simulcast-names-undeclared-rid simulcast-rid-undeclared": (
      6, 23, "line 6 is m=video, which begins with an m; a=simulcast is on line 23"
    ),
  ]

  /// Clauses that say of the very thing what those that a case names say in general.
  private static let otherClause = [
    "33-simulcast-names-undeclared-rid simulcast-rid-undeclared": "RFC 8853 §5.1"
  ]

  /// The cases that a target's tests carry, by name.
  public static func names(of target: String) -> [String] { folder(of: target).names }

  /// One of them; nil: it has no `case.md` that can be read.
  public init?(_ name: String, of target: String) {
    folder = Self.folder(of: target).folder(name)
    let text = String(decoding: folder.bytes("case.md") ?? [], as: UTF8.self)
    let blocks = text.components(separatedBy: "```")
    guard blocks.count >= 3, let start = blocks[1].firstIndex(of: "{"),
      let block = Self.object(blocks[1][start...]), let expected = block["expect"] as? [Fields]
    else { return nil }
    self.name = name
    self.expected = expected
    forbidden = block["must_not_report"] as? [String] ?? []
    isTrap = block["severity"] as? String == "none"
  }

  private static func folder(of target: String) -> FixtureFolder {
    FixtureFolder(path: Checkout.fixtures(of: target, "cases"))
  }

  private static func object(_ text: some StringProtocol) -> Fields? {
    try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? Fields
  }

  /// Holds what was found, in the form of `--format json`, against the case: each expectation has its finding, with its place,
  /// law and numbers; no other error is told; and nothing is said that would be false.
  ///
  /// - Parameter amongConsequences: what is expected may also be told as what follows from something else.
  public func judge(
    _ reports: [String], amongConsequences: Bool = false, _ table: inout Table
  ) {
    var causes: [Fields] = []
    for report in reports {
      let root = Self.object(report)
      table.holds(root != nil, "\(name): no JSON: \(report)")
      causes += root?["findings"] as? [Fields] ?? []
    }
    let all = causes + causes.flatMap(Self.consequences)
    let known = amongConsequences ? all : causes
    var used: Set<Int> = []
    for expectation in expected {
      let place = known.firstIndex { Self.matches($0, expectation) }
      table.holds(
        place != nil || expectation["optional"] as? Bool == true,
        "\(name): no \(expectation["kind"] ?? "") among \(known.map { $0["id"] ?? "" })")
      guard let place else { continue }
      used.insert(place)
      comparePlace(known[place], expectation, &table)
      compareNumbers(known[place], expectation, &table)
    }
    for (place, cause) in causes.enumerated() where cause["severity"] as? String == "error" {
      table.holds(
        used.contains(place),
        "\(name): further error \(cause["id"] ?? ""): \(cause["message"] ?? "")")
    }
    let said = all.compactMap { $0["id"] as? String }
    for kind in forbidden {
      table.holds(!said.contains { Self.ids(of: kind).contains($0) }, "\(name): says \(kind)")
    }
    if isTrap {
      let loud = causes.filter { $0["severity"] as? String != "info" }
      table.holds(loud.isEmpty, "\(name): not silent: \(loud.map { $0["id"] ?? "" })")
    }
  }

  private static func ids(of kind: String) -> [String] { idsOfKind[kind] ?? [kind] }

  private static func consequences(_ finding: Fields) -> [Fields] {
    finding["consequences"] as? [Fields] ?? []
  }

  private static func matches(_ finding: Fields, _ expectation: Fields) -> Bool {
    func words(_ key: String) -> [String] {
      [expectation[key] as? String ?? ""] + (expectation["\(key)_also_accepted"] as? [String] ?? [])
    }
    func agrees<Value: Equatable>(_ key: String, as type: Value.Type) -> Bool {
      expectation[key] == nil || expectation[key] as? Value == finding[key] as? Value
    }
    let file = (finding["file"] as? String)?.split(separator: "/").last.map { String($0) }
    return words("kind").flatMap(ids).contains(finding["id"] as? String ?? "")
      && words("severity").contains(finding["severity"] as? String ?? "")
      && file == expectation["file"] as? String
      && agrees("mline", as: Int.self) && agrees("mid", as: String.self)
      && expectation["value"].map { "\($0)" == "\(finding["value"] ?? "")" } ?? true
  }

  private func comparePlace(_ finding: Fields, _ expectation: Fields, _ table: inout Table) {
    let kind = expectation["kind"] as? String ?? ""
    let found = finding["line"] as? Int
    if let line = expectation["line"] as? Int {
      if let other = Self.otherLine["\(name) \(kind)"] {
        table.equal(line, other.says, "\(name): the line that the case names")
        table.equal(found, other.is, "\(name): \(other.why)")
      } else {
        table.equal(found, line, "\(name): line of \(kind)")
      }
    }
    if let lines = expectation["lines"] as? [Int] {
      let all = ([finding] + Self.consequences(finding)).compactMap { $0["line"] as? Int }
      table.equal(Set(all), Set(lines), "\(name): lines of \(kind)")
    }
    guard let law = expectation["rfc"] as? String else { return }
    let clause = finding["clause"] as? String ?? ""
    let right = Self.otherClause["\(name) \(kind)"] ?? law.replacing(" section ", with: " §")
    table.holds(clause.hasPrefix(right), "\(name): clause of \(kind): \(clause), not \(law)")
  }

  /// Every further field of an expectation stands in the details that programs get, in the sentence for people, or in the line
  /// of the file that is named.
  private func compareNumbers(_ finding: Fields, _ expectation: Fields, _ table: inout Table) {
    let known: Set = [
      "kind", "kind_also_accepted", "severity", "severity_also_accepted", "file", "mline", "mid",
      "value", "line", "lines", "rfc", "optional", "tolerance_ms", "slope_tolerance",
    ]
    let tolerance = expectation["tolerance_ms"] as? Double ?? 0
    let details = finding["details"] as? Fields ?? [:]
    let sentence = finding["message"] as? String ?? ""
    for (key, wanted) in expectation where !known.contains(key) {
      let isRight =
        details[key].map { Self.isEqual($0, wanted, within: tolerance) }
        ?? (sentence + line(of: finding)).contains("\(wanted)")
      table.holds(
        isRight, "\(name): \(key) \(wanted): \(details[key] ?? "no detail"); \(sentence)")
    }
  }

  private func line(of finding: Fields) -> String {
    guard let file = finding["file"] as? String, let number = finding["line"] as? Int,
      let bytes = folder.bytes(String(file.split(separator: "/").last ?? ""))
    else { return "" }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.indices.contains(number - 1)
      ? String(decoding: lines[number - 1], as: UTF8.self) : ""
  }

  private static func isEqual(_ found: Any, _ wanted: Any, within tolerance: Double) -> Bool {
    switch (found, wanted) {
    case (let found as Fields, let wanted as Fields):
      wanted.allSatisfy { key, value in
        found[key].map { isEqual($0, value, within: tolerance) } ?? false
      }
    case (let found as Double, let wanted as Double): abs(found - wanted) <= tolerance
    default: "\(found)" == "\(wanted)"
    }
  }
}
