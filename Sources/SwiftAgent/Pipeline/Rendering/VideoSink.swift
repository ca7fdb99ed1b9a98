internal import Codecs
internal import Media
internal import SansIO
internal import Trace

/// A screen: decoded pictures wait for their instant and are then looked at.
struct VideoSink {
  let mid: String
  var decoder: Int
  private var waiting = Queue<(picture: Picture, at: Instant)>()
  private var lastRender: Instant?
  private var shown = 0
  private var reference: (any VideoSource)?
  private let referenceInterval: Int
  private(set) var nextStill: Instant?

  /// - Parameter referenceInterval: every so many pictures one is compared with its original.
  init(
    mid: String, decoder: Int, reference: (any VideoSource)?, referenceInterval: Int,
    firstStill: Instant?
  ) {
    self.mid = mid
    self.decoder = decoder
    self.reference = reference
    self.referenceInterval = referenceInterval
    nextStill = firstStill
  }

  var deadline: Instant? { waiting.first?.at }

  /// Pictures come in the order they are shown in, never before the one before them.
  ///
  /// The first is shown at once: there is none before it whose pace it has to keep, and someone waits for it.
  mutating func show(_ picture: Picture, at due: Instant, now: Instant) {
    let instant = lastRender.map { max($0, due, now) } ?? now
    lastRender = instant
    waiting.append((picture, instant))
  }

  /// The picture that is due, and what can be seen on it.
  mutating func render(at now: Instant) -> (event: MediaEvent, picture: Picture)? {
    guard let due = waiting.first?.at, due <= now, let next = waiting.popFirst() else { return nil }
    let reading = Strip.read(next.picture)
    var quality: (psnr: FixedDecimal, ssim: FixedDecimal?)?
    if let reading, shown % referenceInterval == 0 {
      let original = reference?.picture(frame: reading.frame, captured: reading.captured)
      if let original, original.width == next.picture.width,
        original.height == next.picture.height
      {
        quality = (psnr(next.picture, original), ssim(next.picture, original))
      }
    }
    shown += 1
    let strip = reading.map { StripReading(frame: $0.frame, captured: $0.captured) }
    return (
      .rendered(mid: mid, strip: strip, psnr: quality?.psnr, ssim: quality?.ssim), next.picture
    )
  }

  /// True once an interval: this picture is worth keeping.
  mutating func isStillDue(every interval: Duration, at now: Instant) -> Bool {
    guard let due = nextStill, due <= now else { return false }
    nextStill = now + interval
    return true
  }
}
