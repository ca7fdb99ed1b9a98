internal import RTP
internal import SansIO

/// When to show each frame of one video stream: media time, plus a transit that covers nearly all observed jitter.
///
/// The sample of a frame is the moment it could be decoded: complete, and every frame before it too. So the delay grows with
/// jitter and serialisation on a slow link, and shrinks ten seconds after they end. It moves by 100 ms a second at most
/// (libwebrtc: `kDelayMaxChangeMsPerS`), so that a change of delay is not seen as a freeze. Repair by retransmission makes it grow by
/// about one round trip and no more: pictures that had to wait longer are shown late, and what follows is not.
struct RenderTimer: Sendable {
  /// What decoding and the display may take: shown this much after nearly all frames are there.
  static let margin: Int64 = .milliseconds(10)
  /// The jitter that is followed at most; lip sync may ask for more.
  static let maximumDelay: Int64 = .milliseconds(2000)
  /// What a repair may ask for beyond the fastest frames: a round trip, the time to notice, and no more than libwebrtc's NACK mode.
  private static let repairAllowance: Int64 = .milliseconds(100)
  private static let maximumRepairDelay: Int64 = .milliseconds(500)
  /// 95 of 100 frames in time: a rare key frame does not hold up all others.
  private static let perMille = 950

  private let media: MediaClock
  private var model: ArrivalModel
  /// Render time minus media time.
  private var transit: Int64?
  private var lastObservedAt: Instant?
  private var lastRenderAt: Instant?
  /// The timestamp of the frame taken last.
  private(set) var lastTicks: Int64?
  var minimumDelay: Int64 = 0

  init(media: MediaClock) {
    self.media = media
    model = ArrivalModel(media: media, perMille: Self.perMille)
  }

  var baseline: Int64? { model.baseline }

  /// Delay of rendering behind the arrival of the fastest frames.
  var delay: Int64 {
    guard let transit, let baseline = model.baseline else { return minimumDelay }
    return max(0, transit &- baseline)
  }

  /// When a frame with this timestamp is to be shown, by what is known so far; nil before the first frame.
  func due(ticks: Int64) -> Instant? {
    transit.map { Instant(nanoseconds: media.nanoseconds(ticks) &+ $0) }
  }

  /// Takes the next frame in decoding order; the result never goes back, and is never before `ready`.
  ///
  /// - Parameter wasHeldUp: the frame, or one before it, had to be repaired.
  mutating func renderTime(
    ticks: Int64, ready: Instant, wasHeldUp: Bool, roundTripTime: Duration
  ) -> (renderAt: Instant, observation: ArrivalModel.Observation) {
    let sample = wasHeldUp ? withoutRepair(ready, ticks: ticks, roundTripTime) : ready
    let observation = model.observe(ticks: ticks, at: sample)
    let wanted = target()
    if let transit, observation == .usual, !model.isSettling, let lastObservedAt {
      let elapsed = min(.milliseconds(1000), max(0, (ready - lastObservedAt).nanoseconds))
      let step = elapsed / 10
      self.transit = transit &+ max(-step, min(step, wanted &- transit))
    } else {
      transit = wanted
    }
    // A sender's clock that is faster than the delay may shrink would put pictures off without end.
    let farthest = max(Self.maximumDelay, minimumDelay) &+ .milliseconds(1000)
    if let due = due(ticks: ticks), due.nanoseconds &- ready.nanoseconds > farthest {
      transit = wanted
    }
    lastObservedAt = ready
    lastTicks = ticks
    var renderAt = max(ready, due(ticks: ticks) ?? ready)
    // Frames that are all late are still shown one after the other.
    if let lastRenderAt { renderAt = max(renderAt, lastRenderAt + .milliseconds(1)) }
    lastRenderAt = renderAt
    return (renderAt, observation)
  }

  /// When a repaired frame counts as ready: a repair does not raise the delay by more than its allowance.
  private func withoutRepair(
    _ ready: Instant, ticks: Int64, _ roundTripTime: Duration
  ) -> Instant {
    guard let baseline = model.baseline else { return ready }
    let most = min(roundTripTime.nanoseconds &+ Self.repairAllowance, Self.maximumRepairDelay)
    let latest = media.nanoseconds(ticks) &+ baseline &+ most
    let (excess, overflow) = ready.nanoseconds.subtractingReportingOverflow(latest)
    // No repair takes so long: the timestamps jumped, and the model has to see it.
    guard !overflow, excess > 0, excess <= ArrivalModel.discontinuity else { return ready }
    return Instant(nanoseconds: latest)
  }

  private func target() -> Int64 {
    guard let baseline = model.baseline, let quantile = model.quantile else { return 0 }
    let jitter = min(quantile &- baseline &+ Self.margin, Self.maximumDelay)
    return baseline &+ max(jitter, minimumDelay)
  }
}
