internal import RTP
internal import SansIO

/// How media time maps to arrival: the fastest transit of the last ten seconds, and how late nearly all others are.
///
/// Transit is arrival minus media time, so it holds the unknown offset of the clocks; only differences are used. The least transit
/// follows a sender clock that drifts (at 500 ppm it lags by 5 ms at most), the quantile is the observed jitter. Both are absolute, so that
/// a route that becomes longer moves the quantile at once and the least later, without a step in what is derived from the quantile.
///
/// After an outage, and at the start, a queue drains: transits fall from one sample to the next. That is no jitter, so the
/// model forgets older samples as long as they fall.
struct ArrivalModel: Sendable {
  enum Observation: Hashable, Sendable {
    case usual
    /// Nothing came for longer than `outage`.
    case afterOutage
    /// Media time left arrival time by more than `discontinuity`: the sender's timestamps jumped.
    case timestampJump
  }

  /// Shorter silences are jitter, longer ones end what was known of the network.
  static let outage: Int64 = .milliseconds(1000)
  static let discontinuity: Int64 = .milliseconds(5000)
  /// Transit falls by more than this from sample to sample while a queue drains.
  private static let drainStep: Int64 = .milliseconds(5)
  private static let settledSampleCount = 4

  private(set) var isSettling = true
  private var window: TransitWindow
  private let media: MediaClock
  private let perMille: Int
  private var last: (transit: Int64, at: Instant)?

  /// - Parameter perMille: the share of arrivals that the quantile covers.
  init(media: MediaClock, perMille: Int) {
    self.media = media
    self.perMille = perMille
    window = TransitWindow(span: .seconds(10), capacity: 500)
  }

  /// The fastest transit; nil before the first sample.
  var baseline: Int64? { window.minimum }
  var quantile: Int64? { window.quantile(perMille: perMille) }
  var sampleCount: Int { window.count }

  mutating func observe(ticks: Int64, at now: Instant) -> Observation {
    let transit = now.nanoseconds &- media.nanoseconds(ticks)
    var observation = Observation.usual
    if let last {
      let jump = transit.subtractingReportingOverflow(last.transit)
      if jump.overflow || jump.partialValue.magnitude > UInt64(Self.discontinuity) {
        observation = .timestampJump
      } else if (now - last.at).nanoseconds > Self.outage {
        observation = .afterOutage
      }
    }
    last = (transit, now)
    if observation != .usual { restart() }
    if isSettling {
      if let baseline, transit < baseline &- Self.drainStep { window.removeAll() }
      window.insert(transit, at: now)
      if window.count >= Self.settledSampleCount { isSettling = false }
    } else {
      window.insert(transit, at: now)
    }
    return observation
  }

  mutating func restart() {
    window.removeAll()
    isSettling = true
  }
}
