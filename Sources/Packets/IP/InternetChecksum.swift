/// The ones' complement of the ones' complement sum of 16-bit words (RFC 1071).
struct InternetChecksum {
  private var sum: UInt64 = 0

  /// An odd byte at the end counts as a word with a zero behind it; only the last part may be odd.
  mutating func add(_ bytes: [UInt8], from start: Int = 0) {
    var index = start
    while index + 1 < bytes.count {
      sum += UInt64(bytes[index]) << 8 | UInt64(bytes[index + 1])
      index += 2
    }
    if index < bytes.count { sum += UInt64(bytes[index]) << 8 }
  }

  mutating func add(word: UInt16) { sum += UInt64(word) }

  var value: UInt16 {
    var folded = sum
    while folded > 0xffff { folded = folded & 0xffff + folded >> 16 }
    return ~UInt16(folded)
  }
}
