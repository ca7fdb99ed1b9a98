public import RTP
public import SansIO

/// Estimates at a sender what its path carries, from transport-wide feedback.
///
/// draft-holmer-rmcat-transport-wide-cc-extensions-01: the receiver tells which packets came and when, all else is done here.
public struct SendBandwidthEstimator: Sendable {
  private struct Sent: Sendable {
    var sequence: Int64
    var at: Instant
    var byteCount: Int
    /// A packet counts once, in whichever report first says that it came.
    var isReported = false
  }

  /// Packets that a report may still speak of; libwebrtc keeps a minute's worth.
  private static let historyCount = 8192
  private static let lossInterval = Duration.seconds(1)
  /// 64 ms, the unit of the reference time, which has 24 bits.
  private static let referenceTick: Int64 = 64_000_000

  private var path: PathEstimator
  /// By sequence number modulo its count.
  private var history: [Sent?]
  private var unwrapper = SequenceUnwrapper()
  /// The receiver's clock, in ticks since its first report.
  private var reference: (last: UInt32, ticks: Int64)?
  private var lastArrival = Instant.start
  private var counted = (received: 0, lost: 0)
  private var lossNoted: Instant?

  public init(start: BitRate, minimum: BitRate = .kilobits(10), maximum: BitRate) {
    path = PathEstimator(start: start, minimum: minimum, maximum: maximum)
    history = Array(repeating: nil, count: Self.historyCount)
  }

  /// Sets how long the estimate waits to see what a change did.
  public var roundTripTime: Duration {
    get { path.roundTripTime }
    set { path.roundTripTime = newValue }
  }

  /// A packet leaves; `byteCount` as the link counts it, IP and UDP headers included.
  public mutating func sent(transportSequence: UInt16, byteCount: Int, at now: Instant) {
    let sequence = unwrapper.unwrap(transportSequence)
    history[index(sequence)] = Sent(sequence: sequence, at: now, byteCount: byteCount)
  }

  /// Takes a report; returns the estimate after it, nil while no packet is known to have come.
  public mutating func receive(_ report: TransportFeedback, at now: Instant) -> BitRate? {
    let base = unwrap(reference: report.referenceTime)
    var arrivals: [(at: Instant, index: Int)] = []
    for arrival in report.arrivals {
      guard let index = known(arrival.sequenceNumber), history[index]?.isReported == false else {
        continue
      }
      history[index]?.isReported = true
      arrivals.append((base + arrival.offset, index))
    }
    // The message is in the order of numbers, the path in that of time; equal instants keep their order.
    arrivals.sort { ($0.at.nanoseconds, $0.index) < ($1.at.nanoseconds, $1.index) }
    for (at, index) in arrivals {
      guard let packet = history[index] else { continue }
      // An arrival told late, behind those of an earlier report, has no place in the course of the queue.
      guard at >= lastArrival else { continue }
      lastArrival = at
      path.received(byteCount: packet.byteCount, sent: packet.at.nanoseconds, at: at)
    }
    noteLoss(received: arrivals.count, of: report, at: now)
    return path.estimate
  }

  private mutating func noteLoss(received: Int, of report: TransportFeedback, at now: Instant) {
    counted.received += received
    counted.lost += report.statuses.count { $0 == .notReceived }
    guard let noted = lossNoted else {
      lossNoted = now
      return
    }
    let total = counted.received + counted.lost
    guard now - noted >= Self.lossInterval, total > 0 else { return }
    path.noteLoss(fraction: Double(counted.lost) / Double(total))
    counted = (0, 0)
    lossNoted = now
  }

  private func index(_ sequence: Int64) -> Int {
    Int(sequence & Int64(Self.historyCount - 1))
  }

  /// Where a packet that was sent is kept; nil: never sent, or forgotten.
  private func known(_ number: UInt16) -> Int? {
    guard unwrapper.last != nil else { return nil }
    let sequence = unwrapper.peek(number)
    guard sequence >= 0 else { return nil }
    let index = index(sequence)
    return history[index]?.sequence == sequence ? index : nil
  }

  /// The reference time as an instant on a clock that begins with the first report, an hour in, so that it may step back.
  private mutating func unwrap(reference value: UInt32) -> Instant {
    var ticks: Int64 = 3_600_000_000_000 / Self.referenceTick
    if let reference {
      ticks = reference.ticks + Int64(Int32(bitPattern: (value &- reference.last) << 8) >> 8)
    }
    reference = (value, max(0, ticks))
    return Instant(nanoseconds: max(0, ticks) * Self.referenceTick)
  }
}
