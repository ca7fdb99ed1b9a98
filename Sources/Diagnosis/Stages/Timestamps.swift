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

  /// Timestamps of pictures that do not run as time does, where pictures stand still or sound and picture are apart.
  func timestamps() -> BrokenLink? {
    for index in parties
    where complaints.include(.freezes, index) || complaints.include(.apart, index) {
      guard let stream = analysis.numbers[index].video, let first = stream.assembled.first,
        let last = stream.assembled.last, stream.assembled.count >= Self.leastFrames,
        last.at - first.at >= Self.leastLength
      else { continue }
      var ticks: Int64 = 0
      var backwards = 0
      for (a, b) in zip(stream.assembled, stream.assembled.dropFirst()) {
        // Modulo 2³²: a step is the shorter way round (RFC 3550 §5.1).
        let step = Int64(Int32(bitPattern: b.value &- a.value))
        ticks += step
        if step < 0 { backwards += 1 }
      }
      let seconds = Double((last.at - first.at).milliseconds) / 1000
      let rate = Double(ticks) / seconds
      let isUneven = backwards >= Self.leastSteps && backwards * 10 >= stream.assembled.count
      guard isUneven || !Self.usual.contains(rate / Self.clockRate) else { continue }
      let words = Words.decimal(rate, places: 0)
      let fault =
        isUneven
        ? "step back \(backwards) times in \(stream.assembled.count) frames"
        : "run with \(words) ticks a second, and 90000 are agreed on"
      return BrokenLink(
        .timestampsWrong, .freezes, peer: far(index), mid: stream.mid,
        "The RTP timestamps of \(farName(index))'s picture \(fault), so \(name(index)) cannot tell when to show it.",
        [
          Evidence("RTP timestamp \(first.value)", at: first.at),
          Evidence(
            "RTP timestamp \(last.value)", at: last.at, counter: .init("steps back", backwards)),
        ])
    }
    return nil
  }
}
