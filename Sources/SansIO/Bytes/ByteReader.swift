/// A field that reaches past the end of what was received.
public struct ByteOverrun: Error, Hashable, Sendable {
  /// Where the field begins, in bytes from the start of the message.
  public var offset: Int
  public var needed: Int
  public var available: Int

  public init(offset: Int, needed: Int, available: Int) {
    self.offset = offset
    self.needed = needed
    self.available = available
  }
}

/// Reads big-endian fields from bytes it does not trust: every read is checked.
public struct ByteReader: Sendable {
  public let bytes: [UInt8]
  public private(set) var offset: Int
  public let end: Int

  public init(_ bytes: [UInt8]) {
    self.init(bytes, in: 0..<bytes.count)
  }

  /// Reads only `range`, which must lie inside `bytes`.
  public init(_ bytes: [UInt8], in range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    self.bytes = bytes
    self.offset = range.lowerBound
    self.end = range.upperBound
  }

  public var remaining: Int { end - offset }
  public var isAtEnd: Bool { offset >= end }

  public mutating func uint8() throws(ByteOverrun) -> UInt8 {
    try require(1)
    defer { offset += 1 }
    return bytes[offset]
  }

  public mutating func uint16() throws(ByteOverrun) -> UInt16 {
    UInt16(try integer(byteCount: 2))
  }

  public mutating func uint24() throws(ByteOverrun) -> UInt32 {
    UInt32(try integer(byteCount: 3))
  }

  public mutating func uint32() throws(ByteOverrun) -> UInt32 {
    UInt32(try integer(byteCount: 4))
  }

  public mutating func uint64() throws(ByteOverrun) -> UInt64 {
    try integer(byteCount: 8)
  }

  public mutating func take(_ count: Int) throws(ByteOverrun) -> [UInt8] {
    try require(count)
    defer { offset += count }
    return Array(bytes[offset..<offset + count])
  }

  /// The bytes not yet read.
  public mutating func rest() -> [UInt8] {
    defer { offset = end }
    return Array(bytes[offset..<end])
  }

  public mutating func skip(_ count: Int) throws(ByteOverrun) {
    try require(count)
    offset += count
  }

  /// A reader of the next `count` bytes, which this reader then has behind it.
  public mutating func slice(_ count: Int) throws(ByteOverrun) -> ByteReader {
    try require(count)
    defer { offset += count }
    return ByteReader(bytes, in: offset..<offset + count)
  }

  private mutating func integer(byteCount: Int) throws(ByteOverrun) -> UInt64 {
    try require(byteCount)
    var value: UInt64 = 0
    for index in offset..<offset + byteCount { value = value << 8 | UInt64(bytes[index]) }
    offset += byteCount
    return value
  }

  private func require(_ count: Int) throws(ByteOverrun) {
    guard count >= 0, count <= remaining else {
      throw ByteOverrun(offset: offset, needed: count, available: remaining)
    }
  }
}
