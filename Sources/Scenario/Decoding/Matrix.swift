/// One line of `matrix:`: a place in the document and the values it takes in turn.
struct MatrixAxis {
  var path: [String]
  var mark: SourceMark
  var values: [YAMLNode]

  /// "alice.video.codecs=VP8"; the `peers.` that every such path begins with is left out.
  func label(_ value: YAMLNode) -> String {
    let path = path.first == "peers" && path.count > 1 ? path.dropFirst() : path[...]
    var text = value.flow
    if let elements = value.elements { text = elements.map(\.flow).joined(separator: "+") }
    return path.joined(separator: ".") + "=" + text
  }
}

/// A cell: its document, and its part of the case's name ("" without a matrix).
struct MatrixCell {
  var document: YAMLNode
  var label: String
  /// The place and the value of each axis.
  var choices: [(path: [String], label: String)] = []
  /// Why the cell is left out.
  var skip: String?
}

extension Decoding {
  static let cellLimit = 500
  static let axisLimit = 16
  private static let labelLimit = 200
  /// What no axis may replace.
  private static let fixedKeys = ["scenario", "matrix", "exceptions"]

  /// The product of the axes, the last one turning fastest; a file without a matrix has one cell.
  mutating func cells(_ document: YAMLNode, network: String?) -> [MatrixCell] {
    var document = document
    var axes: [MatrixAxis] = []
    if let matrix = document.entries?.first(where: { $0.key == "matrix" }) {
      axes = self.axes(matrix.value, "matrix")
    }
    if let network {
      let value = YAMLNode(
        content: .scalar(network, isPlain: true),
        mark: SourceMark(file: file, line: 1, column: 1))
      document = replacing(document, ["network"], by: value, at: value.mark, depth: 0) ?? document
      axes.removeAll { $0.path.first == "network" && $0.path.count > 1 }
      for index in axes.indices where axes[index].path == ["network"] {
        axes[index].values = [value]
      }
    }
    let count = axes.reduce(1) { count, axis in min(count * axis.values.count, Self.cellLimit + 1) }
    guard count <= Self.cellLimit else {
      let mark = axes.first?.mark ?? document.mark
      fail(
        mark, "matrix", found: "more than \(Self.cellLimit) cells",
        expected: "at most \(Self.cellLimit) cells")
      return []
    }
    var cells = [MatrixCell(document: document, label: "")]
    for axis in axes {
      var next: [MatrixCell] = []
      for cell in cells {
        for value in axis.values {
          guard
            let document = replacing(
              cell.document, axis.path[...], by: value, at: axis.mark, depth: 0)
          else { return [] }
          let label = axis.label(value)
          next.append(
            MatrixCell(
              document: document, label: cell.label.isEmpty ? label : cell.label + ", " + label,
              choices: cell.choices + [(axis.path, label)]))
        }
      }
      cells = next
    }
    return except(cells, checked: network == nil)
  }

  private mutating func axes(_ node: YAMLNode, _ path: String) -> [MatrixAxis] {
    guard let entries = node.entries, (1...Self.axisLimit).contains(entries.count) else {
      fail(
        node.mark, path, found: node.entries.map { "\($0.count) places" } ?? node.found,
        expected:
          "a map of places and their values, such as {network: [wifi, 3g]}, at most \(Self.axisLimit)"
      )
      return []
    }
    var result: [MatrixAxis] = []
    for entry in entries {
      let path = path.appending(key: entry.key)
      guard let values = entry.value.elements, !values.isEmpty, values.count <= Self.cellLimit
      else {
        let count = entry.value.elements?.count
        fail(
          entry.value.mark, path, found: count.map { "\($0) values" } ?? entry.value.found,
          expected: "a list of values, 1 to \(Self.cellLimit)")
        continue
      }
      let axis = MatrixAxis(
        path: entry.key.split(separator: ".", omittingEmptySubsequences: false).map(String.init),
        mark: entry.keyMark, values: values)
      guard axis.path.count <= Self.axisLimit else {
        fail(
          entry.keyMark, path, found: "\(axis.path.count) names in a row",
          expected: "at most \(Self.axisLimit)")
        continue
      }
      let long = values.first { axis.label($0).utf8.count > Self.labelLimit }
      if let long {
        fail(
          long.mark, path, found: "a value too long to name its cell",
          expected: "at most \(Self.labelLimit) bytes")
        continue
      }
      var labels: Set<String> = []
      for value in values where !labels.insert(axis.label(value)).inserted {
        fail(
          value.mark, path, found: "'\(value.flow)' a second time", expected: "each value once")
      }
      for value in values where value.isNull { fail(value, path, expected: "a value") }
      result.append(axis)
    }
    return result
  }

  /// The document with another value at a path. What the path names may be new, but no peer or server may.
  mutating func replacing(
    _ node: YAMLNode, _ path: ArraySlice<String>, by value: YAMLNode, at mark: SourceMark,
    depth: Int, inside parent: String = ""
  ) -> YAMLNode? {
    guard let key = path.first else { return value }
    let here = parent.appending(key: key)
    if var elements = node.elements {
      guard let index = Int(key), elements.indices.contains(index) else {
        unreachable(key, mark, parent, among: elements.indices.map { String($0) })
        return nil
      }
      guard
        let inner = replacing(
          elements[index], path.dropFirst(), by: value, at: mark, depth: depth + 1, inside: here)
      else { return nil }
      elements[index] = inner
      return YAMLNode(content: .sequence(elements), mark: node.mark)
    }
    guard var entries = node.entries ?? (node.isNull ? [] : nil) else {
      fail(
        mark, "matrix", found: "\(node.found) at \(parent)",
        expected: "a map there, or a shorter path")
      return nil
    }
    let index = entries.firstIndex { $0.key == key }
    let known = depth == 0 ? KeyTable.scenario.keys.filter { !Self.fixedKeys.contains($0) } : nil
    let isNamed = depth == 1 && (parent == "peers" || parent == "servers")
    if let known, !known.contains(key) {
      unreachable(key, mark, parent, among: known)
      return nil
    }
    if isNamed, index == nil {
      unreachable(key, mark, parent, among: entries.map(\.key))
      return nil
    }
    let old =
      index.map { entries[$0].value } ?? YAMLNode(content: .mapping([]), mark: value.mark)
    guard
      let inner = replacing(
        old, path.dropFirst(), by: value, at: mark, depth: depth + 1, inside: here)
    else { return nil }
    if let index {
      entries[index].value = inner
    } else {
      entries.append(YAMLNode.Entry(key: key, keyMark: mark, value: inner))
    }
    return YAMLNode(content: .mapping(entries), mark: node.mark)
  }

  private mutating func unreachable(
    _ key: String, _ mark: SourceMark, _ parent: String, among known: [String]
  ) {
    unknown(
      key, at: mark, "matrix", what: parent.isEmpty ? "place" : "place in \(parent)", among: known,
      plural: parent.isEmpty ? "the keys" : "what \(parent) has:")
  }
}
