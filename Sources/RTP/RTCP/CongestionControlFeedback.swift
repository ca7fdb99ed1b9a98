internal import SansIO

/// Arrival and ECN marks of each packet, stream by stream (RFC 8888 §3.1).
///
/// ```
/// |                     SSRC of the RTP stream                    |
/// |          begin_seq            |          num_reports          |
/// |R|ECN|  Arrival time offset    | ...                           .
/// |                 Report Timestamp (32 bits)                    |
/// ```
public struct CongestionControlFeedback: Hashable, Sendable {
  static let format: UInt8 = 11

  public enum Report: Hashable, Sendable {
    case notReceived
    /// `ecn`: two bits; `offset`: how long before the report timestamp, in 1/1024 s, 13 bits, 0x1fff: unknown.
    case received(ecn: UInt8, offset: UInt16)
  }

  /// What is said of one RTP stream.
  public struct Stream: Hashable, Sendable {
    public var ssrc: UInt32
    public var beginSequence: UInt16
    /// From `beginSequence` on; at most 16384.
    public var reports: [Report]

    public init(ssrc: UInt32, beginSequence: UInt16, reports: [Report]) {
      self.ssrc = ssrc
      self.beginSequence = beginSequence
      self.reports = reports
    }
  }

  public var senderSSRC: UInt32
  public var streams: [Stream]
  /// Middle 32 bits of NTP time.
  public var timestamp: UInt32

  public init(senderSSRC: UInt32, streams: [Stream], timestamp: UInt32) {
    self.senderSSRC = senderSSRC
    self.streams = streams
    self.timestamp = timestamp
  }

  /// RFC 8888 §3.1 says of num_reports that it counts the reports, and elsewhere that one more follow; the length decides.
  init(parsing body: inout RTCPBody) throws(RTPError) {
    var inclusive = body
    do {
      try self.init(parsing: &body, extraReports: 0)
    } catch {
      guard let other = try? CongestionControlFeedback(parsing: &inclusive, extraReports: 1) else {
        throw error
      }
      self = other
    }
  }

  private init(parsing body: inout RTCPBody, extraReports: Int) throws(RTPError) {
    senderSSRC = try body.uint32()
    streams = []
    while body.remaining > 4 {
      var stream = Stream(
        ssrc: try body.uint32(), beginSequence: try body.uint16(), reports: [])
      let declared = Int(try body.uint16())
      let count = declared + extraReports
      // The timestamp has to follow.
      guard 2 * (count + count % 2) + 4 <= body.remaining else {
        throw body.fault(.countMismatch(declared: declared, available: (body.remaining - 4) / 2))
      }
      stream.reports.reserveCapacity(count)
      for _ in 0..<count {
        let bits = try body.uint16()
        stream.reports.append(
          bits & 0x8000 == 0
            ? .notReceived
            : .received(ecn: UInt8(bits >> 13 & 3), offset: bits & 0x1fff))
      }
      if count % 2 == 1 { try body.skip(2) }
      streams.append(stream)
    }
    timestamp = try body.uint32()
    guard body.remaining == 0 else {
      throw body.fault(.partialEntry(byteCount: body.remaining))
    }
  }

  func write(to writer: inout ByteWriter) {
    writer.rtcp(type: RTCPType.transportFeedback, count: Int(Self.format)) { writer in
      writer.uint32(senderSSRC)
      for stream in streams {
        let reports = stream.reports.prefix(16384)
        writer.uint32(stream.ssrc)
        writer.uint16(stream.beginSequence)
        writer.uint16(UInt16(reports.count))
        for report in reports {
          switch report {
          case .notReceived: writer.uint16(0)
          case .received(let ecn, let offset):
            writer.uint16(0x8000 | UInt16(ecn & 3) << 13 | min(offset, 0x1fff))
          }
        }
        if reports.count % 2 == 1 { writer.uint16(0) }
      }
      writer.uint32(timestamp)
    }
  }
}
