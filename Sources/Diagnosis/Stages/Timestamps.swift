internal import Metrics
internal import SansIO
internal import Trace

extension Examination {
  /// Of pictures, whatever the codec (RFC 7741 §4.1, RFC 6184 §5.1).
  private static let clockRate = 90_000.0
  /// A wrong clock rate is wrong by a factor; clocks that drift, and queues that fill on the way, are not.
  private static let usual = 0.6...1.6
  private static let leastSteps = 5
  /// Fewer frames, or in less time, tell nothing.
  private static let leastFrames = 10
  private static let leastLength = Duration.seconds(5)
  /// Where more packets than one in so many are lost, the frames that are left tell nothing of the clock.
  private static let mostLost = 100
  /// A path that holds pictures up by more than this part of the time makes their clock seem slow.
  private static let mostHeldUp = 0.2

  /// Timestamps of pictures that do not run as time does, where pictures stand still or sound and picture are apart.
  func timestamps() -> BrokenLink? {
    for index in parties
    where complaints.include(.freezes, index) || complaints.include(.apart, index) {
      guard let stream = analysis.numbers[index].video, let fault = fault(of: stream, at: index)
      else { continue }
      return BrokenLink(
        .timestampsWrong, .freezes, peer: far(index), mid: stream.mid,
        "The RTP timestamps of \(farName(index))'s picture \(fault.words), so \(name(index)) cannot tell when to show it.",
        fault.evidence)
    }
    return nil
  }

  /// A frame that was put together, its RTP timestamp counted on beyond 2³².
  private struct Stamped {
    var at: Instant
    var ticks: Int64
  }

  private func fault(
    of stream: StreamRecord, at index: Int
  ) -> (words: String, evidence: [Evidence])? {
    guard stream.assembled.count >= Self.leastFrames, let first = stream.assembled.first,
      let last = stream.assembled.last, last.at - first.at >= Self.leastLength,
      !isLossy(stream, at: index)
    else { return nil }
    let arrived = Self.unwrapped(stream.assembled)
    let sent = arrived.sorted { ($0.ticks, $0.at) < ($1.ticks, $1.at) }
    let backwards = Self.misplaced(arrived, sent)
    if backwards >= Self.leastSteps, backwards * 10 >= arrived.count {
      let words = "step back \(backwards) times in \(arrived.count) frames"
      return (words, Self.evidence(first, last, .init("steps back", backwards)))
    }
    guard let rate = rate(of: sent, stream) else { return nil }
    let words = Words.decimal(rate, places: 0)
    return (
      "run with \(words) ticks a second, and 90000 are agreed on", Self.evidence(first, last, nil)
    )
  }

  private static func evidence(
    _ first: Timed<UInt32>, _ last: Timed<UInt32>, _ counter: Evidence.Counter?
  ) -> [Evidence] {
    [
      Evidence("RTP timestamp \(first.value)", at: first.at),
      Evidence("RTP timestamp \(last.value)", at: last.at, counter: counter),
    ]
  }

  /// Modulo 2³², a step is the shorter way round (RFC 3550 §5.1).
  private static func unwrapped(_ frames: [Timed<UInt32>]) -> [Stamped] {
    var ticks: Int64 = 0
    var before = frames.first?.value ?? 0
    return frames.map { frame in
      ticks += Int64(Int32(bitPattern: frame.value &- before))
      before = frame.value
      return Stamped(at: frame.at, ticks: ticks)
    }
  }

  /// Frames that step back and do not fit between the others. One that the path held up fits into the gap that it left.
  private static func misplaced(_ arrived: [Stamped], _ sent: [Stamped]) -> Int {
    let steps = zip(sent, sent.dropFirst()).map { $1.ticks - $0.ticks }
    guard !steps.isEmpty else { return 0 }
    let usual = steps.sorted()[steps.count / 2]
    var crowded: Set<Int64> = []  // for look-up only
    for (a, b) in zip(sent, sent.dropFirst()) where (b.ticks - a.ticks) * 4 < usual * 3 {
      crowded.formUnion([a.ticks, b.ticks])
    }
    return zip(arrived, arrived.dropFirst()).count { a, b in
      b.ticks < a.ticks && crowded.contains(b.ticks)
    }
  }

  /// Ticks a second, where they are wrong in both halves of the call; nil: they are right, or the path may be why.
  private func rate(of sent: [Stamped], _ stream: StreamRecord) -> Double? {
    let middle = sent.count / 2
    let halves = [Self.rate(sent[...middle]), Self.rate(sent[middle...])].compactMap(\.self)
    let slow = Self.usual.lowerBound * Self.clockRate
    let fast = Self.usual.upperBound * Self.clockRate
    guard halves.count == 2, let whole = Self.rate(sent[...]) else { return nil }
    if halves.allSatisfy({ $0 > fast }) { return whole }
    return halves.allSatisfy { $0 < slow } && !isHeldUp(stream) ? whole : nil
  }

  private static func rate(_ frames: ArraySlice<Stamped>) -> Double? {
    guard let first = frames.first, let last = frames.last, last.at > first.at else { return nil }
    return Double(last.ticks - first.ticks) * 1e9 / Double((last.at - first.at).nanoseconds)
  }

  private func isLossy(_ stream: StreamRecord, at index: Int) -> Bool {
    let count = stream.received.last.map { max($0.value.packets, 1) } ?? stream.assembled.count
    let counted = stream.received.last.flatMap { sample in
      sample.value.unknown.contains(.lost) ? nil : sample.value.lostPackets
    }
    return max(counted ?? 0, dropsOnWay(to: index).count) > count / Self.mostLost
  }

  /// Whether pictures came later and later, by the strip that tells when they were captured.
  private func isHeldUp(_ stream: StreamRecord) -> Bool {
    let delays = stream.rendered.compactMap { picture in
      picture.captured.map { (at: picture.at, delay: picture.at - $0) }
    }
    guard let first = delays.first, let last = delays.last, last.at > first.at else { return false }
    let growth = Double((last.delay - first.delay).nanoseconds)
    return growth > Self.mostHeldUp * Double((last.at - first.at).nanoseconds)
  }
}
