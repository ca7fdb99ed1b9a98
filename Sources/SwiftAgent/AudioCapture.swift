internal import Codecs
internal import Media
internal import RTP
internal import SansIO

/// A microphone on the peer's own clock: 20 ms of sound every 20 ms of its seconds.
struct AudioCapture {
  static let frameSamples = 960
  private static let samples = MediaClock(rate: 48_000)

  let mid: String
  let encoder: Int
  private var source: any AudioSource
  private let clock: PeerClock
  /// What the peer's clock had counted at the first sample; nil: not begun.
  private var origin: Int64?
  private var nextSample: Int64 = 0

  init(mid: String, encoder: Int, source: any AudioSource, clock: PeerClock) {
    self.mid = mid
    self.encoder = encoder
    self.source = source
    self.clock = clock
  }

  /// The first sample is taken now; changes nothing once begun.
  mutating func begin(at now: Instant) {
    if origin == nil { origin = clock.elapsed(at: now) }
  }

  /// Sound is there once its last sample was taken; nil until begun.
  var deadline: Instant? {
    origin.map { instant(ofSample: nextSample + Int64(Self.frameSamples), origin: $0) }
  }

  /// The 20 ms that are due, their time in 48 kHz ticks of the peer's clock, and the marks that begin in them.
  mutating func take(
    muted: Bool
  ) -> (samples: [Int16], ticks: Int64, marks: [(mark: UInt32, at: Instant)]) {
    let origin = origin ?? 0
    let first = nextSample
    nextSample += Int64(Self.frameSamples)
    let ticks = Self.samples.ticks(nanoseconds: origin) + first
    if muted {
      return ([Int16](repeating: 0, count: Self.frameSamples), ticks, [])
    }
    var marks: [(mark: UInt32, at: Instant)] = []
    if let beep = source as? BeepSource {
      let next = beep.mark(atOrAfter: first)
      if next.index < nextSample {
        marks.append((next.mark, instant(ofSample: next.index, origin: origin)))
      }
    }
    return (source.samples(from: first, count: Self.frameSamples), ticks, marks)
  }

  private func instant(ofSample index: Int64, origin: Int64) -> Instant {
    clock.instant(afterElapsed: origin + Self.samples.nanoseconds(index))
  }
}
