public import SansIO

/// JSON with members in a fixed order and numbers that are never binary fractions.
public indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case decimal(FixedDecimal)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])
}

public struct JSONMember: Hashable, Sendable {
  public var name: String
  public var value: JSONValue
  public init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }

  public init(_ name: String, _ text: String) { self.init(name, .string(text)) }
  public init(_ name: String, _ number: some BinaryInteger) {
    self.init(name, .integer(Int64(number)))
  }
  public init(_ name: String, _ flag: Bool) { self.init(name, .bool(flag)) }
  public init(_ name: String, _ texts: [String]) {
    self.init(name, .array(texts.map(JSONValue.string)))
  }
  /// In nanoseconds.
  public init(_ name: String, _ duration: Duration) { self.init(name, duration.nanoseconds) }
}

extension JSONValue {
  /// The first member of that name, when this is an object that has one.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  public var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  public var integerValue: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  public var arrayValue: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  public var decimalValue: FixedDecimal? {
    switch self {
    case .decimal(let number): number
    case .integer(let number): FixedDecimal(units: number, places: 0)
    default: nil
    }
  }
}
