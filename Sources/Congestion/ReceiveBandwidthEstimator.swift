public import RTP
public import SansIO

/// Estimates at a receiver what its path carries, and says when to tell the sender (REMB).
///
/// All packets of the transport that carry their send time (abs-send-time) go in.
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

  public let configuration: Configuration
  private var path: PathEstimator
  private var lastSendTime: AbsSendTime?
  /// In units of 2^-18 s since the first packet.
  private var sentUnits: Int64 = 0
  private var lastREMB: (bitRate: BitRate, at: Instant)?

  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
    path = PathEstimator(
      start: configuration.start, minimum: configuration.minimum, maximum: configuration.maximum)
  }

  /// Sets how long the estimate waits to see what a change did.
  public var roundTripTime: Duration {
    get { path.roundTripTime }
    set { path.roundTripTime = newValue }
  }

  /// A packet came; `byteCount` as the link counts it, IP and UDP headers included.
  public mutating func received(byteCount: Int, sendTime: AbsSendTime, at now: Instant) {
    path.received(byteCount: byteCount, sent: unwrap(sendTime), at: now)
  }

  /// Takes the share of packets lost since the last call, 0...1: call it about once a second, as reports are made.
  public mutating func noteLoss(fraction: Double) { path.noteLoss(fraction: fraction) }

  /// Nil: nothing came yet.
  public var estimate: BitRate? { path.estimate }

  /// How long packets wait in the bottleneck now, for reports.
  public var queueDelay: Duration { path.queueDelay }

  /// The REMB to send now, if one is due: each second, 200 ms after the last one on a rise, at once on a drop of more than 3 %.
  public mutating func dueREMB(at now: Instant) -> BitRate? {
    guard let estimate else { return nil }
    guard rembDeadline(for: estimate).map({ $0 <= now }) ?? true else { return nil }
    lastREMB = (estimate, now)
    return estimate
  }

  /// When `dueREMB` is to be asked without a packet coming; it is also asked after each packet.
  public var deadline: Instant? {
    guard let lastArrival = path.lastArrival, let estimate else { return nil }
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
