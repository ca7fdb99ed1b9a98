internal import SansIO
internal import Trace

/// Nodes to values: goes on after an error, so that a file's errors come together.
///
/// Every function here returns nil after it has recorded why; the caller then leaves its default.
struct Decoding {
  let file: String
  var errors: [ScenarioError] = []
  /// Known once `peers:` and `servers:` were seen; steps and expectations are checked against them.
  var peerNames: [String] = []
  var serverNames: [String] = []
  /// Those of them that relay.
  var relayNames: [String] = []

  init(file: String) { self.file = file }

  mutating func fail(
    _ mark: SourceMark, _ path: String, found: String, expected: String, suggestion: String? = nil
  ) {
    errors.append(
      ScenarioError(
        at: mark, path: path.isEmpty ? nil : YAMLNode.shortened(path), found: found,
        expected: expected, suggestion: suggestion))
  }

  mutating func fail(
    _ node: YAMLNode, _ path: String, expected: String, suggestion: String? = nil
  ) {
    fail(node.mark, path, found: node.found, expected: expected, suggestion: suggestion)
  }
}

/// The values of a map whose keys were checked.
struct Fields {
  let path: String
  let mark: SourceMark
  let entries: [YAMLNode.Entry]

  func entry(_ key: String) -> YAMLNode.Entry? { entries.first { $0.key == key } }

  /// Does something with a value that is there.
  func with(_ key: String, _ body: (YAMLNode, String) -> Void) {
    if let entry = entry(key) { body(entry.value, path.appending(key: key)) }
  }
}

extension String {
  /// The path of a value inside the value of this path.
  func appending(key: String) -> String { isEmpty ? key : self + "." + key }
  func appending(index: Int) -> String { self + "[\(index)]" }
}

// MARK: Maps and lists

extension Decoding {
  /// A map with keys of that table and no others. `what`: "a link", for the error.
  mutating func fields(_ node: YAMLNode, _ table: KeyTable, _ path: String, _ what: String)
    -> Fields?
  {
    guard let entries = node.entries else {
      let keys = table.keys.prefix(3).joined(separator: ", ")
      fail(node, path, expected: "\(what): a map (\(keys)\(table.keys.count > 3 ? ", …" : ""))")
      return nil
    }
    for entry in entries where !table.keys.contains(entry.key) {
      // Suggestions cost time, which a hostile file must not choose.
      guard errors.count < ScenarioErrors.limit else { break }
      if entry.key == "public" {
        fail(
          entry.keyMark, path, found: "the key 'public'",
          expected: "it inside a server: 'servers: {stun1: {stun: {public: stun.example.org}}}'")
        continue
      }
      unknown(
        entry.key, at: entry.keyMark, path, what: "key", among: table.keys, plural: "the keys")
    }
    return Fields(
      path: path, mark: node.mark, entries: entries.filter { table.keys.contains($0.key) })
  }

  mutating func unknown(
    _ word: String, at mark: SourceMark, _ path: String, what: String, among known: [String],
    plural: String
  ) {
    let list = known.isEmpty ? "none here" : known.joined(separator: ", ")
    fail(
      mark, path, found: "the \(what) '\(YAMLNode.shortened(word))'",
      expected: known.count == 1 ? "'\(list)'" : "one of \(plural) \(list)",
      suggestion: Scenario.nearest(word, in: known))
  }

  /// A list; a single value stands for a list of one.
  mutating func list(_ node: YAMLNode, _ path: String, _ what: String, limit: Int = 1000)
    -> [YAMLNode]?
  {
    let elements = node.elements ?? (node.text == nil ? nil : [node])
    guard let elements, !elements.isEmpty else {
      fail(
        node.mark, path, found: node.elements == nil ? node.found : "an empty list", expected: what)
      return nil
    }
    guard elements.count <= limit else {
      fail(
        node.mark, path, found: "\(elements.count) values", expected: "at most \(limit) values")
      return nil
    }
    return elements
  }

  /// Different words, each of them accepted by `read`. `known`: for the error.
  mutating func words(
    _ node: YAMLNode, _ path: String, _ what: String, known: [String], read: (String) -> String?
  ) -> [String]? {
    guard let elements = list(node, path, "a list of \(what)s") else { return nil }
    var result: [String] = []
    for element in elements {
      guard let word = element.text.flatMap(read) else {
        let choice = known.isEmpty ? "there is none" : Self.choice(known)
        fail(
          element, path, expected: "a \(what) (\(choice))",
          suggestion: element.text.flatMap { Scenario.nearest($0, in: known) })
        continue
      }
      if result.contains(word) {
        fail(element.mark, path, found: "'\(word)' a second time", expected: "each \(what) once")
      } else {
        result.append(word)
      }
    }
    return result.isEmpty ? nil : result
  }

  /// Different words of a fixed set.
  mutating func words(_ node: YAMLNode, _ path: String, _ what: String, of known: [String])
    -> [String]?
  {
    words(node, path, what, known: known) { known.contains($0) ? $0 : nil }
  }

  static func choice(_ words: [String]) -> String {
    words.count > 1
      ? words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "") : words.first ?? ""
  }
}

// MARK: Scalars

extension Decoding {
  /// A number with a unit, within bounds.
  mutating func value<Value: Comparable>(
    _ node: YAMLNode, _ path: String, expected: String, in range: ClosedRange<Value>,
    units: [String] = [], _ read: (Amount) -> Value?
  ) -> Value? {
    guard let text = node.text, let amount = Amount(text), let value = read(amount),
      range.contains(value)
    else {
      fail(node, path, expected: expected, suggestion: Self.respelled(node.text, units: units))
      return nil
    }
    return value
  }

  /// The same number with the unit that was meant: "330Kbps" is "330kbps", "20seconds" is "20s".
  static func respelled(_ text: String?, units: [String]) -> String? {
    guard let text, let amount = Amount(text), !amount.unit.isEmpty, !units.contains(amount.unit),
      let unit = units.first(where: { $0.lowercased() == amount.unit.lowercased() })
        ?? Scenario.nearest(amount.unit, in: units)
        ?? units.filter(amount.unit.hasPrefix).max(by: { $0.utf8.count < $1.utf8.count })
    else { return nil }
    let number = text.dropLast(amount.unit.count)
    return number.last == " " ? number.dropLast() + unit : number + unit
  }

  static let durationUnits = Amount.durationUnits.map(\.name)
  static let rateUnits = Amount.rateUnits.map(\.name)

  mutating func duration(
    _ node: YAMLNode, _ path: String, in range: ClosedRange<Duration>, example: String = "100ms"
  ) -> Duration? {
    value(
      node, path,
      expected:
        "a duration such as \(example), \(range.lowerBound.shortText) to \(range.upperBound.shortText)",
      in: range, units: Self.durationUnits, \.duration)
  }

  mutating func bitRate(_ node: YAMLNode, _ path: String) -> BitRate? {
    value(
      node, path, expected: "a rate such as 330kbps, 1kbps to 100Gbps",
      in: .kilobits(1) ... .kilobits(100_000_000), units: Self.rateUnits, \.bitRate)
  }

  mutating func integer(_ node: YAMLNode, _ path: String, in range: ClosedRange<Int>, unit: String)
    -> Int?
  {
    let expected = "a number of \(unit), \(range.lowerBound) to \(range.upperBound)"
    return value(node, path, expected: expected, in: range) {
      $0.unit.isEmpty ? $0.whole().map(Int.init) : nil
    }
  }

  /// One word of an enum's.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ node: YAMLNode, _ path: String, _ what: String, as: Word.Type = Word.self
  ) -> Word? {
    known(node, path, what, Word.allCases.map(\.rawValue)).flatMap(Word.init(rawValue:))
  }

  /// One of some words.
  mutating func known(
    _ node: YAMLNode, _ path: String, _ what: String, _ words: [String]
  ) -> String? {
    if let text = node.text, words.contains(text) { return text }
    fail(
      node, path, expected: "\(what) (\(Self.choice(words)))",
      suggestion: node.text.flatMap { Scenario.nearest($0, in: words) })
    return nil
  }

  mutating func flag(_ node: YAMLNode, _ path: String) -> Bool? {
    switch node.text {
    case "true": return true
    case "false": return false
    default:
      let suggestion: String? =
        switch node.text?.lowercased() {
        case "yes", "on": "true"  // as YAML 1.1 has them
        case "no", "off": "false"
        default: node.text.flatMap { Scenario.nearest($0, in: ["true", "false"]) }
        }
      fail(node, path, expected: "true or false", suggestion: suggestion)
      return nil
    }
  }

  /// The peer of that name.
  mutating func peer(_ name: String, at mark: SourceMark, _ path: String) -> PeerID? {
    if let index = peerNames.firstIndex(of: name) { return PeerID(index: index) }
    unknown(name, at: mark, path, what: "peer", among: peerNames, plural: "the peers")
    return nil
  }
}
