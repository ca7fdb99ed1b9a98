internal import Metrics
internal import SansIO
internal import Trace

extension Examination {
  /// Sound and picture that do not belong together.
  func synchrony() -> BrokenLink? {
    for index in parties where complaints.include(.apart, index) {
      let offset = analysis.numbers[index].offset
      guard let middle = offset.percentile(50), let p95 = offset.percentile(95) else { continue }
      if let drift = growth(offset) { return link(drift, offset, at: index) }
      if complaints.areOpen, Metrics.AVOffset.acceptable.contains(p95) { continue }
      guard let first = offset.settled.first, let last = offset.settled.last else { continue }
      let side = middle > 0 ? "ahead of" : "behind"
      var link = BrokenLink(
        .offsetConstant, .apart, peer: index,
        "At \(name(index)) sound is \(Words.decimal(middle.magnitude, places: 0)) ms \(side) the picture all through the call (p95 \(Words.decimal(p95, places: 0)) ms).",
        [first, last].map {
          Evidence("offset \(Words.decimal($0.milliseconds, places: 1)) ms", at: $0.at)
        })
      link.cleared =
        (offset.drift.map { drift in
          [
            Diagnosis.Suspect(
              "drift",
              clearedBy:
                "\(Words.decimal(drift.slope * 60, places: 1)) ms/min (95 % interval \(Words.decimal(drift.lower * 60, places: 1)) to \(Words.decimal(drift.upper * 60, places: 1)))"
            )
          ]
        } ?? [])
        + [acquittal(of: .render, at: index), acquittal(of: .rtp, at: index)].compactMap(\.self)
      return link
    }
    return nil
  }

  /// A slope whose interval is clear of zero, and that adds up to something.
  private func growth(_ offset: Metrics.AVOffset) -> Metrics.RobustSlope? {
    guard let drift = offset.drift, drift.lower > 0 || drift.upper < 0 else { return nil }
    let seconds = Double(offset.length.milliseconds) / 1000
    return (drift.slope * seconds).magnitude >= Metrics.AVOffset.leastDrift ? drift : nil
  }

  private func link(
    _ drift: Metrics.RobustSlope, _ offset: Metrics.AVOffset, at index: Int
  ) -> BrokenLink {
    let perMinute = Words.decimal(drift.slope * 60, places: 1)
    var link = BrokenLink(
      .driftGrows, .apart, peer: index,
      "At \(name(index)) sound and picture drift apart by \(perMinute) ms a minute.",
      [offset.settled.first, offset.settled.last].compactMap(\.self).map {
        Evidence("offset \(Words.decimal($0.milliseconds, places: 1)) ms", at: $0.at)
      })
    link.cleared = [acquittal(of: .render, at: index), acquittal(of: .rtp, at: index)]
      .compactMap(\.self)
    return link
  }
}
