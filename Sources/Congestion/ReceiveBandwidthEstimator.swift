public import RTP
public import SansIO

/// Estimates at a receiver what its path carries, and says when to tell the sender (REMB).
///
/// After Google congestion control (draft-ietf-rmcat-gcc-02, and libwebrtc where it has moved on): send times in the
/// packets show whether the bottleneck's queue grows, and the rate follows. All packets of the transport with a send time go in.
public struct ReceiveBandwidthEstimator: Sendable {
  public struct Configuration: Hashable, Sendable {
    /// libwebrtc: kDefaultStartBitrateBps.
    public var start = BitRate.kilobits(300)
    public var minimum = BitRate.kilobits(10)
    public var maximum = BitRate.kilobits(20_000)
    /// How often REMB goes out when nothing changes.
    public var interval = Duration.seconds(1)
    /// How soon REMB tells of a rise (libwebrtc: RembThrottler, kRembSendInterval).
    public var riseInterval = Duration.milliseconds(200)

    public init() {}
  }

  /// An arrival gap of this length is an outage; what was measured before it says nothing about the time after it.
  private static let outage = Duration.milliseconds(800)
  /// Send times wrap each 64 s: after half of that nobody knows how often.
  private static let longSilence = Duration.seconds(30)

  public let configuration: Configuration
  /// Sets how long the estimate waits to see what a change did.
  public var roundTripTime: Duration = .milliseconds(200)

  private var groups = ArrivalGroups()
  private var trendline = Trendline()
  private var detector = OveruseDetector()
  private var meter = ReceiveRateMeter()
  private var queue = QueueDelay()
  private var control: RateControl
  private var loss = LossBound()

  private var lastSendTime: AbsSendTime?
  /// In units of 2^-18 s since the first packet.
  private var sentUnits: Int64 = 0
  private var lastArrival: Instant?
  private var explainsLoss = false
  private var lastREMB: (bitRate: BitRate, at: Instant)?

  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
    control = RateControl(
      start: Double(configuration.start.bitsPerSecond),
      minimum: Double(configuration.minimum.bitsPerSecond),
      maximum: Double(configuration.maximum.bitsPerSecond))
  }

  /// A packet came; `byteCount` as the link counts it, IP and UDP headers included.
  public mutating func received(byteCount: Int, sendTime: AbsSendTime, at now: Instant) {
    noteSilence(until: now)
    meter.received(byteCount: byteCount, at: now)
    let sent = unwrap(sendTime)
    queue.add(now.nanoseconds - sent, at: now)
    guard let delta = groups.received(sent: sent, at: now) else { return }
    detector.update(trend: trendline.update(delta), elapsed: delta.arrived)
    let isPath = control.update(
      RateControl.Input(
        usage: detector.usage, measured: meter.bitsPerSecond(at: now), latestQueue: queue.latest,
        standingQueue: queue.standing, roundTripTime: roundTripTime, now: now))
    if isPath { queue.rebase(at: now) }
  }

  /// Takes the share of packets lost since the last call, 0...1: call it about once a second, as reports are made.
  public mutating func noteLoss(fraction: Double) {
    // An outage loses everything and says nothing about the rate; and what an overfull queue lost, the delay has
    // answered already: not this report, nor the next, which still covers part of it.
    let isExplained = explainsLoss || control.isDraining
    explainsLoss = control.isDraining
    guard !isExplained else { return }
    loss.update(fraction: fraction, rate: control.rate)
  }

  /// Nil: nothing came yet.
  public func estimate(at now: Instant) -> BitRate? {
    guard lastArrival != nil else { return nil }
    let rate = max(control.minimum, min(control.rate, loss.bound ?? control.rate))
    return BitRate(bitsPerSecond: Int64(rate))
  }

  /// How long packets wait in the bottleneck now, for reports.
  public var queueDelay: Duration { .nanoseconds(Int64(queue.standing * 1e6)) }

  /// The REMB to send now, if one is due: each second, 200 ms after the last one on a rise, at once on a drop of more than 3 %.
  public mutating func dueREMB(at now: Instant) -> BitRate? {
    guard let estimate = estimate(at: now) else { return nil }
    guard rembDeadline(for: estimate).map({ $0 <= now }) ?? true else { return nil }
    lastREMB = (estimate, now)
    return estimate
  }

  /// When `dueREMB` is to be asked without a packet coming; it is also asked after each packet.
  public var deadline: Instant? {
    guard let lastArrival, let estimate = estimate(at: lastArrival) else { return nil }
    return rembDeadline(for: estimate) ?? lastArrival
  }

  private func rembDeadline(for estimate: BitRate) -> Instant? {
    guard let lastREMB else { return nil }
    let last = lastREMB.bitRate.bitsPerSecond
    // libwebrtc: kSendThresholdPercent is 97.
    if estimate.bitsPerSecond < last - last * 3 / 100 { return lastREMB.at }
    if estimate.bitsPerSecond > last + last * 3 / 100 {
      return lastREMB.at + configuration.riseInterval
    }
    return lastREMB.at + configuration.interval
  }

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

  /// Nanoseconds on the sender's clock since its first packet.
  private mutating func unwrap(_ time: AbsSendTime) -> Int64 {
    if let lastSendTime {
      sentUnits += Int64(Int32(bitPattern: (time.value &- lastSendTime.value) << 8) >> 8)
    }
    lastSendTime = time
    // Seconds and rest apart: the product of both would overflow after nine hours.
    return (sentUnits >> 18) * 1_000_000_000 + ((sentUnits & 0x3ffff) * 1_000_000_000) >> 18
  }
}
