internal import Metrics
internal import SansIO
internal import Trace

extension Examination {
  /// Pictures that stand still.
  func smoothness() -> BrokenLink? {
    // Who sees the worst of it.
    func total(_ index: Int) -> Int64 { analysis.numbers[index].smoothness?.freezeTotal ?? 0 }
    let asked = parties.filter {
      complaints.include(.freezes, $0) || complaints.include(.loss, $0)
    }
    for index in asked.sorted(by: { (total($1), $0) < (total($0), $1) }) {
      if let link = fewPictures(at: index) { return link }
      guard let freezes = analysis.numbers[index].smoothness?.freezes, !freezes.isEmpty,
        let stream = analysis.numbers[index].video
      else { continue }
      guard let link = explanation(of: freezes, stream, at: index) else { continue }
      // A freeze is no reason for a loss; what brings about both is.
      if complaints.include(.freezes, index) || Cause.ofPath.contains(link.cause) { return link }
    }
    return nil
  }

  /// Pictures that come evenly, and fewer than somebody wants, since the path carries no more.
  private func fewPictures(at index: Int) -> BrokenLink? {
    guard !complaints.areOpen, complaints.include(.freezes, index),
      let smoothness = analysis.numbers[index].smoothness, smoothness.freezes.isEmpty,
      let narrow = narrowness(to: index, .start, analysis.call.end)
    else { return nil }
    return BrokenLink(
      .bandwidthTooLow, .freezes, peer: index, mid: analysis.numbers[index].video?.mid,
      "\(name(index)) sees fewer or poorer pictures than are expected, since \(narrow.text).",
      [narrow])
  }

  private func explanation(
    of freezes: [Metrics.Smoothness.Freeze], _ stream: StreamRecord, at index: Int
  ) -> BrokenLink? {
    let views = freezes.map { view(of: $0, stream, at: index) }
    let total = freezes.reduce(Int64(0)) { $0 + $1.nanoseconds }
    // What most of the frozen time is due to.
    let order: [Cause] = [
      .packetsTooLarge, .pathInterrupted, .bandwidthTooLow, .freezesBySenderStall,
      .freezesByKeyFrameStarvation, .frozenUntilKeyFrame, .freezesByLoss,
      .freezesByDelay,
    ]
    let shares = order.map { cause in
      (
        cause,
        views.filter { $0.reason?.cause == cause }.reduce(Int64(0)) { $0 + $1.freeze.nanoseconds }
      )
    }
    // What explains less is not the cause.
    guard let worst = shares.max(by: { $0.1 < $1.1 }), worst.1 > 0, worst.1 * 3 >= total else {
      return nil
    }
    let cause = shares.first { $0.1 == worst.1 }?.0 ?? worst.0
    let own = views.filter { $0.reason?.cause == cause }
    guard let longest = own.max(by: { $0.freeze.nanoseconds < $1.freeze.nanoseconds }),
      let reason = longest.reason
    else { return nil }
    let isDead = freezes.last.map { $0.to >= analysis.call.end && $0.nanoseconds >= Self.dead }
    let symptom: Symptom = isDead ?? false ? .frozenPicture : .freezes
    let isSender = cause == .freezesBySenderStall || cause == .packetsTooLarge
    let share =
      switch (own.count, freezes.count - own.count) {
      case (1, 0): "it comes"
      case (_, 0): "all come"
      case (1, _): "1 of them comes"
      default: "\(own.count) of them come"
      }
    var link = BrokenLink(
      cause, symptom, peer: isSender ? far(index) : index, mid: stream.mid,
      "\(name(index)) sees \(counted(freezes.count, "freeze")), \(Words.seconds(nanoseconds: total)) in all; \(share) from \(reason.words).",
      [
        Evidence(
          "the longest freeze, \(Words.seconds(nanoseconds: longest.freeze.nanoseconds))",
          at: longest.freeze.from, counter: .init("freezes", freezes.count))
      ] + reason.evidence)
    link.cleared = clearedFreezes(cause, stream, at: index)
    return link
  }

  /// A picture that stands still so long at the end of a call is no freeze that passed.
  private static let dead: Int64 = 2_000_000_000

  /// What else freezes come from, where it can be told that these do not.
  private func clearedFreezes(
    _ cause: Cause, _ stream: StreamRecord, at index: Int
  ) -> [Diagnosis.Suspect] {
    var cleared: [Diagnosis.Suspect] = []
    let ofLoss: [Cause] = [.freezesByLoss, .frozenUntilKeyFrame, .freezesByKeyFrameStarvation]
    if !(ofLoss + Cause.ofPath).contains(cause) {
      cleared += [acquittal(of: .rtp, at: index)].compactMap(\.self)
    }
    if !([.freezesBySenderStall] + Cause.ofPath).contains(cause),
      let sent = madePictures(for: index), let source = analysis.source(for: index)
    {
      let count = max(sent.encoded.count, sent.captured.count)
      cleared.append(
        Diagnosis.Suspect(
          "sender",
          clearedBy: "\(name(source)) made \(count) pictures without a gap as long as a freeze"))
    }
    // Who tells of frames tells of what it asks for, too.
    if ![.freezesByKeyFrameStarvation, .frozenUntilKeyFrame].contains(cause),
      stream.keyFrameRequests.isEmpty, stream.assembled.count > 1
    {
      cleared.append(
        Diagnosis.Suspect("key frames", clearedBy: "\(name(index)) never had to ask for one"))
    }
    if stream.decodedFrames > 0, stream.decodeFailures.isEmpty {
      cleared.append(
        Diagnosis.Suspect(
          "decoder", clearedBy: "0 of \(stream.decodedFrames) frames could not be decoded"))
    }
    return cleared
  }
}
