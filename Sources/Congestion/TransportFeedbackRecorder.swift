public import RTP
public import SansIO

/// Notes at a receiver when each packet of a transport came, and makes transport-wide feedback of it.
///
/// draft-holmer-rmcat-transport-wide-cc-extensions-01 §3; each packet is reported once, a late one in a message that goes back to it.
public struct TransportFeedbackRecorder: Sendable {
  /// A report covers no more statuses; a longer gap begins a new message.
  private static let longestReport: Int64 = 4096
  /// Bounds the memory of a recorder that nobody asks.
  private static let limitArrivals = 10_000
  /// libwebrtc: RemoteEstimatorProxy, kBackWindow: later than this, a packet is not reported any more.
  private static let backWindow = Duration.milliseconds(500)
  private static let tick: Int64 = 250_000  // nanoseconds
  private static let referenceTicks: Int64 = 256  // 64 ms

  /// libwebrtc sends each 50...250 ms, 100 ms to begin with.
  public var interval: Duration
  public var senderSSRC: UInt32
  public var mediaSSRC: UInt32

  private struct Arrival: Sendable {
    var sequence: Int64
    var at: Instant
  }
  /// Not reported yet, ordered by number.
  private var arrivals: [Arrival] = []
  private var unwrapper = SequenceUnwrapper()
  /// The number behind the last one reported.
  private var nextBase: Int64?
  private var lastReport: Instant?
  private var feedbackCount: UInt8 = 0

  public init(senderSSRC: UInt32, mediaSSRC: UInt32, interval: Duration = .milliseconds(100)) {
    self.senderSSRC = senderSSRC
    self.mediaSSRC = mediaSSRC
    self.interval = interval
  }

  public mutating func received(transportSequence: UInt16, at now: Instant) {
    let sequence = unwrapper.unwrap(transportSequence)
    var index = arrivals.count
    while index > 0, arrivals[index - 1].sequence > sequence { index -= 1 }
    if index > 0, arrivals[index - 1].sequence == sequence { return }
    arrivals.insert(Arrival(sequence: sequence, at: now), at: index)
    if arrivals.count > Self.limitArrivals { arrivals.removeFirst() }
    if lastReport == nil { lastReport = now }
  }

  public var deadline: Instant? {
    arrivals.isEmpty ? nil : lastReport.map { $0 + interval }
  }

  /// The messages that are due; none before the deadline.
  public mutating func feedback(at now: Instant) -> [TransportFeedback] {
    guard let deadline, deadline <= now else { return [] }
    lastReport = now
    arrivals.removeAll { now - $0.at > max(Self.backWindow, interval + interval) }
    var result: [TransportFeedback] = []
    var rest = arrivals[...]
    while let first = rest.first {
      // From behind the last report, so that what is missing in between is told; or back to a late packet.
      var base = min(nextBase ?? first.sequence, first.sequence)
      if first.sequence - base >= Self.longestReport { base = first.sequence }
      let message = makeFeedback(base: base, &rest)
      result.append(message)
      nextBase = max(nextBase ?? base, base + Int64(message.statuses.count))
    }
    arrivals.removeAll()
    return result
  }

  /// Takes arrivals from the front of `rest` while they fit into one message.
  private mutating func makeFeedback(
    base: Int64, _ rest: inout ArraySlice<Arrival>
  ) -> TransportFeedback {
    let firstTicks = (rest.first?.at.nanoseconds ?? 0) / Self.tick
    let reference = firstTicks / Self.referenceTicks
    var before = reference * Self.referenceTicks
    var statuses: [TransportFeedback.Status] = []
    while let arrival = rest.first {
      let gap = arrival.sequence - base - Int64(statuses.count)
      // What lies between a late packet and the last report was told already.
      if let nextBase, base < nextBase, gap > 0 { break }
      let ticks = arrival.at.nanoseconds / Self.tick
      guard let delta = Int16(exactly: ticks - before),
        Int64(statuses.count) + gap < Self.longestReport
      else { break }
      statuses += repeatElement(.notReceived, count: Int(gap))
      statuses.append(.received(delta: delta))
      before = ticks
      rest.removeFirst()
    }
    defer { feedbackCount &+= 1 }
    return TransportFeedback(
      senderSSRC: senderSSRC, mediaSSRC: mediaSSRC,
      baseSequenceNumber: UInt16(truncatingIfNeeded: base),
      referenceTime: UInt32(truncatingIfNeeded: reference), feedbackCount: feedbackCount,
      statuses: statuses)
  }
}
