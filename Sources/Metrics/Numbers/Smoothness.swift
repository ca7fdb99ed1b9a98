public import SansIO

/// How evenly pictures were shown: freezes and the frame rate.
///
/// Time in which the far side had its track disabled counts for nothing. The stretch from the last picture to the end
/// of the call is a gap like any other, so that a stream that died does not look perfect.
public struct Smoothness: Hashable, Sendable {
  /// Frame durations that the average is taken of (W3C webrtc-stats).
  static let window = 30
  /// Frame durations that there must be before one can be called a freeze (libwebrtc).
  static let leastSamples = 5
  /// How much longer than the average a freeze is at least (W3C webrtc-stats).
  static let excess: Int64 = 150_000_000
  /// The absolute companion: the relative rule goes blind at low frame rates (w3c/webrtc-stats#771).
  static let longGap: Int64 = 200_000_000
  /// Since the last rendered picture (W3C webrtc-stats).
  static let pause: Int64 = 5_000_000_000

  public struct Freeze: Hashable, Sendable {
    public var from: Instant
    public var to: Instant
    /// Without the time in which the track was disabled.
    public var nanoseconds: Int64
  }

  public private(set) var freezes: [Freeze] = []
  /// Gaps of at least 200 ms.
  private(set) var longGaps = 0
  /// Gaps of more than 5 s.
  private(set) var pauses = 0
  /// Harmonic: Σd / Σd²; nil when no time passed between pictures.
  private(set) var frameRate: Double?

  public var freezeTotal: Int64 { freezes.reduce(0) { $0 + $1.nanoseconds } }
  var longestFreeze: Int64 { freezes.map(\.nanoseconds).max() ?? 0 }

  private var recent: [Int64] = []
  private var next = 0
  private var recentSum: Int64 = 0
  private var sum = 0.0
  private var sumOfSquares = 0.0

  /// - Parameter rendered: in the order of time, none after `end`.
  init(rendered: [Instant], inactive: [Span], end: Instant) {
    for (from, to) in zip(rendered, rendered.dropFirst()) {
      add(Span(from: from, to: to), inactive: inactive, isLast: false)
    }
    if let last = rendered.last {
      add(Span(from: last, to: end), inactive: inactive, isLast: true)
    }
    if sumOfSquares > 0 { frameRate = sum / sumOfSquares }
  }

  private mutating func add(_ span: Span, inactive: [Span], isLast: Bool) {
    let d = inactive.isEmpty ? span.nanoseconds : inactive.outside(span)
    let isFreeze = isFreeze(d, isLast: isLast)
    if isFreeze { freezes.append(Freeze(from: span.from, to: span.to, nanoseconds: d)) }
    if d >= Self.longGap { longGaps += 1 }
    if d > Self.pause { pauses += 1 }
    // The end of the call cuts the last frame's time short; only a stream that died is counted.
    guard !isLast || isFreeze else { return }
    let seconds = Double(d) / 1e9
    sum += seconds
    sumOfSquares += seconds * seconds
    if d == span.nanoseconds { remember(d) }
  }

  /// d ≥ max(3·avg, avg + 150 ms), multiplied by the count so that it stays in integers.
  private func isFreeze(_ d: Int64, isLast: Bool) -> Bool {
    let n = Int64(recent.count)
    // Too few pictures to know what is usual: only a stream that stopped for good is judged, by the absolute rule.
    guard recent.count >= Self.leastSamples else { return isLast && d >= Self.longGap }
    return d * n >= 3 * recentSum && d * n >= recentSum + Self.excess * n
  }

  private mutating func remember(_ d: Int64) {
    if recent.count < Self.window {
      recent.append(d)
    } else {
      recentSum -= recent[next]
      recent[next] = d
      next = (next + 1) % Self.window
    }
    recentSum += d
  }
}
