public import SansIO

/// What a receiver counts about one source for its reports (RFC 3550 §6.4.1, A.1, A.3, A.8).
public struct ReceptionStatistics: Hashable, Sendable {
  // RFC 3550 A.1.
  private static let maximumDropout: UInt16 = 3000
  private static let maximumMisorder: UInt16 = 100

  public let ssrc: UInt32
  /// Packets that came, duplicates included.
  public private(set) var receivedCount: Int64 = 0
  /// Bytes that the caller named with those packets.
  public private(set) var receivedBytes: Int64 = 0

  private let media: MediaClock
  private var base: Int64?
  private var highest: Int64 = 0
  /// The number that would confirm a restart of the sender (RFC 3550 A.1: bad_seq).
  private var restart: UInt16?
  private var countBeforeRestart: Int64 = 0
  private var expectedAtReport: Int64 = 0
  private var receivedAtReport: Int64 = 0
  private var transit: UInt32?
  /// In 1/16 ticks (RFC 3550 A.8).
  private var scaledJitter: Int64 = 0
  private var lastReportNTP: UInt64 = 0
  private var lastReportAt: Instant?

  public init(ssrc: UInt32, clockRate: Int) {
    self.ssrc = ssrc
    media = MediaClock(rate: clockRate)
  }

  /// Packets that should have come up to now.
  public var expectedCount: Int64 { base.map { highest - $0 + 1 } ?? 0 }

  /// Below zero when duplicates outnumber what was lost.
  public var cumulativeLost: Int64 { expectedCount - (receivedCount - countBeforeRestart) }

  /// In ticks of the RTP clock.
  public var jitter: UInt32 { UInt32(truncatingIfNeeded: scaledJitter >> 4) }

  public var jitterDuration: Duration {
    .nanoseconds(media.nanoseconds(scaledJitter >> 4))
  }

  /// The cycles of the sequence number in the upper 16 bits.
  public var extendedHighestSequence: UInt32 { UInt32(truncatingIfNeeded: highest) }

  /// Counts a packet of this source; a retransmission stream has an SSRC, and so statistics, of its own.
  public mutating func received(
    sequenceNumber: UInt16, timestamp: UInt32, byteCount: Int = 0, arrival: Instant
  ) {
    guard accept(sequenceNumber) else { return }
    receivedCount += 1
    receivedBytes += Int64(byteCount)
    updateJitter(timestamp: timestamp, arrival: arrival)
  }

  public mutating func receivedSenderReport(ntp: UInt64, at now: Instant) {
    lastReportNTP = ntp
    lastReportAt = now
  }

  /// The share of packets lost since the last report block, without beginning a new interval: 0...1.
  public var lossFractionSinceReport: Double {
    let expected = expectedCount - expectedAtReport
    let lost = expected - (receivedCount - countBeforeRestart - receivedAtReport)
    return expected > 0 && lost > 0 ? Double(lost) / Double(expected) : 0
  }

  /// The report block for now; the next one tells the loss from here on. Nil: nothing came yet.
  public mutating func makeReportBlock(at now: Instant) -> ReportBlock? {
    guard base != nil else { return nil }
    // RFC 3550 A.3.
    let received = receivedCount - countBeforeRestart
    let expectedInterval = expectedCount - expectedAtReport
    let lostInterval = expectedInterval - (received - receivedAtReport)
    expectedAtReport = expectedCount
    receivedAtReport = received
    let fraction =
      expectedInterval > 0 && lostInterval > 0
      ? min(255, (lostInterval << 8) / expectedInterval) : 0
    var delay: UInt32 = 0
    if let lastReportAt {
      let nanoseconds = max(0, (now - lastReportAt).nanoseconds)
      let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
      delay = UInt32(truncatingIfNeeded: seconds << 16 &+ (rest << 16) / 1_000_000_000)
    }
    return ReportBlock(
      ssrc: ssrc, fractionLost: UInt8(fraction),
      cumulativeLost: Int32(max(-0x80_0000, min(0x7f_ffff, cumulativeLost))),
      extendedHighestSequence: extendedHighestSequence, jitter: jitter,
      lastSenderReport: lastReportAt == nil
        ? 0 : UInt32(truncatingIfNeeded: lastReportNTP >> 16),
      delaySinceLastSenderReport: delay)
  }

  /// RFC 3550 A.1 without probation: WebRTC's sources are announced, and the first packet counts.
  private mutating func accept(_ sequence: UInt16) -> Bool {
    guard base != nil else {
      begin(at: sequence)
      return true
    }
    let ahead = sequence &- UInt16(truncatingIfNeeded: highest)
    if ahead < Self.maximumDropout {
      highest += Int64(ahead)
    } else if ahead <= UInt16.max - Self.maximumMisorder {
      // A very large jump: believed when the next packet follows it.
      guard restart == sequence else {
        restart = sequence &+ 1
        return false
      }
      begin(at: sequence)
      return true
    }  // else a duplicate, or late
    restart = nil
    return true
  }

  private mutating func begin(at sequence: UInt16) {
    base = Int64(sequence)
    highest = Int64(sequence)
    restart = nil
    countBeforeRestart = receivedCount
    expectedAtReport = 0
    receivedAtReport = 0
    transit = nil
  }

  private mutating func updateJitter(timestamp: UInt32, arrival: Instant) {
    let ticks = media.ticks(nanoseconds: arrival.nanoseconds)
    let now = UInt32(truncatingIfNeeded: ticks) &- timestamp
    defer { transit = now }
    guard let transit else { return }
    let difference = Int64(Int32(bitPattern: now &- transit).magnitude)
    // RFC 3550 A.8: J += (|D| − J) / 16, rounded.
    scaledJitter += difference - ((scaledJitter + 8) >> 4)
  }
}
