/// Bits a second.
public struct BitRate: Hashable, Comparable, Sendable {
  public var bitsPerSecond: Int64

  public init(bitsPerSecond: Int64) { self.bitsPerSecond = bitsPerSecond }

  /// 1 kbps is 1000 bit/s.
  public static func kilobits(_ value: Int64) -> BitRate { BitRate(bitsPerSecond: value * 1000) }

  public static func < (a: Self, b: Self) -> Bool { a.bitsPerSecond < b.bitsPerSecond }

  /// How long `byteCount` bytes take at this rate, rounded up to a nanosecond.
  public func duration(ofBytes byteCount: Int) -> Duration {
    let bits = Int64(byteCount) * 8
    let (whole, rest) = bits.quotientAndRemainder(dividingBy: bitsPerSecond)
    return .seconds(whole)
      + .nanoseconds((rest * 1_000_000_000 + bitsPerSecond - 1) / bitsPerSecond)
  }
}
