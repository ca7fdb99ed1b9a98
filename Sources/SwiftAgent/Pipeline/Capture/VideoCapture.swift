internal import Codecs
internal import Media
internal import SansIO

/// A camera on the peer's own clock: one picture every 1/fps of its seconds, numbered from 0.
struct VideoCapture {
  /// What pictures go to while they are sent.
  struct Encoding {
    /// The encoder's handle at the executor.
    let encoder: Int
    var dropper: FrameDropper
    var wantsKeyFrame = true
    /// Pictures at the encoder. A camera does not wait: with two there, the next is skipped.
    var inFlight = 0
  }

  let mid: String
  /// Nil: the track is not sent at present. The numbers of its pictures go on meanwhile.
  var encoding: Encoding?
  private var source: any VideoSource
  private var clock: CaptureClock
  private var nextFrame: UInt32 = 0

  init(mid: String, source: any VideoSource, clock: PeerClock) {
    self.mid = mid
    self.source = source
    self.clock = CaptureClock(clock, unitsPerSecond: source.framesPerSecond)
  }

  /// The first picture is taken now; a camera that had begun goes on with the picture that is due next.
  mutating func begin(at now: Instant) {
    clock.begin(at: now)
  }

  /// Sends pictures to an encoder from now on.
  mutating func send(to encoding: Encoding, at now: Instant) {
    self.encoding = encoding
    nextFrame = max(nextFrame, UInt32(clamping: clock.unit(notBefore: now)))
  }

  /// Nil until begun, and while nothing is sent.
  var deadline: Instant? { encoding == nil ? nil : clock.instant(of: Int64(nextFrame)) }

  /// The picture that is due, its number, and its time in 90 kHz ticks of the peer's clock.
  mutating func take(at now: Instant, blank: Bool) -> (
    frame: UInt32, picture: Picture, ticks: Int64
  ) {
    let frame = nextFrame
    nextFrame &+= 1
    let picture =
      blank
      ? Picture(width: source.width, height: source.height)
      : source.picture(frame: frame, captured: now)
    return (frame, picture, clock.ticks(of: Int64(frame), rate: 90_000))
  }
}
