internal import Metrics
internal import SansIO
internal import Trace

/// The members of one JSON object, read with the name of what is wrong.
struct Members {
  let json: JSONValue
  /// What the object describes: "case".
  let owner: String

  init(_ json: JSONValue, of owner: String) {
    self.json = json
    self.owner = owner
  }

  func string(_ name: String) throws(ReportError) -> String {
    guard let text = json[name]?.stringValue else { throw failure(name, "a string") }
    return text
  }

  /// Absent and null are both nil.
  func text(_ name: String) throws(ReportError) -> String? {
    guard let value = json[name], value != .null else { return nil }
    return try string(name)
  }

  func array(_ name: String) throws(ReportError) -> [JSONValue] {
    guard let elements = json[name]?.arrayValue else { throw failure(name, "an array") }
    return elements
  }

  func strings(_ name: String) throws(ReportError) -> [String] {
    let elements = try array(name)
    let texts = elements.compactMap(\.stringValue)
    guard texts.count == elements.count else { throw failure(name, "strings") }
    return texts
  }

  func verdict(_ name: String) throws(ReportError) -> Verdict {
    guard let verdict = Verdict(rawValue: try string(name)) else {
      throw failure(name, "a verdict")
    }
    return verdict
  }

  func seed(_ name: String) throws(ReportError) -> UInt64 {
    switch json[name] {
    case .integer(let number) where number >= 0: return UInt64(number)
    case .string(let text):
      guard let number = UInt64(text) else { throw failure(name, "a seed") }
      return number
    default: throw failure(name, "a seed")
    }
  }

  /// Left out: the first.
  func attempt(_ name: String) throws(ReportError) -> Int {
    guard let value = json[name] else { return 1 }
    guard let number = value.integerValue.flatMap({ Int(exactly: $0) }), number > 0 else {
      throw failure(name, "a number from 1")
    }
    return number
  }

  /// A whole number from 1; null is nil.
  func count(_ name: String) throws(ReportError) -> Int? {
    guard let value = json[name], value != .null else { return nil }
    return try attempt(name)
  }

  func number(_ name: String) throws(ReportError) -> FixedDecimal {
    guard let number = json[name]?.numberValue else { throw failure(name, "a number") }
    return number
  }

  func duration(_ name: String) throws(ReportError) -> Duration {
    let number = try number(name)
    var nanoseconds = number.units
    for _ in number.places..<9 {
      let (product, overflow) = nanoseconds.multipliedReportingOverflow(by: 10)
      guard !overflow else { throw failure(name, "less than 292 years") }
      nanoseconds = product
    }
    return .nanoseconds(nanoseconds)
  }

  func interval(_ name: String) throws(ReportError) -> ClosedRange<FixedDecimal>? {
    guard let value = json[name], value != .null else { return nil }
    guard let ends = value.arrayValue?.compactMap(\.numberValue), ends.count == 2,
      ends[0] <= ends[1]
    else { throw failure(name, "two numbers in order") }
    return ends[0]...ends[1]
  }

  private func failure(_ name: String, _ expected: String) -> ReportError {
    .member("\(owner).\(name)", expected: expected)
  }
}

extension JSONValue {
  static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// A number, or a string where it has more digits than `JSONValue(parsing:)` reads.
  static func number(_ number: FixedDecimal) -> JSONValue {
    let long = number.units.magnitude >= 1_000_000_000_000_000_000
    return long ? .string("\(number.units)e-\(number.places)") : .decimal(number)
  }

  /// A number as long as that is exact for readers, else a string.
  static func seed(_ seed: UInt64) -> JSONValue {
    seed < 1_000_000_000_000_000_000 ? .integer(Int64(seed)) : .string(String(seed))
  }

  /// The other direction of `number(_:)`.
  var numberValue: FixedDecimal? {
    if let number = decimalValue { return number }
    guard let parts = stringValue?.split(separator: "e-"), parts.count == 2,
      let units = Int64(parts[0]), let places = Int(parts[1]), (0...9).contains(places)
    else { return nil }
    return FixedDecimal(units: units, places: places)
  }
}

extension FixedDecimal {
  /// Exact: three places for whole milliseconds, else nine.
  static func seconds(_ duration: Duration) -> FixedDecimal {
    let nanoseconds = duration.nanoseconds
    return nanoseconds % 1_000_000 == 0
      ? FixedDecimal(units: nanoseconds / 1_000_000, places: 3)
      : FixedDecimal(units: nanoseconds, places: 9)
  }
}
