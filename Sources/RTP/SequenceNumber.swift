/// Comparisons of 16-bit sequence numbers that wrap (RFC 3550 §5.1).
public enum SequenceNumber {
  /// Whether `a` comes behind `b`, the shorter way round; half a circle apart, the greater number is the newer one.
  public static func isNewer(_ a: UInt16, than b: UInt16) -> Bool {
    let ahead = a &- b
    return ahead == 0x8000 ? a > b : ahead != 0 && ahead < 0x8000
  }

  /// Steps from `a` to `b`, the shorter way round: -32768...32767.
  public static func distance(from a: UInt16, to b: UInt16) -> Int {
    Int(Int16(bitPattern: b &- a))
  }
}
