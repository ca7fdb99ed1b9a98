internal import SansIO

/// Packets that a receiver misses and wants again (RFC 4585 §6.2.1).
///
/// ```
/// |            PID                |             BLP               |
/// ```
public struct TransportLayerNACK: Hashable, Sendable {
  static let format: UInt8 = 1

  /// One packet, and which of the 16 behind it are missing too.
  public struct Entry: Hashable, Sendable {
    public var packetID: UInt16
    /// Bit i (0 is the lowest) stands for packet `packetID + i + 1`.
    public var bitmask: UInt16

    public init(packetID: UInt16, bitmask: UInt16) {
      self.packetID = packetID
      self.bitmask = bitmask
    }
  }

  public var senderSSRC: UInt32
  public var mediaSSRC: UInt32
  public var entries: [Entry]

  public init(senderSSRC: UInt32, mediaSSRC: UInt32, entries: [Entry]) {
    self.senderSSRC = senderSSRC
    self.mediaSSRC = mediaSSRC
    self.entries = entries
  }

  /// Packs sequence numbers, given oldest first, into as few entries as that order allows.
  public init(senderSSRC: UInt32, mediaSSRC: UInt32, lost: [UInt16]) {
    var entries: [Entry] = []
    for sequence in lost {
      if let last = entries.last {
        let step = sequence &- last.packetID
        if step == 0 { continue }
        if step <= 16 {
          entries[entries.count - 1].bitmask |= 1 << (step - 1)
          continue
        }
      }
      entries.append(Entry(packetID: sequence, bitmask: 0))
    }
    self.init(senderSSRC: senderSSRC, mediaSSRC: mediaSSRC, entries: entries)
  }

  /// Every sequence number that the entries name, in their order.
  public var lostSequenceNumbers: [UInt16] {
    var result: [UInt16] = []
    for entry in entries {
      result.append(entry.packetID)
      for bit in UInt16(0)..<16 where entry.bitmask & 1 << bit != 0 {
        result.append(entry.packetID &+ bit &+ 1)
      }
    }
    return result
  }

  init(parsing body: inout RTCPBody) throws(RTPError) {
    senderSSRC = try body.uint32()
    mediaSSRC = try body.uint32()
    entries = []
    guard body.remaining > 0 else { throw body.fault(.noEntries) }
    guard body.remaining % 4 == 0 else {
      throw body.fault(.partialEntry(byteCount: body.remaining % 4))
    }
    while body.remaining > 0 {
      entries.append(Entry(packetID: try body.uint16(), bitmask: try body.uint16()))
    }
  }

  func write(to writer: inout ByteWriter) {
    writer.rtcp(type: RTCPType.transportFeedback, count: Int(Self.format)) { writer in
      writer.uint32(senderSSRC)
      writer.uint32(mediaSSRC)
      for entry in entries {
        writer.uint16(entry.packetID)
        writer.uint16(entry.bitmask)
      }
    }
  }
}
