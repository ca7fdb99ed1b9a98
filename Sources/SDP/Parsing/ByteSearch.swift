extension [UInt8] {
  /// The index of the first such byte from there on; the end when there is none. Looks at eight at a time.
  func firstIndex(of byte: UInt8, from start: Int) -> Int {
    var index = start
    while index + 8 <= count {
      let place = firstByte(byte, in: word(at: index))
      if place < 8 { return index + place }
      index += 8
    }
    while index < count, self[index] != byte { index += 1 }
    return index
  }

  /// Eight bytes, the first of them lowest; they must be there.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    UInt64(
      littleEndian: unsafe span.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }
}

/// The place of the first such byte in a word, from 0, the lowest; 8 when there is none.
@inline(__always)
func firstByte(_ byte: UInt8, in word: UInt64) -> Int {
  let ones: UInt64 = 0x0101_0101_0101_0101
  // Zero where the byte is. Subtracting one carries into the highest bit of a zero byte first of all.
  let difference = word ^ ones &* UInt64(byte)
  let zeros = (difference &- ones) & ~difference & ones << 7
  return zeros.trailingZeroBitCount >> 3
}
