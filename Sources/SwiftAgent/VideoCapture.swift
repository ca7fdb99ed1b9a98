internal import Codecs
internal import Media
internal import RTP
internal import SansIO

/// A camera on the peer's own clock: one picture every 1/fps of its seconds, numbered from 0.
struct VideoCapture {
  let mid: String
  /// The encoder's handle at the executor.
  let encoder: Int
  private(set) var source: any VideoSource
  private let clock: PeerClock
  /// What the peer's clock had counted when the first picture was taken; nil: not begun.
  private var origin: Int64?
  private(set) var nextFrame: UInt32 = 0
  var wantsKeyFrame = true
  var dropper: FrameDropper
  /// Pictures at the encoder. A camera does not wait: with two there, the next is skipped.
  var inFlight = 0

  init(
    mid: String, encoder: Int, source: any VideoSource, clock: PeerClock, rate: BitRate
  ) {
    dropper = FrameDropper(rate: rate)
    self.mid = mid
    self.encoder = encoder
    self.source = source
    self.clock = clock
  }

  /// The first picture is taken now; changes nothing once begun.
  mutating func begin(at now: Instant) {
    if origin == nil { origin = clock.elapsed(at: now) }
  }

  /// Nil until begun.
  var deadline: Instant? {
    origin.map { clock.instant(afterElapsed: $0 + sinceBegin(nextFrame)) }
  }

  /// The picture that is due, its number, and its time in 90 kHz ticks of the peer's clock.
  mutating func take(at now: Instant, blank: Bool) -> (
    frame: UInt32, picture: Picture, ticks: Int64
  ) {
    let frame = nextFrame
    nextFrame += 1
    let nanoseconds = (origin ?? 0) + sinceBegin(frame)
    let picture =
      blank
      ? Picture(width: source.width, height: source.height)
      : source.picture(frame: frame, captured: now)
    return (frame, picture, MediaClock(rate: 90_000).ticks(nanoseconds: nanoseconds))
  }

  private func sinceBegin(_ frame: UInt32) -> Int64 {
    Int64(frame) * 1_000_000_000 / Int64(source.framesPerSecond)
  }
}
