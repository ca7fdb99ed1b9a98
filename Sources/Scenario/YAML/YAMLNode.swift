/// One node of a YAML document, and where it is written.
struct YAMLNode: Sendable {
  indirect enum Content: Sendable {
    /// `isPlain`: without quotes, so that `none` and an empty value mean what they say.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    case mapping([Entry])
  }
  /// Keys are scalars, each once.
  struct Entry: Sendable {
    var key: String
    var keyMark: SourceMark
    var value: YAMLNode
  }
  var content: Content
  var mark: SourceMark

  /// `key:` with nothing behind it.
  var isNull: Bool {
    if case .scalar(let text, isPlain: true) = content { return text.isEmpty || text == "~" }
    return false
  }

  /// The text of a scalar that says something.
  var text: String? {
    if case .scalar(let text, _) = content, !isNull { return text }
    return nil
  }

  var entries: [Entry]? {
    if case .mapping(let entries) = content { return entries }
    return nil
  }

  var elements: [YAMLNode]? {
    if case .sequence(let elements) = content { return elements }
    return nil
  }

  /// The place of the character at `offset` of this scalar's text; exact for a scalar on one line.
  func mark(atOffset offset: Int) -> SourceMark {
    var mark = mark
    if case .scalar(let text, let isPlain) = content, !text.contains("\n") {
      mark.column += offset + (isPlain ? 0 : 1)
    }
    return mark
  }
}

extension YAMLNode {
  /// What an error says was found: "'3gg'", "a list".
  var found: String {
    switch content {
    case .scalar: text.map { "'\(Self.shortened($0))'" } ?? "nothing"
    case .sequence: "a list"
    case .mapping: "a map"
    }
  }

  /// On one line, as YAML's flow style has it: "{loss: 5%, burst: 3}".
  var flow: String {
    switch content {
    case .scalar(let text, _): isNull ? "" : Self.shortened(text)
    case .sequence(let elements): "[" + elements.map(\.flow).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{" + entries.map { "\($0.key): \($0.value.flow)" }.joined(separator: ", ") + "}"
    }
  }

  /// Fit for a line of an error: no control characters, not endless.
  static func shortened(_ text: String) -> String {
    let limit = 80
    let line = String(text.prefix(limit).map { $0.isNewline || $0 < " " ? " " : $0 })
    return text.count > limit ? line + "…" : line
  }
}
