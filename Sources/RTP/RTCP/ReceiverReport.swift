internal import SansIO

/// A receiver report (RFC 3550 §6.4.2).
public struct ReceiverReport: Hashable, Sendable {
  /// Who reports.
  public var ssrc: UInt32
  /// At most 31.
  public var blocks: [ReportBlock]
  /// Whole words that a profile puts behind the blocks.
  public var profileExtension: [UInt8]

  public init(ssrc: UInt32, blocks: [ReportBlock] = [], profileExtension: [UInt8] = []) {
    self.ssrc = ssrc
    self.blocks = blocks
    self.profileExtension = profileExtension
  }

  init(parsing body: inout RTCPBody) throws(RTPError) {
    ssrc = try body.uint32()
    blocks = []
    for _ in 0..<body.count { blocks.append(try ReportBlock(parsing: &body)) }
    profileExtension = body.rest()
  }

  func write(to writer: inout ByteWriter) {
    writer.rtcp(type: RTCPType.receiverReport, count: blocks.count) { writer in
      writer.uint32(ssrc)
      for block in blocks { block.write(to: &writer) }
      writer.append(profileExtension)
    }
  }
}
