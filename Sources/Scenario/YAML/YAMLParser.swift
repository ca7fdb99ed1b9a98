internal import CYAML

/// Reads one YAML document into nodes with marks. Owns libyaml's parser.
///
/// Bounded: the text's length, how deep values nest, and how many nodes there are after aliases are followed.
@safe struct YAMLParser: ~Copyable {
  static let byteLimit = 1 << 20
  static let depthLimit = 32
  static let nodeLimit = 50_000

  private let file: String
  private let text: UnsafeBufferPointer<UInt8>
  /// At a fixed address: libyaml keeps pointers into it.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private var nodeCount = 0
  /// What each anchor names, with the count of its nodes.
  private var anchors: [String: (node: YAMLNode, count: Int)] = [:]

  /// The document's root; a mapping, a sequence or a scalar.
  static func parse(_ text: [UInt8], file: String) throws(ScenarioError) -> YAMLNode {
    let start = SourceMark(file: file, line: 1, column: 1)
    // Some editors begin a file with a byte order mark (YAML 1.2 §5.2); told the encoding, libyaml takes it for a word.
    let text = text.starts(with: [0xef, 0xbb, 0xbf]) ? Array(text.dropFirst(3)) : text
    guard !text.isEmpty else { throw emptyFile(start) }
    guard text.count <= byteLimit else {
      throw ScenarioError(
        at: start, found: "\(text.count) bytes", expected: "at most \(byteLimit) bytes")
    }
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.deallocate()
      throw ScenarioError(at: start, found: "no memory left", expected: "enough to read the file")
    }
    let result = unsafe text.withUnsafeBufferPointer { bytes in
      // The typed error crosses the closure inside a result.
      Result { () throws(ScenarioError) -> YAMLNode in
        var reader = unsafe YAMLParser(parser, reading: bytes, file: file)
        return try reader.document()
      }
    }
    return try result.get()
  }

  /// Takes over an initialized parser.
  private init(
    _ parser: UnsafeMutablePointer<yaml_parser_t>, reading text: UnsafeBufferPointer<UInt8>,
    file: String
  ) {
    self.file = file
    unsafe self.text = text
    unsafe self.parser = parser
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
  }

  private mutating func document() throws(ScenarioError) -> YAMLNode {
    var root: YAMLNode?
    while true {
      let event = try next()
      switch event.kind {
      case .streamStart, .documentEnd: break
      case .documentStart:
        if root != nil { throw error(event, "a second document", "one document in a file") }
        root = try node(try next(), depth: 0)
      case .streamEnd:
        guard let root else { throw Self.emptyFile(event.mark) }
        return root
      case .alias, .scalar, .sequenceStart, .sequenceEnd, .mappingStart, .mappingEnd:
        throw error(event, "a value outside of a document", "one document")
      }
    }
  }

  private mutating func node(_ event: Event, depth: Int) throws(ScenarioError) -> YAMLNode {
    guard depth < Self.depthLimit else {
      throw error(event, "more than \(Self.depthLimit) values inside one another", "a flatter file")
    }
    let countBefore = nodeCount
    try count(1, event)
    let node: YAMLNode
    switch event.kind {
    case .scalar(let text, let isPlain):
      node = YAMLNode(content: .scalar(text, isPlain: isPlain), mark: event.mark)
    case .sequenceStart:
      var elements: [YAMLNode] = []
      while true {
        let inner = try next()
        if case .sequenceEnd = inner.kind { break }
        elements.append(try self.node(inner, depth: depth + 1))
      }
      node = YAMLNode(content: .sequence(elements), mark: event.mark)
    case .mappingStart:
      node = YAMLNode(content: .mapping(try mappingEntries(depth: depth)), mark: event.mark)
    case .alias(let name):
      // An anchor is known once its value is complete, so no value can hold itself.
      guard let anchor = anchors[name] else {
        throw ScenarioError(
          at: event.mark, found: "'*\(YAMLNode.shortened(name))'",
          expected: "an anchor that is defined above",
          suggestion: Scenario.nearest(name, in: anchors.keys.sorted()).map { "*" + $0 })
      }
      try count(anchor.count, event)
      return anchor.node
    case .streamStart, .streamEnd, .documentStart, .documentEnd, .sequenceEnd, .mappingEnd:
      throw error(event, "the end of a value", "a value")
    }
    if let anchor = event.anchor { anchors[anchor] = (node, nodeCount - countBefore) }
    return node
  }

  private mutating func mappingEntries(depth: Int) throws(ScenarioError) -> [YAMLNode.Entry] {
    var entries: [YAMLNode.Entry] = []
    var lines: [String: Int] = [:]
    while true {
      let event = try next()
      if case .mappingEnd = event.kind { return entries }
      guard case .scalar(let key, let isPlain) = event.kind, !(isPlain && key.isEmpty) else {
        throw error(event, "a key that is not a word", "a word and a colon")
      }
      if let line = lines[key] {
        throw error(
          event, "a second '\(YAMLNode.shortened(key))' (the first is in line \(line))",
          "each key once")
      }
      lines[key] = event.mark.line
      try count(1, event)
      let value = try node(try next(), depth: depth + 1)
      entries.append(YAMLNode.Entry(key: key, keyMark: event.mark, value: value))
    }
  }

  /// Aliases that hold aliases multiply; the nodes they stand for are counted before anyone walks them.
  private mutating func count(_ more: Int, _ event: Event) throws(ScenarioError) {
    nodeCount += more
    guard nodeCount <= Self.nodeLimit else {
      throw error(event, "more than \(Self.nodeLimit) values", "a smaller file, or fewer aliases")
    }
  }

  private static func emptyFile(_ mark: SourceMark) -> ScenarioError {
    ScenarioError(at: mark, found: "an empty file", expected: "a scenario")
  }

  private func error(_ event: Event, _ found: String, _ expected: String) -> ScenarioError {
    ScenarioError(at: event.mark, found: found, expected: expected)
  }
}

// MARK: Events

extension YAMLParser {
  /// One of libyaml's events, as values of ours.
  private struct Event {
    enum Kind {
      case streamStart, streamEnd, documentStart, documentEnd
      case alias(String)
      case scalar(String, isPlain: Bool)
      case sequenceStart, sequenceEnd, mappingStart, mappingEnd
    }
    var kind: Kind
    var mark: SourceMark
    var anchor: String?
  }

  private mutating func next() throws(ScenarioError) -> Event {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw syntaxError() }
    defer { unsafe yaml_event_delete(&event) }
    var result = Event(kind: .streamEnd, mark: mark(unsafe event.start_mark))
    var tag: UnsafeMutablePointer<yaml_char_t>?
    switch unsafe event.type {
    case YAML_STREAM_START_EVENT: result.kind = .streamStart
    case YAML_DOCUMENT_START_EVENT: result.kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: result.kind = .documentEnd
    case YAML_ALIAS_EVENT: result.kind = .alias(unsafe Self.string(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      result.kind = .scalar(
        unsafe String(decoding: bytes, as: UTF8.self),
        isPlain: unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE)
      result.anchor = unsafe Self.string(scalar.anchor)
      unsafe tag = scalar.tag
    case YAML_SEQUENCE_START_EVENT:
      result.kind = .sequenceStart
      result.anchor = unsafe Self.string(event.data.sequence_start.anchor)
      unsafe tag = event.data.sequence_start.tag
    case YAML_SEQUENCE_END_EVENT: result.kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      result.kind = .mappingStart
      result.anchor = unsafe Self.string(event.data.mapping_start.anchor)
      unsafe tag = event.data.mapping_start.tag
    case YAML_MAPPING_END_EVENT: result.kind = .mappingEnd
    default: result.kind = .streamEnd  // YAML_STREAM_END_EVENT, and YAML_NO_EVENT after it
    }
    if unsafe tag != nil {
      throw error(
        result, "the tag '\(YAMLNode.shortened(unsafe Self.string(tag) ?? ""))'",
        "a value without a tag")
    }
    return result
  }

  private func syntaxError() -> ScenarioError {
    let problem = unsafe Self.string(parser.pointee.problem) ?? "out of memory"
    var found = "broken YAML: \(problem)"
    var place = mark(unsafe parser.pointee.problem_mark)
    if unsafe parser.pointee.error == YAML_READER_ERROR {
      // The reader knows a byte, not a line.
      place = mark(atByte: unsafe parser.pointee.problem_offset)
      found = "bytes that are not text: \(problem)"
    } else if let context = unsafe Self.string(parser.pointee.context) {
      let start = mark(unsafe parser.pointee.context_mark)
      found += " (\(context) that begins at \(start.line):\(start.column))"
    }
    return ScenarioError(at: place, found: found, expected: "YAML")
  }

  private func mark(_ mark: yaml_mark_t) -> SourceMark {
    SourceMark(file: file, line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }

  private func mark(atByte offset: Int) -> SourceMark {
    let before = unsafe text[..<min(max(0, offset), text.count)]
    let newline = UInt8(ascii: "\n")
    let line = unsafe before.reduce(1) { $1 == newline ? $0 + 1 : $0 }
    let start = unsafe before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    // Continuation bytes begin no character.
    let column = unsafe before[start...].reduce(1) { $1 & 0xc0 == 0x80 ? $0 : $0 + 1 }
    return SourceMark(file: file, line: line, column: column)
  }

  private static func string(_ bytes: UnsafePointer<yaml_char_t>?) -> String? {
    guard let bytes = unsafe bytes else { return nil }
    return unsafe String(cString: bytes)
  }

  private static func string(_ bytes: UnsafePointer<CChar>?) -> String? {
    guard let bytes = unsafe bytes else { return nil }
    return unsafe String(cString: bytes)
  }
}
