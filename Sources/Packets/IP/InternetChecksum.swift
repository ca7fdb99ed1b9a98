/// The ones' complement of the ones' complement sum of 16-bit words (RFC 1071).
struct InternetChecksum {
  private var sum: UInt64 = 0

  /// An odd byte at the end counts as a word with a zero behind it; only the last part may be odd.
  ///
  /// Four words at a time: ones' complement sums do not mind how wide they are formed (RFC 1071 §2 (C)).
  mutating func add(_ bytes: [UInt8], from start: Int = 0) {
    unsafe bytes.withUnsafeBytes { raw in
      var index = start
      while index &+ 8 <= raw.count {
        let word = unsafe UInt64(
          bigEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        sum = sum &+ (word >> 32) &+ (word & 0xffff_ffff)
        index = index &+ 8
      }
      while index < raw.count {
        let byte = unsafe UInt64(raw[index])
        sum = sum &+ ((index &- start) & 1 == 0 ? byte << 8 : byte)
        index = index &+ 1
      }
    }
  }

  mutating func add(word: UInt16) { sum += UInt64(word) }

  var value: UInt16 {
    var folded = sum
    while folded > 0xffff { folded = folded & 0xffff + folded >> 16 }
    return ~UInt16(folded)
  }
}
