internal import SansIO

/// A sender report (RFC 3550 §6.4.1): which wall clock time belongs to which RTP timestamp, and what was sent.
public struct SenderReport: Hashable, Sendable {
  public var ssrc: UInt32
  /// Seconds since 1900 in the upper 32 bits.
  public var ntp: UInt64
  public var rtpTimestamp: UInt32
  public var packetCount: UInt32
  /// Payload bytes, without headers and padding.
  public var octetCount: UInt32
  /// At most 31.
  public var blocks: [ReportBlock]
  /// Whole words that a profile puts behind the blocks.
  public var profileExtension: [UInt8]

  public init(
    ssrc: UInt32, ntp: UInt64, rtpTimestamp: UInt32, packetCount: UInt32, octetCount: UInt32,
    blocks: [ReportBlock] = [], profileExtension: [UInt8] = []
  ) {
    self.ssrc = ssrc
    self.ntp = ntp
    self.rtpTimestamp = rtpTimestamp
    self.packetCount = packetCount
    self.octetCount = octetCount
    self.blocks = blocks
    self.profileExtension = profileExtension
  }

  init(parsing body: inout RTCPBody) throws(RTPError) {
    ssrc = try body.uint32()
    ntp = try body.uint64()
    rtpTimestamp = try body.uint32()
    packetCount = try body.uint32()
    octetCount = try body.uint32()
    blocks = []
    for _ in 0..<body.count { blocks.append(try ReportBlock(parsing: &body)) }
    profileExtension = body.rest()
  }

  func write(to writer: inout ByteWriter) {
    writer.rtcp(type: RTCPType.senderReport, count: blocks.count) { writer in
      writer.uint32(ssrc)
      writer.uint64(ntp)
      writer.uint32(rtpTimestamp)
      writer.uint32(packetCount)
      writer.uint32(octetCount)
      for block in blocks { block.write(to: &writer) }
      writer.append(profileExtension)
    }
  }
}
