internal import SansIO

/// Sources that have left (RFC 3550 §6.6).
public struct Bye: Hashable, Sendable {
  /// At most 31.
  public var sources: [UInt32]
  /// UTF-8, at most 255 bytes; nil: none given.
  public var reason: [UInt8]?

  public init(sources: [UInt32], reason: [UInt8]? = nil) {
    self.sources = sources
    self.reason = reason
  }

  public var reasonText: String? { reason.map { String(decoding: $0, as: UTF8.self) } }

  init(parsing body: inout RTCPBody) throws(RTPError) {
    sources = []
    for _ in 0..<body.count { sources.append(try body.uint32()) }
    if body.remaining > 0 {
      reason = try body.take(Int(try body.uint8()))
    }
  }

  func write(to writer: inout ByteWriter) {
    writer.rtcp(type: RTCPType.bye, count: sources.count) { writer in
      for source in sources { writer.uint32(source) }
      if let reason = reason?.prefix(255) {
        writer.uint8(UInt8(reason.count))
        writer.append(reason)
        writer.zeros(-(reason.count + 1) & 3)
      }
    }
  }
}
