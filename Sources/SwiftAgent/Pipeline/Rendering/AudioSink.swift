internal import Media
internal import SansIO
internal import Trace

/// A loudspeaker on the peer's own clock, and an ear that finds the marks in what it plays.
struct AudioSink {
  static let unit: Duration = .milliseconds(20)
  private static let levelWindow = 4800  // 100 ms

  let mid: String
  let decoder: Int
  private let clock: PeerClock
  private let origin: Int64
  private var pulls: Int64 = 0
  private var detector = MarkDetector()
  /// When the first of the samples that the detector heard left, and how many it heard; nil: none.
  private var heard: (since: Instant, samples: Int64)?
  private var window: [Int16] = []
  private var concealed = 0

  init(mid: String, decoder: Int, clock: PeerClock, at now: Instant) {
    self.mid = mid
    self.decoder = decoder
    self.clock = clock
    origin = clock.elapsed(at: now)
  }

  /// When the next 20 ms are wanted.
  var deadline: Instant { instant(ofPull: pulls) }

  mutating func pulled() { pulls += 1 }

  /// Sound that begins to play at `start`; marks are reported with the instant their first sample left.
  ///
  /// Where nothing was played before it for a while, the ear begins anew: it counts samples, not time.
  mutating func play(
    _ samples: [Int16], isConcealed: Bool, from start: Instant
  ) -> [(event: MediaEvent, at: Instant)] {
    var events: [(event: MediaEvent, at: Instant)] = []
    let begin = clock.elapsed(at: start)
    var since = heard?.since ?? start
    var count = heard?.samples ?? 0
    let expected = clock.elapsed(at: since) + Self.nanoseconds(samples: count)
    if (begin - expected).magnitude > Self.unit.nanoseconds.magnitude / 2 {
      detector = MarkDetector()
      window.removeAll(keepingCapacity: true)
      concealed = 0
      (since, count) = (start, 0)
    }
    heard = (since, count + Int64(samples.count))
    for mark in detector.push(samples) {
      let at = clock.instant(
        afterElapsed: clock.elapsed(at: since) + Self.nanoseconds(samples: mark.sampleOffset))
      events.append((.markPlayed(mid: mid, mark: mark.mark), at))
    }
    window += samples
    if isConcealed { concealed += samples.count }
    if window.count >= Self.levelWindow {
      events.append(
        (.played(mid: mid, level: level(window), concealedSamples: concealed), start))
      window.removeAll(keepingCapacity: true)
      concealed = 0
    }
    return events
  }

  /// At 48 kHz.
  private static func nanoseconds(samples: Int64) -> Int64 { samples * 62_500 / 3 }

  private func instant(ofPull index: Int64) -> Instant {
    clock.instant(afterElapsed: origin + index * Self.unit.nanoseconds)
  }
}
