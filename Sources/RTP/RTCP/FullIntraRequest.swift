internal import SansIO

/// A request for a key frame with a number, so that a repeat is told from a new request (RFC 5104 §4.3.1).
public struct FullIntraRequest: Hashable, Sendable {
  static let format: UInt8 = 4

  public struct Entry: Hashable, Sendable {
    /// The source that is asked.
    public var ssrc: UInt32
    /// Counts the requests to this source; a repeat keeps its number.
    public var sequenceNumber: UInt8

    public init(ssrc: UInt32, sequenceNumber: UInt8) {
      self.ssrc = ssrc
      self.sequenceNumber = sequenceNumber
    }
  }

  public var senderSSRC: UInt32
  public var entries: [Entry]

  public init(senderSSRC: UInt32, entries: [Entry]) {
    self.senderSSRC = senderSSRC
    self.entries = entries
  }

  init(parsing body: inout RTCPBody) throws(RTPError) {
    senderSSRC = try body.uint32()
    try body.skip(4)  // RFC 5104 §4.3.1.2: the media SSRC is unused
    entries = []
    guard body.remaining > 0 else { throw body.fault(.noEntries) }
    guard body.remaining % 8 == 0 else {
      throw body.fault(.partialEntry(byteCount: body.remaining % 8))
    }
    while body.remaining > 0 {
      entries.append(Entry(ssrc: try body.uint32(), sequenceNumber: try body.uint8()))
      try body.skip(3)
    }
  }

  func write(to writer: inout ByteWriter) {
    writer.rtcp(type: RTCPType.payloadFeedback, count: Int(Self.format)) { writer in
      writer.uint32(senderSSRC)
      writer.uint32(0)
      for entry in entries {
        writer.uint32(entry.ssrc)
        writer.uint8(entry.sequenceNumber)
        writer.zeros(3)
      }
    }
  }
}
