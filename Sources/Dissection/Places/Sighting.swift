/// A packet that passed a place of capture.
struct Sighting: Hashable, Sendable {
  var identity: UInt64
  /// Nanoseconds, by the clock of that capture.
  var time: Int64
}

extension Sighting {
  /// The same for a packet wherever it is seen, behind an address translation too: of RTP its source, number and timestamp, of
  /// STUN its type and transaction, else all bytes.
  static func identity(of payload: [UInt8]) -> UInt64 {
    guard let first = payload.first else { return 0 }
    switch first {
    case 128...191 where payload.count >= 12 && !(192...223).contains(payload[1]):
      return digest(payload, 2..<12, seed: 1)
    case 0...3 where payload.count >= 20 && payload[4...7].elementsEqual([0x21, 0x12, 0xa4, 0x42]):
      return digest(payload, 8..<20, seed: UInt64(first) << 8 | UInt64(payload[1]) | 1 << 16)
    default: return digest(payload, 0..<payload.count, seed: 2)
    }
  }

  /// The same only for the same bytes.
  static func identity(ofAll bytes: [UInt8]) -> UInt64 { digest(bytes, 0..<bytes.count, seed: 3) }

  /// Eight bytes at a time, each multiplied in and folded; the range must be there.
  private static func digest(_ bytes: [UInt8], _ range: Range<Int>, seed: UInt64) -> UInt64 {
    var state = seed &+ UInt64(range.count) &* 0x9e37_79b9_7f4a_7c15
    var index = range.lowerBound
    while index < range.upperBound {
      var word: UInt64 = 0
      for place in index..<min(index + 8, range.upperBound) {
        word = word << 8 | UInt64(bytes[place])
      }
      let product = (state ^ word).multipliedFullWidth(by: 0xd6e8_feb8_6659_fd93)
      state = product.high ^ product.low &+ 0x9e37_79b9_7f4a_7c15
      index += 8
    }
    return state
  }
}
