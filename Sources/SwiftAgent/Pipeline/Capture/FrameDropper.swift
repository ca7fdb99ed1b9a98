internal import SansIO

/// Skips captured pictures while an encoder has spent more than its rate allows: a leaky bucket, as libwebrtc's FrameDropper.
///
/// An encoder at its coarsest may still need more than a narrow path carries; then fewer pictures are the only way to obey.
struct FrameDropper {
  /// How far ahead of its rate the encoder may be: a key frame must fit.
  private static let allowance: Duration = .milliseconds(500)

  private var rate: BitRate
  /// When what was spent so far will have been earned at the present rate.
  private var paidUntil = Instant.start

  init(rate: BitRate) { self.rate = rate }

  mutating func set(rate: BitRate, at now: Instant) {
    // What is owed stays owed, and is paid at the new rate.
    let owed = max(0, (paidUntil - now).nanoseconds / 1000) * (self.rate.bitsPerSecond / 1000)
    paidUntil = now + .microseconds(owed / max(1, rate.bitsPerSecond / 1000))
    self.rate = rate
  }

  mutating func spent(byteCount: Int, at now: Instant) {
    paidUntil = max(paidUntil, now) + rate.duration(ofBytes: byteCount)
  }

  func mustSkip(at now: Instant) -> Bool { paidUntil - now > Self.allowance }
}
