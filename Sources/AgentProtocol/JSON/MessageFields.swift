internal import SansIO
internal import Trace

/// The members of one message, read by name. Null counts as left out.
struct MessageFields {
  let object: JSONValue

  init(_ object: JSONValue) { self.object = object }

  private func value(_ name: String) -> JSONValue? {
    object[name].flatMap { $0 == .null ? nil : $0 }
  }

  func has(_ name: String) -> Bool { value(name) != nil }

  func string(_ name: String) throws(AgentMessageError) -> String {
    guard let text = value(name)?.stringValue else { throw missing("string", name) }
    return text
  }

  func optionalString(_ name: String) throws(AgentMessageError) -> String? {
    has(name) ? try string(name) : nil
  }

  func integer<Number: FixedWidthInteger>(
    _ name: String, in range: ClosedRange<Number> = Number.min...Number.max
  ) throws(AgentMessageError) -> Number {
    guard let integer = value(name)?.integerValue, let number = Number(exactly: integer),
      range.contains(number)
    else {
      let isWhole = range == Number.min...Number.max
      throw missing(isWhole ? "integer" : "integer \(range.lowerBound)...\(range.upperBound)", name)
    }
    return number
  }

  func optionalInteger<Number: FixedWidthInteger>(
    _ name: String, in range: ClosedRange<Number> = Number.min...Number.max
  ) throws(AgentMessageError) -> Number? {
    has(name) ? try integer(name, in: range) : nil
  }

  func bool(_ name: String) throws(AgentMessageError) -> Bool {
    guard let flag = value(name)?.boolValue else { throw missing("boolean", name) }
    return flag
  }

  func decimal(_ name: String) -> FixedDecimal? { value(name)?.decimalValue }

  /// Left out: none.
  func strings(_ name: String) throws(AgentMessageError) -> [String] {
    guard let value = value(name) else { return [] }
    let texts = value.arrayValue?.compactMap(\.stringValue)
    guard let texts, texts.count == value.arrayValue?.count else {
      throw missing("array of strings", name)
    }
    return texts
  }

  func objects(_ name: String) throws(AgentMessageError) -> [MessageFields] {
    guard let value = value(name) else { return [] }
    guard let elements = value.arrayValue else { throw missing("array", name) }
    return elements.map(MessageFields.init)
  }

  func object(_ name: String) throws(AgentMessageError) -> MessageFields {
    guard let value = value(name), case .object = value else { throw missing("object", name) }
    return MessageFields(value)
  }

  func optionalObject(_ name: String) throws(AgentMessageError) -> MessageFields? {
    has(name) ? try object(name) : nil
  }

  func word<Word: RawRepresentable<String>>(_ name: String) throws(AgentMessageError) -> Word {
    guard let word = Word(rawValue: try string(name)) else { throw missing("a known word", name) }
    return word
  }

  func duration(_ name: String) throws(AgentMessageError) -> Duration {
    .nanoseconds(try integer(name) as Int64)
  }

  /// `at`, where the agent gives it.
  func at() throws(AgentMessageError) -> Instant? {
    (try optionalInteger("at") as Int64?).map(Instant.init(nanoseconds:))
  }

  /// "10.0.1.1:5000", "[fd00::1]:5000".
  func address(_ name: String) throws(AgentMessageError) -> SocketAddress {
    let text = try string(name)
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { throw missing("address and port", name) }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard let address = SocketAddress(host, port: port) else {
      throw missing("address and port", name)
    }
    return address
  }

  func base64(_ name: String) throws(AgentMessageError) -> [UInt8] {
    guard let bytes = SansIO.bytes(base64: try string(name)) else { throw missing("base64", name) }
    return bytes
  }

  func hexadecimal(_ name: String) throws(AgentMessageError) -> [UInt8] {
    guard let bytes = SansIO.bytes(hexadecimal: try string(name)) else {
      throw missing("hexadecimal digits", name)
    }
    return bytes
  }

  private func missing(_ what: String, _ name: String) -> AgentMessageError {
    AgentMessageError(expected: "\(what) '\(name)'")
  }
}

/// `at` as a member, or none.
func stamp(_ at: Instant?) -> [JSONMember] { at.map { [JSONMember("at", $0.nanoseconds)] } ?? [] }
