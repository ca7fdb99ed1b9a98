internal import SansIO

/// Turns the state of the bottleneck's queue into a rate: additive or multiplicative increase, decrease to a share of what comes.
///
/// ```
/// startup ──queue grows──▶ draining ──queue is empty──▶ increasing
///                             ▲                             │
///                             └────────queue grows──────────┘
/// ```
/// After libwebrtc's AimdRateControl, with three departures. Startup doubles each second, as no probes are sent.
/// A decrease is deeper the longer the queue is (0.85 at 100 ms, 0.5 at 500 ms and more), since 0.85 alone needs
/// seven seconds for each second of queue, and mobile networks queue for seconds. When the queue has drained, the rate goes back to
/// just under the capacity that was measured, instead of creeping there.
struct RateControl: Sendable {
  private enum Phase: Hashable, Sendable {
    case startup, increasing
    case draining(since: Instant)
  }

  /// What a decrease does not wait for: a queue shorter than this may be jitter.
  private static let shortQueue = 15.0  // milliseconds
  private static let softQueue = 50.0
  private static let longQueue = 100.0
  private static let drainedQueue = 40.0
  private static let packetBits = 9600.0

  let minimum: Double
  let maximum: Double
  /// Bits a second.
  private(set) var rate: Double
  private var phase = Phase.startup
  /// What the link carried when its queue grew; the mean of such moments.
  private var capacity: Double?
  private var lastDecrease: Instant?
  private var lastUpdate: Instant?

  init(start: Double, minimum: Double, maximum: Double) {
    self.minimum = minimum
    self.maximum = maximum
    rate = min(max(start, minimum), maximum)
  }

  struct Input {
    var usage: BandwidthUsage
    /// What comes, bits a second.
    var measured: Double?
    /// Milliseconds, of the last packet and at least of late.
    var latestQueue: Double
    var standingQueue: Double
    var roundTripTime: Duration
    var now: Instant
  }

  var isDraining: Bool {
    switch phase {
    case .draining: true
    case .startup, .increasing: false
    }
  }

  /// Returns true when the delay that looked like a queue is the path's own.
  mutating func update(_ input: Input) -> Bool {
    let now = input.now
    let elapsed = lastUpdate.map { Double((now - $0).nanoseconds) / 1e9 } ?? 0
    lastUpdate = now
    // How long a change takes to be seen here.
    let response = input.roundTripTime + .milliseconds(100)
    let settled = lastDecrease.map { now - $0 >= response } ?? true

    let grows = input.usage == .overuse && input.latestQueue >= Self.shortQueue
    let stands = input.standingQueue > Self.longQueue
    if grows && settled {
      decrease(input)
      return false
    }
    if stands && settled {
      // A queue of ours empties at the link's rate, which is more than what we let in. If no more comes than
      // was allowed, the delay is not a queue of ours.
      if let measured = input.measured, measured > 1.05 * rate || phase == .startup {
        decrease(input)
        return false
      }
      if case .draining(let since) = phase, now - since > response + .seconds(1) { return true }
    }
    switch phase {
    case .startup:
      if input.usage != .overuse { increase(by: 0.9 * rate * elapsed, input) }
    case .draining:
      if input.standingQueue < Self.drainedQueue, settled {
        phase = .increasing
        if let capacity { rate = max(rate, min(maximum, 0.9 * capacity)) }
      }
    case .increasing:
      guard input.usage == .normal, !stands else { break }
      increase(by: step(input, response: response) * elapsed, input)
    }
    return false
  }

  /// The sender's stream stopped for a while: time without packets is no time of increase.
  mutating func pause() { lastUpdate = nil }

  /// Bits a second to add each second.
  private func step(_ input: Input, response: Duration) -> Double {
    let additive = Self.packetBits * 1e9 / Double(response.nanoseconds)
    guard let capacity else { return max(additive, 0.08 * rate) }
    if rate < 0.85 * capacity { return max(additive, 0.25 * rate) }
    if rate < 1.1 * capacity { return max(additive, 0.02 * rate) }
    // The link carries more than it did: faster when it has done so for long.
    let sinceDecrease = lastDecrease.map { input.now - $0 } ?? .seconds(60)
    return max(additive, (sinceDecrease > .seconds(5) ? 0.25 : 0.08) * rate)
  }

  private mutating func increase(by step: Double, _ input: Input) {
    var next = rate + step
    if let measured = input.measured {
      // libwebrtc: no more than 1.5 × what comes, or a sender that has little to send would raise it without end.
      next = min(next, max(rate, 1.5 * measured + 10_000))
    }
    rate = min(next, maximum)
  }

  private mutating func decrease(_ input: Input) {
    let measured = input.measured ?? rate
    let queue = max(input.standingQueue, min(input.latestQueue, 2 * Self.longQueue))
    let depth = max(0, min(1, (queue - Self.longQueue) / 400))
    var next = (0.85 - 0.35 * depth) * measured
    if queue < Self.softQueue, next < 0.85 * rate {
      // Little comes, and hardly a queue: a sender with little to send, rather than a narrow link. Not yet believed.
      next = 0.85 * rate
    } else {
      lastDecrease = input.now
      capacity =
        capacity.map { measured > 1.2 * $0 ? measured : 0.7 * $0 + 0.3 * measured } ?? measured
    }
    rate = max(minimum, min(rate, next))
    if case .draining = phase { return }
    phase = .draining(since: input.now)
  }
}
