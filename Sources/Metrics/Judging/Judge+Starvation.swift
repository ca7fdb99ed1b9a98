internal import SansIO
internal import Trace

extension Analysis {
  /// A failed expectation of time, where a peer that it depends on was starved meanwhile: inconclusive.
  ///
  /// What never came stays failed: that may be the machine's doing, and is more often the stack's.
  ///
  /// - Parameter until: the last moment that the value depends on; nil: it does not depend on time.
  func doubted(_ finding: Finding, of index: Int, until: Instant?) -> Finding {
    guard finding.verdict == .failed, finding.measured != nil, let until,
      let reason = starvation(of: index, until: until)
    else { return finding }
    return Finding(
      .inconclusive, finding.measured,
      [finding.note, reason].compactMap(\.self).joined(separator: "; "))
  }

  /// Nil: the quantity is not one of time, so that being late is no excuse.
  func lastMoment(of quantity: Quantity, _ index: Int) -> Instant? {
    switch quantity {
    case .connectionTime: numbers[index].connected
    case .firstFrame: numbers[index].firstFrame
    case .freezeTotal, .freezeCount, .longestFreeze, .frameRate, .avOffset, .avDrift, .bitRate,
      .marksLost:
      call.end
    case .packetsLost, .psnr, .ssim: nil
    }
  }

  /// The worst of the starved stretches of the peer, of the far side and of whose media it receives, since the script began.
  private func starvation(of index: Int, until: Instant) -> String? {
    let from = script.steps.first?.began ?? .start
    var worst: (name: String, stretch: ProcessorSpan)?
    var seen: Set<Int> = []
    for index in [index, farSide(of: index), source(for: index)].compactMap(\.self)
    where seen.insert(index).inserted {
      for stretch in peers[index].processor
      where stretch.isStarved && stretch.span.to > from && stretch.span.from <= until {
        if let worst, worst.stretch.waitingPerSecond >= stretch.waitingPerSecond { continue }
        worst = (peers[index].name, stretch)
      }
    }
    return worst.map { name, stretch in
      "the machine was overloaded: until \(stretch.span.to.plain) a thread of \(name) waited for a "
        + "processor \(stretch.waitingPerSecond.tenths) ms a second, more than "
        + "\(ProcessorSpan.limit.plainMilliseconds), and ran \(stretch.running.tenths) ms"
    }
  }
}
