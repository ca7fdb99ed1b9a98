public import RTP
public import SansIO

/// What a sender keeps of one stream, to send again what a receiver misses (RFC 4585 §6.2.1, RFC 4588).
///
/// Bounded by count and by age: a packet gives way to the one `capacity` behind it, and an old one is not sent again.
public struct RetransmissionHistory: Sendable {
  private struct Entry: Sendable {
    var packet: RTPPacket
    var sentAt: Instant
    /// When it went out last as a retransmission.
    var resentAt: Instant?
  }

  /// A request within one round trip of the last answer crossed it on the way.
  public var roundTripTime: Duration
  public let maximumAge: Duration
  private var entries: [Entry?]

  /// The defaults are libwebrtc's: RtpPacketHistory keeps at least 600 packets and 1 s, three times as long at most.
  public init(
    capacity: Int = 1024, maximumAge: Duration = .seconds(3),
    roundTripTime: Duration = .milliseconds(100)
  ) {
    precondition(capacity > 0)
    entries = Array(repeating: nil, count: capacity)
    self.maximumAge = maximumAge
    self.roundTripTime = roundTripTime
  }

  /// Keeps a packet that goes out now.
  public mutating func sent(_ packet: RTPPacket, at now: Instant) {
    entries[Int(packet.sequenceNumber) % entries.count] = Entry(packet: packet, sentAt: now)
  }

  /// The packet to send again for a NACK; nil: unknown, too old, or sent again less than a round trip ago.
  public mutating func retransmit(_ sequenceNumber: UInt16, at now: Instant) -> RTPPacket? {
    let index = Int(sequenceNumber) % entries.count
    guard let entry = entries[index], entry.packet.sequenceNumber == sequenceNumber,
      now - entry.sentAt <= maximumAge
    else { return nil }
    if let resentAt = entry.resentAt, now - resentAt < roundTripTime { return nil }
    entries[index]?.resentAt = now
    return entry.packet
  }

  public mutating func removeAll() {
    entries = Array(repeating: nil, count: entries.count)
  }
}
