internal import SansIO

/// Consent freshness of the pair in use (RFC 7675 §5.1), and when it counts as disconnected.
///
/// A consent check goes out every 5 s ±20 %. While one is unanswered, probes follow at the pace of libwebrtc's pings, which
/// RFC 7675 does not know: they tell a lost datagram from a dead path within seconds, and find recovery as fast.
struct ConsentTimer: Sendable {
  private(set) var lastAnswerAt: Instant
  /// When the next consent check or probe is due.
  private(set) var nextRequestAt: Instant
  /// When the first of the unanswered requests was sent.
  private(set) var unansweredSince: Instant?
  private(set) var isDisconnected = false
  private var nextRegularAt: Instant

  init(
    at now: Instant, configuration: ICEConfiguration, using generator: inout SplitMix64
  ) {
    lastAnswerAt = now
    nextRegularAt = now + Self.interval(configuration, &generator)
    nextRequestAt = nextRegularAt
  }

  mutating func requestSent(
    at now: Instant, roundTripTime: Duration, configuration: ICEConfiguration,
    using generator: inout SplitMix64
  ) {
    if unansweredSince == nil {
      unansweredSince = now
      nextRegularAt = now + Self.interval(configuration, &generator)
    }
    nextRequestAt = now + max(configuration.probeInterval, roundTripTime * 2)
  }

  mutating func answered(at now: Instant) {
    lastAnswerAt = now
    unansweredSince = nil
    isDisconnected = false
    nextRequestAt = max(nextRegularAt, now)
  }

  /// Notes the passing of time; true when the pair has just become disconnected.
  mutating func becameDisconnected(at now: Instant, configuration: ICEConfiguration) -> Bool {
    guard !isDisconnected, let unansweredSince,
      now >= unansweredSince + configuration.disconnectedAfter
    else { return false }
    isDisconnected = true
    return true
  }

  func isExpired(at now: Instant, configuration: ICEConfiguration) -> Bool {
    now >= lastAnswerAt + configuration.consentTimeout
  }

  func deadline(configuration: ICEConfiguration) -> Instant {
    var deadline = min(nextRequestAt, lastAnswerAt + configuration.consentTimeout)
    if let unansweredSince, !isDisconnected {
      deadline = min(deadline, unansweredSince + configuration.disconnectedAfter)
    }
    return deadline
  }

  /// RFC 7675 §5.1: 0.8 to 1.2 times the interval, drawn anew each time.
  private static func interval(
    _ configuration: ICEConfiguration, _ generator: inout SplitMix64
  ) -> Duration {
    let permille = 800 + Int64(generator.next() % 401)
    return .nanoseconds(configuration.consentInterval.nanoseconds / 1000 * permille)
  }
}
