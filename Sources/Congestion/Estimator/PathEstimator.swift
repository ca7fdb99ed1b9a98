internal import SansIO

/// What a path carries, from the departure and the arrival of its packets: Google congestion control without its messages.
///
/// After draft-ietf-rmcat-gcc-02, and libwebrtc where it has moved on: departures show whether the bottleneck's queue grows, and the
/// rate follows. It runs where the feedback format wants it: behind REMB at the receiver, behind transport-wide feedback at the sender.
struct PathEstimator: Sendable {
  /// An arrival gap of this length is an outage; what was measured before it says nothing about the time after it.
  private static let outage = Duration.milliseconds(800)
  /// After this long the empty queue is measured anew.
  private static let longSilence = Duration.seconds(30)

  /// Sets how long the estimate waits to see what a change did.
  var roundTripTime: Duration = .milliseconds(200)

  private var groups = ArrivalGroups()
  private var trendline = Trendline()
  private var detector = OveruseDetector()
  private var meter = ReceiveRateMeter()
  private var queue = QueueDelay()
  private var control: RateControl
  private var loss = LossBound()
  private(set) var lastArrival: Instant?
  private var explainsLoss = false

  init(start: BitRate, minimum: BitRate, maximum: BitRate) {
    control = RateControl(
      start: Double(start.bitsPerSecond), minimum: Double(minimum.bitsPerSecond),
      maximum: Double(maximum.bitsPerSecond))
  }

  /// Takes a packet in the order of arrival.
  ///
  /// - Parameters:
  ///   - byteCount: as the link counts it, IP and UDP headers included.
  ///   - sent: nanoseconds on the sender's clock.
  ///   - now: the receiver's clock; only differences matter.
  mutating func received(byteCount: Int, sent: Int64, at now: Instant) {
    noteSilence(until: now)
    meter.received(byteCount: byteCount, at: now)
    queue.add(now.nanoseconds - sent, at: now)
    guard let delta = groups.received(sent: sent, at: now) else { return }
    detector.update(trend: trendline.update(delta), elapsed: delta.arrived)
    let isPath = control.update(
      RateControl.Input(
        usage: detector.usage, measured: meter.bitsPerSecond(at: now), latestQueue: queue.latest,
        standingQueue: queue.standing, roundTripTime: roundTripTime, now: now))
    if isPath { queue.rebase(at: now) }
  }

  /// Takes the share of packets lost since the last call, 0...1: call it about once a second.
  mutating func noteLoss(fraction: Double) {
    // An outage loses everything and says nothing about the rate; and what an overfull queue lost, the delay has
    // answered already: not this report, nor the next, which still covers part of it.
    let isExplained = explainsLoss || control.isDraining
    explainsLoss = control.isDraining
    guard !isExplained else { return }
    loss.update(fraction: fraction, rate: control.rate)
  }

  /// Nil: nothing came yet.
  var estimate: BitRate? {
    guard lastArrival != nil else { return nil }
    let rate = max(control.minimum, min(control.rate, loss.bound ?? control.rate))
    return BitRate(bitsPerSecond: Int64(rate))
  }

  /// How long packets wait in the bottleneck now.
  var queueDelay: Duration { .nanoseconds(Int64(queue.standing * 1e6)) }

  private mutating func noteSilence(until now: Instant) {
    defer { lastArrival = now }
    guard let lastArrival, now - lastArrival > Self.outage else { return }
    explainsLoss = true
    groups = ArrivalGroups()
    trendline = Trendline()
    detector = OveruseDetector()
    meter.reset()
    control.pause()
    if now - lastArrival > Self.longSilence { queue.reset() }
  }
}
