internal import Codecs
internal import Media
internal import SansIO

/// A microphone on the peer's own clock: 20 ms of sound every 20 ms of its seconds.
struct AudioCapture {
  static let frameSamples = 960
  static let sampleRate = 48_000

  let mid: String
  /// The encoder's handle at the executor; nil: the track is not sent at present.
  private(set) var encoder: Int?
  private var source: any AudioSource
  private var clock: CaptureClock
  private var nextSample: Int64 = 0

  init(mid: String, source: any AudioSource, clock: PeerClock) {
    self.mid = mid
    self.source = source
    self.clock = CaptureClock(clock, unitsPerSecond: Self.sampleRate)
  }

  /// The first sample is taken now; changes nothing once begun.
  mutating func begin(at now: Instant) {
    clock.begin(at: now)
  }

  /// Sends sound to an encoder from now on.
  mutating func send(to encoder: Int, at now: Instant) {
    self.encoder = encoder
    nextSample = max(nextSample, clock.unit(notBefore: now))
  }

  mutating func pause() { encoder = nil }

  /// Sound is there once its last sample was taken; nil until begun, and while nothing is sent.
  var deadline: Instant? {
    encoder == nil ? nil : clock.instant(of: nextSample + Int64(Self.frameSamples))
  }

  /// The 20 ms that are due, their time in 48 kHz ticks of the peer's clock, and the marks that begin in them.
  mutating func take(
    muted: Bool
  ) -> (samples: [Int16], ticks: Int64, marks: [(mark: UInt32, at: Instant)]) {
    let first = nextSample
    nextSample += Int64(Self.frameSamples)
    let ticks = clock.ticks(of: 0, rate: Self.sampleRate) + first
    if muted {
      return ([Int16](repeating: 0, count: Self.frameSamples), ticks, [])
    }
    var marks: [(mark: UInt32, at: Instant)] = []
    if let beep = source as? BeepSource {
      let next = beep.mark(atOrAfter: first)
      if next.index < nextSample, let at = clock.instant(of: next.index) {
        marks.append((next.mark, at))
      }
    }
    return (source.samples(from: first, count: Self.frameSamples), ticks, marks)
  }
}
