internal import SansIO

/// What a receiver says about one source (RFC 3550 §6.4.1).
///
/// ```
/// |                             SSRC                              |
/// | fraction lost |     cumulative number of packets lost         |
/// |           extended highest sequence number received           |
/// |                      interarrival jitter                      |
/// |                     last SR, middle 32 bits                   |
/// |              delay since last SR, 1/65536 s                   |
/// ```
public struct ReportBlock: Hashable, Sendable {
  public var ssrc: UInt32
  /// Lost since the last report, in 1/256.
  public var fractionLost: UInt8
  /// 24 bits with sign; duplicates make it fall.
  public var cumulativeLost: Int32
  public var extendedHighestSequence: UInt32
  /// In ticks of the RTP clock.
  public var jitter: UInt32
  /// Middle 32 bits of the NTP time of the last sender report; 0: none came.
  public var lastSenderReport: UInt32
  /// In 1/65536 s.
  public var delaySinceLastSenderReport: UInt32

  public init(
    ssrc: UInt32, fractionLost: UInt8, cumulativeLost: Int32, extendedHighestSequence: UInt32,
    jitter: UInt32, lastSenderReport: UInt32, delaySinceLastSenderReport: UInt32
  ) {
    self.ssrc = ssrc
    self.fractionLost = fractionLost
    self.cumulativeLost = cumulativeLost
    self.extendedHighestSequence = extendedHighestSequence
    self.jitter = jitter
    self.lastSenderReport = lastSenderReport
    self.delaySinceLastSenderReport = delaySinceLastSenderReport
  }

  /// The round trip that this block, come in at `ntp` on the sender's clock, tells (RFC 3550 §6.4.1); nil: no sender report seen.
  ///
  /// A far side that counts wrongly can make it negative; that is zero here.
  public func roundTripTime(receivedAt ntp: UInt64) -> Duration? {
    guard lastSenderReport != 0 else { return nil }
    let now = UInt32(truncatingIfNeeded: ntp >> 16)
    let units = Int32(bitPattern: now &- lastSenderReport &- delaySinceLastSenderReport)
    return .nanoseconds(max(0, Int64(units)) * 1_000_000_000 / 65536)
  }

  init(parsing body: inout RTCPBody) throws(RTPError) {
    ssrc = try body.uint32()
    fractionLost = try body.uint8()
    cumulativeLost = Int32(bitPattern: try body.uint24() << 8) >> 8
    extendedHighestSequence = try body.uint32()
    jitter = try body.uint32()
    lastSenderReport = try body.uint32()
    delaySinceLastSenderReport = try body.uint32()
  }

  func write(to writer: inout ByteWriter) {
    writer.uint32(ssrc)
    writer.uint8(fractionLost)
    writer.uint24(UInt32(bitPattern: max(-0x80_0000, min(0x7f_ffff, cumulativeLost))))
    writer.uint32(extendedHighestSequence)
    writer.uint32(jitter)
    writer.uint32(lastSenderReport)
    writer.uint32(delaySinceLastSenderReport)
  }
}
