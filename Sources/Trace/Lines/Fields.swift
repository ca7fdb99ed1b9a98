internal import SansIO

/// A line of a trace that cannot be read.
public struct TraceError: Error, Hashable, Sendable {
  /// Counted from 1.
  public var line: Int
  public var expected: String
}

/// A member that a line lacks, or that has another type.
struct FieldError: Error {
  var expected: String
}

/// The members of one line, read by name.
struct Fields {
  let object: JSONValue

  func string(_ name: String) throws(FieldError) -> String {
    guard let value = object[name]?.stringValue else {
      throw FieldError(expected: "string '\(name)'")
    }
    return value
  }

  func optionalString(_ name: String) throws(FieldError) -> String? {
    object[name] == nil ? nil : try string(name)
  }

  func integer<Number: FixedWidthInteger>(_ name: String) throws(FieldError) -> Number {
    guard let value = object[name]?.integerValue, let number = Number(exactly: value) else {
      throw FieldError(expected: "integer '\(name)'")
    }
    return number
  }

  func bool(_ name: String) throws(FieldError) -> Bool {
    guard let value = object[name]?.boolValue else {
      throw FieldError(expected: "boolean '\(name)'")
    }
    return value
  }

  func strings(_ name: String) throws(FieldError) -> [String] {
    let elements = object[name]?.arrayValue ?? []
    let strings = elements.compactMap(\.stringValue)
    guard object[name]?.arrayValue != nil, strings.count == elements.count else {
      throw FieldError(expected: "array of strings '\(name)'")
    }
    return strings
  }

  func duration(_ name: String) throws(FieldError) -> Duration {
    .nanoseconds(try integer(name) as Int64)
  }

  func instant(_ name: String) throws(FieldError) -> Instant {
    Instant(nanoseconds: try integer(name) as Int64)
  }

  func address(_ name: String) throws(FieldError) -> SocketAddress {
    let text = try string(name)
    let colon = text.lastIndex(of: ":") ?? text.startIndex
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard colon != text.startIndex, let port = UInt16(text[text.index(after: colon)...]),
      let address = SocketAddress(host, port: port)
    else { throw FieldError(expected: "address and port '\(name)'") }
    return address
  }

  func word<Word: RawRepresentable<String>>(_ name: String) throws(FieldError) -> Word {
    guard let word = Word(rawValue: try string(name)) else {
      throw FieldError(expected: "a known '\(name)'")
    }
    return word
  }
}

/// One kind of event as it stands on a line: its name without the layer, and its members in order.
protocol LineCodable {
  var line: (name: String, members: [JSONMember]) { get }
  init(name: String, fields: Fields) throws(FieldError)
}

extension JSONMember {
  init(_ name: String, _ instant: Instant) { self.init(name, instant.nanoseconds) }
  init(_ name: String, _ address: SocketAddress) { self.init(name, address.description) }
  init(_ name: String, _ word: some RawRepresentable<String>) { self.init(name, word.rawValue) }
}
