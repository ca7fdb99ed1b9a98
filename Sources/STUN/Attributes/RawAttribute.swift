/// Where one attribute lies in a message's bytes.
struct RawAttribute {
  var type: UInt16
  /// Of its type field.
  var offset: Int
  var valueRange: Range<Int>
  /// Behind its padding.
  var end: Int
}

/// Walks the attributes of a message that has at least its header; ends after the first that overruns.
struct RawAttributes: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var offset = STUNMessage.headerByteCount

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  ///     |         Type                  |            Length             |
  ///     |                         Value (variable), padded to 4 bytes   |     RFC 8489 §14
  mutating func next() -> Result<RawAttribute, STUNError>? {
    guard offset < bytes.count else { return nil }
    guard offset + 4 <= bytes.count else {
      defer { offset = bytes.count }
      return .failure(.attributeOverrun(type: 0, offset: offset))
    }
    let type = UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])
    let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
    let start = offset + 4
    let end = start + (length + 3) & ~3
    guard end <= bytes.count else {
      defer { offset = bytes.count }
      return .failure(.attributeOverrun(type: type, offset: offset))
    }
    defer { offset = end }
    return .success(
      RawAttribute(type: type, offset: offset, valueRange: start..<start + length, end: end))
  }
}
