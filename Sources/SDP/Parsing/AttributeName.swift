/// The name in front of a colon, as the numbers that its bytes are: names compare in one step, and no text is made of them.
struct AttributeName: Equatable {
  private(set) var byteCount = 0
  private var high: UInt64 = 0
  private var low: UInt64 = 0

  /// Passes the name and its colon; nil when there is no colon or the name is longer than any that has a typed value.
  init?(_ scanner: inout Scanner) {
    if let (name, count) = scanner.shortName() {
      (low, byteCount) = (name, count)
      return
    }
    while let byte = scanner.pass() {
      if byte == .colon { return }
      guard byteCount < 16 else { return nil }
      append(byte)
    }
    return nil
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    high = high << 8 | low >> 56
    low = low << 8 | UInt64(byte)
    byteCount += 1
  }
}

extension AttributeName: ExpressibleByStringLiteral {
  /// At most 16 bytes of ASCII; the compiler makes numbers of it.
  @inline(__always)
  init(stringLiteral text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { unsafe append(text.utf8Start[index]) }
  }
}
