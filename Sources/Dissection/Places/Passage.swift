/// What became of the packets of one direction of a flow between two places of capture.
struct Passage: Sendable {
  var sent: Int
  var arrived: Int
  /// Sent while the other place was being captured, and not seen there.
  var lost: Int
  /// Sent before or after that.
  var outside = 0
  /// Seen at the far place alone, or more often than sent.
  var extra = 0
  /// Arrived behind a packet that was sent later.
  var reordered = 0
  /// One-way delay in nanoseconds; nil: nothing arrived, or the clocks of the places cannot be told.
  var delay: (least: Int64, mean: Int64, most: Int64)?

  /// None arrived.
  init(lost: Int) { (sent, arrived, self.lost) = (lost, 0, lost) }

  /// - Parameters:
  ///   - offset: what the clock there shows more than the one here; nil: unknown.
  ///   - shift: the same, or a guess that is good enough to tell what lies outside.
  ///   - window: when the far place was captured, by the clock there.
  init(
    _ here: [Sighting], _ there: [Sighting], _ match: SightingMatch, offset: Int64?,
    shift: Int64, window: ClosedRange<Int64>
  ) {
    sent = here.count
    arrived = match.pairs.count
    extra = there.count - arrived
    var isMatched = [Bool](repeating: false, count: here.count)
    for pair in match.pairs { isMatched[pair.here] = true }
    for (index, sighting) in here.enumerated() where !isMatched[index] {
      if !window.contains(sighting.time &+ shift) { outside += 1 }
    }
    lost = sent - arrived - outside
    var latest = Int64.min
    for pair in match.pairs {
      let time = there[pair.there].time
      if time < latest { reordered += 1 }
      latest = max(latest, time)
    }
    guard let offset, let least = match.pairs.map(\.difference).min(),
      let most = match.pairs.map(\.difference).max(), let mean = match.meanDifference
    else { return }
    delay = (least - offset, Int64(mean.rounded()) - offset, most - offset)
  }
}

extension Passage {
  /// Fields of JSON.
  var fields: [(String, String)] {
    func milliseconds(_ value: Int64?) -> String {
      value.map { Words.decimal(Double($0) / 1e6, 3) } ?? "null"
    }
    return [
      ("sent", "\(sent)"), ("arrived", "\(arrived)"), ("lost", "\(lost)"),
      ("outside", "\(outside)"), ("extra", "\(extra)"), ("reordered", "\(reordered)"),
      ("least_delay_ms", milliseconds(delay?.least)), ("mean_delay_ms", milliseconds(delay?.mean)),
      ("most_delay_ms", milliseconds(delay?.most)),
    ]
  }
}
