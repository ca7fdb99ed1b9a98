/// Builds pcapng blocks: little-endian fields, strings and bytes padded to four.
struct LittleEndianWriter: Sendable {
  private(set) var bytes: [UInt8] = []

  init(reserving capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  mutating func uint16(_ value: UInt16) { integer(UInt64(value), byteCount: 2) }
  mutating func uint32(_ value: UInt32) { integer(UInt64(value), byteCount: 4) }
  mutating func uint64(_ value: UInt64) { integer(value, byteCount: 8) }

  mutating func padded(_ more: some Collection<UInt8>) {
    bytes.append(contentsOf: more)
    bytes.append(contentsOf: repeatElement(0, count: (4 - more.count % 4) % 4))
  }

  /// An option: code, length, value (§3.5). Text is UTF-8 without a zero at its end.
  mutating func option(_ code: UInt16, _ text: String) { option(code, Array(text.utf8)) }

  /// A value above the 65 535 bytes that the length can say is cut.
  mutating func option(_ code: UInt16, _ value: [UInt8]) {
    let value = value.prefix(0xffff)
    uint16(code)
    uint16(UInt16(value.count))
    padded(value)
  }

  mutating func option(_ code: UInt16, _ value: UInt64) {
    uint16(code)
    uint16(8)
    uint64(value)
  }

  mutating func endOfOptions() { uint32(0) }

  mutating func patch(uint32 value: UInt32, at offset: Int) {
    for index in 0..<4 {
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(index)))
    }
  }

  private mutating func integer(_ value: UInt64, byteCount: Int) {
    for index in 0..<UInt64(byteCount) {
      bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index)))
    }
  }
}
