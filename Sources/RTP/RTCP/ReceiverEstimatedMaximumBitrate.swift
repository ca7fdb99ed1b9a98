public import SansIO

/// REMB: the most that a receiver believes its path carries, all named streams together (draft-alvestrand-rmcat-remb-03 §2.2).
///
/// ```
/// |  Unique identifier 'R' 'E' 'M' 'B'                            |
/// |  Num SSRC     | BR Exp    |  BR Mantissa                      |
/// |   SSRC feedback ...                                           |
/// ```
public struct ReceiverEstimatedMaximumBitrate: Hashable, Sendable {
  static let format: UInt8 = 15
  private static let identifier: UInt32 = 0x5245_4d42

  public var senderSSRC: UInt32
  /// Written with 18 significant bits, rounded down; not negative.
  public var bitRate: BitRate
  /// At most 255.
  public var ssrcs: [UInt32]

  public init(senderSSRC: UInt32, bitRate: BitRate, ssrcs: [UInt32]) {
    self.senderSSRC = senderSSRC
    self.bitRate = bitRate
    self.ssrcs = ssrcs
  }

  /// Nil: application layer feedback of another kind.
  init?(parsing body: inout RTCPBody) throws(RTPError) {
    senderSSRC = try body.uint32()
    try body.skip(4)  // the media SSRC is always 0
    guard body.remaining >= 4, try body.uint32() == Self.identifier else { return nil }
    let count = Int(try body.uint8())
    let rate = try body.uint24()
    let exponent = Int64(rate >> 18)
    let mantissa = Int64(rate & 0x3ffff)
    guard mantissa == 0 || exponent < Int64(mantissa.leadingZeroBitCount) else {
      throw body.fault(.bitRateOverflow)
    }
    bitRate = BitRate(bitsPerSecond: mantissa == 0 ? 0 : mantissa << exponent)
    guard body.remaining == 4 * count else {
      throw body.fault(.countMismatch(declared: count, available: body.remaining / 4))
    }
    ssrcs = []
    for _ in 0..<count { ssrcs.append(try body.uint32()) }
  }

  func write(to writer: inout ByteWriter) {
    let rate = max(0, bitRate.bitsPerSecond)
    let exponent = max(0, 64 - 18 - rate.leadingZeroBitCount)
    let ssrcs = ssrcs.prefix(255)
    writer.rtcp(type: RTCPType.payloadFeedback, count: Int(Self.format)) { writer in
      writer.uint32(senderSSRC)
      writer.uint32(0)
      writer.uint32(Self.identifier)
      writer.uint8(UInt8(ssrcs.count))
      writer.uint24(UInt32(exponent) << 18 | UInt32(rate >> Int64(exponent)))
      for ssrc in ssrcs { writer.uint32(ssrc) }
    }
  }
}
