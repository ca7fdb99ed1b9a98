/// Builds a message of big-endian fields.
public struct ByteWriter: Sendable {
  public private(set) var bytes: [UInt8] = []

  public init(reserving capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  public var count: Int { bytes.count }

  public mutating func uint8(_ value: UInt8) { bytes.append(value) }

  public mutating func uint16(_ value: UInt16) { integer(UInt64(value), byteCount: 2) }

  /// The low 24 bits of `value`.
  public mutating func uint24(_ value: UInt32) { integer(UInt64(value), byteCount: 3) }

  public mutating func uint32(_ value: UInt32) { integer(UInt64(value), byteCount: 4) }

  public mutating func uint64(_ value: UInt64) { integer(value, byteCount: 8) }

  public mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  public mutating func zeros(_ count: Int) {
    bytes.append(contentsOf: repeatElement(0, count: count))
  }

  /// Overwrites two bytes already written: a length that is known only at the end.
  public mutating func patch(uint16 value: UInt16, at offset: Int) {
    bytes[offset] = UInt8(value >> 8)
    bytes[offset + 1] = UInt8(truncatingIfNeeded: value)
  }

  private mutating func integer(_ value: UInt64, byteCount: Int) {
    for index in (0..<byteCount).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(index))))
    }
  }
}
