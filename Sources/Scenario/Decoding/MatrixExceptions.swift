internal import Metrics
internal import Trace

/// One element of `exceptions:`: cells of the matrix that are otherwise.
struct MatrixException {
  /// Places and the values that they must have there; a list stands for any of its elements.
  var conditions: [YAMLNode.Entry]
  /// Places and their values in these cells.
  var changes: [YAMLNode.Entry]
  /// Why these cells are left out.
  var skip: String?

  func matches(_ document: YAMLNode) -> Bool {
    conditions.allSatisfy { condition in
      guard let found = document.value(at: condition.key)?.flow else { return false }
      let any = condition.value.elements?.map(\.flow) ?? []
      return found == condition.value.flow || any.contains(found)
    }
  }
}

extension Decoding {
  /// The cells with what `exceptions:` changes in them, in the order of the file.
  ///
  /// - Parameter checked: an exception that fits no cell is an error.
  mutating func except(_ cells: [MatrixCell], checked: Bool) -> [MatrixCell] {
    guard let node = cells.first?.document.entries?.first(where: { $0.key == "exceptions" })?.value
    else { return cells }
    let path = "exceptions"
    guard let elements = node.elements, (1...Self.cellLimit).contains(elements.count) else {
      fail(node, path, expected: "a list of exceptions, 1 to \(Self.cellLimit)")
      return cells
    }
    guard cells.count > 1 else {
      fail(node.mark, path, found: "exceptions without a matrix", expected: "a matrix with them")
      return cells
    }
    var result = cells
    for (number, element) in elements.enumerated() {
      let path = path.appending(index: number)
      guard let exception = exception(element, path) else { continue }
      let fitting = result.indices.filter { exception.matches(result[$0].document) }
      if fitting.isEmpty, checked {
        fail(
          element.mark, path, found: "an exception that fits no cell of the matrix",
          expected: "places and values of cells under 'where'")
      }
      for index in fitting { apply(exception, to: &result[index]) }
    }
    return result
  }

  private mutating func exception(_ node: YAMLNode, _ path: String) -> MatrixException? {
    let errorsBefore = errors.count
    guard let fields = fields(node, .exception, path, "an exception") else { return nil }
    var exception = MatrixException(conditions: [], changes: [])
    exception.conditions = places(fields, "where", "{peers.bob.stack: aiortc}")
    if fields.entry("set") != nil { exception.changes = places(fields, "set", "{network: 3g}") }
    fields.with("skip") { exception.skip = line($0, $1, "the reason why these cells are left out") }
    if fields.entry("set") == nil, fields.entry("skip") == nil, errors.count == errorsBefore {
      fail(node.mark, path, found: "neither 'set' nor 'skip'", expected: "one of them")
    }
    return errors.count == errorsBefore ? exception : nil
  }

  private mutating func places(_ fields: Fields, _ key: String, _ example: String)
    -> [YAMLNode.Entry]
  {
    let node = fields.entry(key)?.value
    guard let entries = node?.entries, (1...Self.axisLimit).contains(entries.count) else {
      let path = fields.path.appending(key: key)
      fail(
        node?.mark ?? fields.mark, path, found: node?.found ?? "no '\(key)'",
        expected: "a map of places and values, such as \(example)")
      return []
    }
    return entries
  }

  private mutating func apply(_ exception: MatrixException, to cell: inout MatrixCell) {
    cell.skip = exception.skip ?? cell.skip
    for change in exception.changes {
      let path = change.key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard path.count <= Self.axisLimit else {
        fail(
          change.keyMark, "exceptions", found: "\(path.count) names in a row",
          expected: "at most \(Self.axisLimit)")
        return
      }
      cell.document =
        replacing(cell.document, path[...], by: change.value, at: change.keyMark, depth: 0)
        ?? cell.document
    }
  }
}

extension MatrixCell {
  /// The cell's place in a table: the matrix varies the stacks of both peers, and one of them dials the other.
  func pairing(of scenario: Scenario) -> Pairing? {
    guard scenario.peers.count == 2,
      case .dial(let caller, let callee)? = scenario.call.first(where: \.value.isDial)?.value
    else { return nil }
    let stacks = scenario.peers.map { ["peers", $0.name, "stack"] }
    guard stacks.allSatisfy({ stack in choices.contains { $0.path == stack } }) else { return nil }
    let others = choices.filter { !stacks.contains($0.path) }.map(\.label)
    return Pairing(
      table: ([scenario.title] + others).joined(separator: ", "),
      offerer: scenario.peers[caller.index].title, answerer: scenario.peers[callee.index].title)
  }
}

extension Step {
  fileprivate var isDial: Bool {
    if case .dial = self { true } else { false }
  }
}

extension YAMLNode {
  /// What is at a place such as "peers.alice.stack"; nil: nothing.
  fileprivate func value(at place: String) -> YAMLNode? {
    var node = self
    for key in place.split(separator: ".", omittingEmptySubsequences: false) {
      if let elements = node.elements, let index = Int(key), elements.indices.contains(index) {
        node = elements[index]
      } else if let entry = node.entries?.first(where: { $0.key == key }) {
        node = entry.value
      } else {
        return nil
      }
    }
    return node
  }
}
