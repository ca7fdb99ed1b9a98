extension JSONValue {
  /// One line, no spaces.
  public var line: String {
    var writer = JSONWriter(indented: false)
    writer.write(self, depth: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// For people: two spaces a level, one member a line, a line feed at the end.
  public var document: String {
    var writer = JSONWriter(indented: true)
    writer.write(self, depth: 0)
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}

private struct JSONWriter {
  let indented: Bool
  private(set) var bytes: [UInt8] = []

  init(indented: Bool) { self.indented = indented }

  mutating func write(_ value: JSONValue, depth: Int) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .integer(let number): append(String(number))
    case .decimal(let number): append(number.description)
    case .string(let text): quote(text)
    case .array(let elements):
      list("[", "]", count: elements.count, depth: depth) { writer, index in
        writer.write(elements[index], depth: depth + 1)
      }
    case .object(let members):
      list("{", "}", count: members.count, depth: depth) { writer, index in
        writer.quote(members[index].name)
        writer.append(writer.indented ? ": " : ":")
        writer.write(members[index].value, depth: depth + 1)
      }
    }
  }

  private mutating func list(
    _ open: String, _ close: String, count: Int, depth: Int,
    element: (inout JSONWriter, Int) -> Void
  ) {
    append(open)
    for index in 0..<count {
      if index > 0 { append(",") }
      newLine(depth: depth + 1)
      element(&self, index)
    }
    if count > 0 { newLine(depth: depth) }
    append(close)
  }

  private mutating func newLine(depth: Int) {
    guard indented else { return }
    append("\n")
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case UInt8(ascii: "\n"): append("\\n")
      case UInt8(ascii: "\r"): append("\\r")
      case UInt8(ascii: "\t"): append("\\t")
      case 0..<0x20, 0x7f:
        let digits = String(byte, radix: 16)
        append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
