extension UInt8 {
  static let space = UInt8(ascii: " ")
  static let colon = UInt8(ascii: ":")
  static let slash = UInt8(ascii: "/")
  static let equals = UInt8(ascii: "=")
  static let semicolon = UInt8(ascii: ";")
  static let carriageReturn: UInt8 = 13
  static let lineFeed: UInt8 = 10
}

/// Reads words and numbers from a range of UTF-8 bytes; every read is checked.
struct Scanner {
  let bytes: [UInt8]
  private(set) var position: Int
  private(set) var end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  init(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(bytes, 0..<bytes.count)
  }

  /// Goes on in another range of the same bytes.
  mutating func enter(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  /// True when nothing but spaces is left.
  var isDone: Bool {
    var index = position
    while index < end {
      if bytes[index] != .space { return false }
      index += 1
    }
    return true
  }

  var next: UInt8? { position < end ? bytes[position] : nil }

  /// The text up to the next space, after any spaces; nil at the end.
  mutating func word() -> String? {
    skipSpaces()
    let start = position
    var index = start
    while index < end, bytes[index] != .space { index += 1 }
    position = index
    return index > start ? text(start..<index) : nil
  }

  /// Passes `word` if it comes next, up to a space or the end; makes no text of what it compares.
  mutating func take(_ word: String) -> Bool {
    skipSpaces()
    var index = position
    for byte in word.utf8 {
      guard index < end, bytes[index] == byte else { return false }
      index += 1
    }
    guard index == end || bytes[index] == .space else { return false }
    position = index
    return true
  }

  /// A decimal number up to the next space; nil when it is none or does not fit.
  mutating func number<Value: FixedWidthInteger>() -> Value? {
    skipSpaces()
    guard let value: Value = digits() else { return nil }
    guard position == end || bytes[position] == .space else { return nil }
    return value
  }

  /// The decimal digits from here on; nil when there is none or they do not fit.
  mutating func digits<Value: FixedWidthInteger>() -> Value? {
    let start = position
    var index = start
    var value: Value = 0
    while index < end, case let digit = bytes[index] &- 48, digit < 10 {
      let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = scaled.addingReportingOverflow(Value(truncatingIfNeeded: digit))
      if overflow || carry || sum < scaled { return nil }
      value = sum
      index += 1
    }
    position = index
    return index > start ? value : nil
  }

  /// The text up to `delimiter`, which is passed; nil when it does not come.
  mutating func until(_ delimiter: UInt8) -> String? {
    var index = position
    while index < end, bytes[index] != delimiter { index += 1 }
    guard index < end else { return nil }
    defer { position = index + 1 }
    return text(position..<index)
  }

  /// Passes `byte` if it comes next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// The next byte, which is passed; nil at the end.
  mutating func pass() -> UInt8? {
    guard position < end else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// What is left, as it stands.
  mutating func rest() -> String {
    defer { position = end }
    return text(position..<end)
  }

  /// What is left after one separating space, which may be missing only at the end.
  mutating func restAfterSpace() -> String {
    _ = take(.space)
    return rest()
  }

  mutating func skipSpaces() {
    var index = position
    while index < end, bytes[index] == .space { index += 1 }
    position = index
  }

  /// The name up to a colon that is among the next eight bytes, its last byte lowest; it and the colon are passed.
  mutating func shortName() -> (name: UInt64, byteCount: Int)? {
    guard position + 8 <= end else { return nil }
    let word = bytes.word(at: position)
    let count = firstByte(.colon, in: word)
    guard count < 8 else { return nil }
    position += count + 1
    return (count == 0 ? 0 : word.byteSwapped >> UInt64(64 - 8 * count), count)
  }

  private func text(_ range: Range<Int>) -> String {
    // What fits into a string without memory of its own is written into it.
    guard range.count <= 15 else { return String(decoding: bytes[range], as: UTF8.self) }
    return unsafe String(unsafeUninitializedCapacity: range.count) { buffer in
      for (place, index) in range.enumerated() { unsafe buffer[place] = bytes[index] }
      return range.count
    }
  }
}
