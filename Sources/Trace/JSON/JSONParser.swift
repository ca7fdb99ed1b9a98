internal import SansIO

/// Where a JSON text is wrong, and what would have been accepted there.
public struct JSONError: Error, Hashable, Sendable {
  /// In bytes from the start of the text.
  public var offset: Int
  public var expected: String
}

extension JSONValue {
  /// Reads one JSON text (RFC 8259). Numbers must fit 18 digits with at most 9 behind the point; no exponent.
  ///
  /// - Parameter roundingNumbers: takes every number. Digits beyond nine behind the point are cut; what is too large
  ///   becomes the string of its characters.
  public init(parsing text: String, roundingNumbers: Bool = false) throws(JSONError) {
    var parser = JSONParser(bytes: Array(text.utf8), roundsNumbers: roundingNumbers)
    self = try parser.document()
  }
}

private struct JSONParser {
  let bytes: [UInt8]
  let roundsNumbers: Bool
  var offset = 0
  /// Deeper texts are refused, so that no input can exhaust the stack.
  let deepest = 64

  init(bytes: [UInt8], roundsNumbers: Bool) {
    self.bytes = bytes
    self.roundsNumbers = roundsNumbers
  }

  mutating func document() throws(JSONError) -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    guard offset == bytes.count else { throw failure("the end of the text") }
    return value
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard depth < deepest else { throw failure("at most \(deepest) levels") }
    skipSpace()
    switch peek ?? 0 {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return roundsNumbers ? try roundedNumber() : try number()
    default:
      if accept("true") { return .bool(true) }
      if accept("false") { return .bool(false) }
      if accept("null") { return .null }
      throw failure("a value")
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    offset += 1
    var members: [JSONMember] = []
    skipSpace()
    if accept("}") { return .object([]) }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw failure("a member name") }
      let name = try string()
      skipSpace()
      guard accept(":") else { throw failure("':'") }
      members.append(JSONMember(name, try value(depth: depth + 1)))
      skipSpace()
      if accept("}") { return .object(members) }
      guard accept(",") else { throw failure("',' or '}'") }
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    offset += 1
    var elements: [JSONValue] = []
    skipSpace()
    if accept("]") { return .array([]) }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if accept("]") { return .array(elements) }
      guard accept(",") else { throw failure("',' or ']'") }
    }
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let negative = accept("-")
    var units: Int64 = 0
    var digits = 0
    var places = 0
    var pastPoint = false
    while let byte = peek {
      if byte == UInt8(ascii: "."), !pastPoint, digits > 0 {
        pastPoint = true
      } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        guard pastPoint || digits != 1 || units != 0 else {
          throw failure("no digit behind a leading zero")
        }
        digits += 1
        if pastPoint { places += 1 }
        guard digits <= 18, places <= 9 else { throw failure("a number of at most 18 digits") }
        units = units * 10 + Int64(byte - UInt8(ascii: "0"))
      } else {
        break
      }
      offset += 1
    }
    guard digits > 0, !pastPoint || places > 0, peek != UInt8(ascii: "e"), peek != UInt8(ascii: "E")
    else { throw failure("digits") }
    if negative { units = -units }
    return pastPoint ? .decimal(FixedDecimal(units: units, places: places)) : .integer(units)
  }

  /// Any number that RFC 8259 §6 has, as a program with binary fractions writes it: "5.1e-05".
  private mutating func roundedNumber() throws(JSONError) -> JSONValue {
    let start = offset
    let negative = accept("-")
    let whole = digits()
    guard !whole.isEmpty, whole.count == 1 || whole.first != 0 else { throw failure("digits") }
    var fraction: ArraySlice<UInt8> = []
    let hasPoint = accept(".")
    if hasPoint {
      fraction = digits()
      guard !fraction.isEmpty else { throw failure("digits") }
    }
    var exponent = 0
    if accept("e") || accept("E") {
      let isSmall = accept("-")
      if !isSmall { _ = accept("+") }
      let power = digits()
      guard !power.isEmpty else { throw failure("digits") }
      // Beyond 1000 all numbers are too large, or zero.
      for digit in power { exponent = min(exponent * 10 + Int(digit), 1000) }
      if isSmall { exponent = -exponent }
    }
    let kept = Array(whole + fraction)
    // Digits before the point, once the exponent has moved it.
    let point = whole.count + exponent
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if !hasPoint, exponent == 0, let integer = Int64(text) { return .integer(integer) }
    // As many as are written, where that many fit.
    let written = min(max(fraction.count - exponent, 0), 9)
    for places in stride(from: written, through: 0, by: -1) {
      let end = point + places
      if let units = Self.units(kept.prefix(max(end, 0)), zeros: max(end - kept.count, 0)) {
        return .decimal(FixedDecimal(units: negative ? -units : units, places: places))
      }
    }
    return .string(text)
  }

  /// The number that the digits and then that many zeros are; nil: it has more than 18 digits.
  private static func units(_ digits: ArraySlice<UInt8>, zeros: Int) -> Int64? {
    let digits = digits.drop { $0 == 0 }
    if digits.isEmpty { return 0 }
    guard digits.count + zeros <= 18 else { return nil }
    var units = digits.reduce(0) { $0 * 10 + Int64($1) }
    for _ in 0..<zeros { units *= 10 }
    return units
  }

  private mutating func digits() -> ArraySlice<UInt8> {
    var digits: ArraySlice<UInt8> = []
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      digits.append(byte - UInt8(ascii: "0"))
      offset += 1
    }
    return digits
  }

  private mutating func string() throws(JSONError) -> String {
    offset += 1
    var text: [UInt8] = []
    while let byte = peek {
      offset += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let result = String(validating: text, as: UTF8.self) else { throw failure("UTF-8") }
        return result
      case UInt8(ascii: "\\"):
        text.append(contentsOf: String(try escape()).utf8)
      case 0..<0x20:
        offset -= 1
        throw failure("an escaped control character")
      default: text.append(byte)
      }
    }
    throw failure("'\"'")
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    guard let byte = peek else { throw failure("an escape") }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      var code = try codeUnit()
      if (0xd800..<0xdc00).contains(code) {
        guard accept("\\u") else { throw failure("a low surrogate") }
        let low = try codeUnit()
        guard (0xdc00..<0xe000).contains(low) else { throw failure("a low surrogate") }
        code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw failure("a Unicode scalar") }
      return scalar
    default:
      offset -= 1
      throw failure("an escape")
    }
  }

  private mutating func codeUnit() throws(JSONError) -> UInt32 {
    guard offset + 4 <= bytes.count,
      let pair = SansIO.bytes(
        hexadecimal: String(decoding: bytes[offset..<offset + 4], as: UTF8.self))
    else { throw failure("four hexadecimal digits") }
    offset += 4
    return UInt32(pair[0]) << 8 | UInt32(pair[1])
  }

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func accept(_ word: String) -> Bool {
    let word = word.utf8
    guard bytes[offset...].starts(with: word) else { return false }
    offset += word.count
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
      offset += 1
    }
  }

  private func failure(_ expected: String) -> JSONError {
    JSONError(offset: offset, expected: expected)
  }
}
