/// When a packet left its sender, in seconds mod 64 as 6.18 fixed point (webrtc.org/experiments/rtp-hdrext/abs-send-time).
public struct AbsSendTime: Hashable, Sendable {
  /// 24 bits; a unit is 1/2^18 s, about 3.8 µs.
  public var value: UInt32

  public init(value: UInt32) { self.value = value & 0xff_ffff }

  /// From 64 bits of NTP time: the low six bits of the seconds, the high 18 of the fraction.
  public init(ntp: UInt64) { self.init(value: UInt32(truncatingIfNeeded: ntp >> 14)) }

  /// From what a clock counts: any epoch serves, since receivers only take differences.
  public init(nanoseconds: Int64) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    self.init(
      value: UInt32(truncatingIfNeeded: seconds << 18 &+ (rest << 18) / 1_000_000_000))
  }

  /// Nil unless there are three bytes.
  public init?(_ data: some Collection<UInt8>) {
    guard data.count == 3 else { return nil }
    self.init(value: data.reduce(0) { $0 << 8 | UInt32($1) })
  }

  public var data: [UInt8] {
    [UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255)]
  }

  /// Time since `earlier`, the shorter way round the 64 s circle.
  public func since(_ earlier: AbsSendTime) -> Duration {
    let units = Int64(Int32(bitPattern: (value &- earlier.value) << 8) >> 8)
    return .nanoseconds((units * 1_000_000_000) >> 18)
  }
}
