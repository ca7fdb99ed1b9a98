internal import SansIO

/// Which packets of a transport came, and when (draft-holmer-rmcat-transport-wide-cc-extensions-01 §3.1).
///
/// ```
/// |      base sequence number     |      packet status count      |
/// |                 reference time                | fb pkt. count |
/// |          packet chunk         |         packet chunk ...      |
/// |         recv delta            |         recv delta ...        |
/// ```
public struct TransportFeedback: Hashable, Sendable {
  static let format: UInt8 = 15

  /// What became of one packet.
  public enum Status: Hashable, Sendable {
    case notReceived
    /// How long after the packet received before it in this message, or after the reference time, in 250 µs.
    case received(delta: Int16)
  }

  /// One packet that came, with its time since the reference time.
  public struct Arrival: Hashable, Sendable {
    public var sequenceNumber: UInt16
    public var offset: Duration
  }

  public var senderSSRC: UInt32
  public var mediaSSRC: UInt32
  public var baseSequenceNumber: UInt16
  /// In 64 ms, 24 bits, wraps; of no known epoch.
  public var referenceTime: UInt32
  /// Counts these messages, wraps.
  public var feedbackCount: UInt8
  /// One for each sequence number from the base on; 1...65535.
  public var statuses: [Status]

  public init(
    senderSSRC: UInt32, mediaSSRC: UInt32, baseSequenceNumber: UInt16, referenceTime: UInt32,
    feedbackCount: UInt8, statuses: [Status]
  ) {
    self.senderSSRC = senderSSRC
    self.mediaSSRC = mediaSSRC
    self.baseSequenceNumber = baseSequenceNumber
    self.referenceTime = referenceTime & 0xff_ffff
    self.feedbackCount = feedbackCount
    self.statuses = statuses
  }

  /// The packets that came, in order of their numbers.
  public var arrivals: [Arrival] {
    var result: [Arrival] = []
    var sequence = baseSequenceNumber
    var units: Int64 = 0
    for status in statuses {
      if case .received(let delta) = status {
        units += Int64(delta)
        result.append(Arrival(sequenceNumber: sequence, offset: .microseconds(250 * units)))
      }
      sequence &+= 1
    }
    return result
  }

  init(parsing body: inout RTCPBody) throws(RTPError) {
    senderSSRC = try body.uint32()
    mediaSSRC = try body.uint32()
    baseSequenceNumber = try body.uint16()
    let count = Int(try body.uint16())
    referenceTime = try body.uint24()
    feedbackCount = try body.uint8()
    guard count > 0 else { throw body.fault(.noEntries) }

    var symbols: [StatusSymbol] = []
    symbols.reserveCapacity(count)
    while symbols.count < count {
      guard body.remaining >= 2 else {
        throw body.fault(.statusesMissing(declared: count, found: symbols.count))
      }
      StatusChunk.decode(try body.uint16(), into: &symbols, limit: count)
    }
    statuses = []
    statuses.reserveCapacity(count)
    for symbol in symbols {
      switch symbol {
      case .notReceived: statuses.append(.notReceived)
      case .small: statuses.append(.received(delta: Int16(try body.uint8())))
      case .large: statuses.append(.received(delta: Int16(bitPattern: try body.uint16())))
      case .reserved: throw body.fault(.reservedStatus)
      }
    }
  }

  func write(to writer: inout ByteWriter) {
    let statuses = statuses.prefix(Int(UInt16.max))
    let symbols = statuses.map(StatusSymbol.init)
    writer.rtcp(type: RTCPType.transportFeedback, count: Int(Self.format)) { writer in
      writer.uint32(senderSSRC)
      writer.uint32(mediaSSRC)
      writer.uint16(baseSequenceNumber)
      writer.uint16(UInt16(statuses.count))
      writer.uint24(referenceTime)
      writer.uint8(feedbackCount)
      var index = 0
      while index < symbols.count {
        let (chunk, length) = StatusChunk.encode(symbols[index...])
        writer.uint16(chunk)
        index += length
      }
      for status in statuses {
        guard case .received(let delta) = status else { continue }
        if (0...255).contains(delta) {
          writer.uint8(UInt8(delta))
        } else {
          writer.uint16(UInt16(bitPattern: delta))
        }
      }
    }
  }
}
