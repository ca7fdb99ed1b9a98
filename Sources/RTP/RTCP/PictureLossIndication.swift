internal import SansIO

/// A receiver lost a picture it cannot do without: a key frame, please (RFC 4585 §6.3.1).
public struct PictureLossIndication: Hashable, Sendable {
  static let format: UInt8 = 1

  public var senderSSRC: UInt32
  public var mediaSSRC: UInt32

  public init(senderSSRC: UInt32, mediaSSRC: UInt32) {
    self.senderSSRC = senderSSRC
    self.mediaSSRC = mediaSSRC
  }

  init(parsing body: inout RTCPBody) throws(RTPError) {
    senderSSRC = try body.uint32()
    mediaSSRC = try body.uint32()
  }

  func write(to writer: inout ByteWriter) {
    writer.rtcp(type: RTCPType.payloadFeedback, count: Int(Self.format)) { writer in
      writer.uint32(senderSSRC)
      writer.uint32(mediaSSRC)
    }
  }
}
