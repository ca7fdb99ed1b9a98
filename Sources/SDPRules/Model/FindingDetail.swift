public import SansIO

/// A further number or word of a finding, for programs: JSON carries it, and no other format.
public struct FindingDetail: Hashable, Sendable {
  public indirect enum Value: Hashable, Sendable {
    case number(FixedDecimal)
    case text(String)
    case list([Value])
    case object([FindingDetail])
  }

  /// As JSON names it, with the unit behind it: "total_ms".
  public var name: String
  public var value: Value

  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  public init(_ name: String, _ number: Int) {
    self.init(name, .number(FixedDecimal(units: Int64(number), places: 0)))
  }

  public init(_ name: String, _ text: String) { self.init(name, .text(text)) }
}

extension FindingDetail.Value {
  /// On one line.
  var json: String {
    switch self {
    case .number(let number): number.description
    case .text(let text): Escaping.json(text)
    case .list(let values): "[\(values.map(\.json).joined(separator: ", "))]"
    case .object(let members): Self.object(members)
    }
  }

  static func object(_ members: [FindingDetail]) -> String {
    "{\(members.map { "\(Escaping.json($0.name)): \($0.value.json)" }.joined(separator: ", "))}"
  }
}
