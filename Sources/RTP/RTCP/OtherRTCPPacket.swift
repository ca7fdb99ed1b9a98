internal import SansIO

/// An RTCP packet of a kind that is not read here (APP, XR, other feedback), kept as it came.
public struct OtherRTCPPacket: Hashable, Sendable {
  /// 192...223.
  public var type: UInt8
  /// 0...31: a count, a subtype or a feedback format.
  public var count: UInt8
  /// Behind the four-byte header, without padding.
  public var body: [UInt8]

  public init(type: UInt8, count: UInt8, body: [UInt8]) {
    self.type = type
    self.count = count
    self.body = body
  }

  init(parsing body: inout RTCPBody) {
    self.init(type: body.type, count: body.count, body: body.rest())
  }

  func write(to writer: inout ByteWriter) {
    writer.rtcp(type: type, count: Int(count)) { $0.append(body) }
  }
}
