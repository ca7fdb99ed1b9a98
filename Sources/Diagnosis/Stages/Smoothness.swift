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
      (cause, views.filter { $0.cause == cause }.reduce(Int64(0)) { $0 + $1.freeze.nanoseconds })
    }
    // What explains less is not the cause.
    guard let worst = shares.max(by: { $0.1 < $1.1 }), worst.1 > 0, worst.1 * 3 >= total else {
      return nil
    }
    let cause = shares.first { $0.1 == worst.1 }?.0 ?? worst.0
    let own = views.filter { $0.cause == cause }
    guard let longest = own.max(by: { $0.freeze.nanoseconds < $1.freeze.nanoseconds }) else {
      return nil
    }
    let isDead = freezes.last.map { $0.to >= analysis.call.end && $0.nanoseconds >= Self.dead }
    let symptom: Symptom = isDead ?? false ? .frozenPicture : .freezes
    let isSender = cause == .freezesBySenderStall || cause == .packetsTooLarge
    var link = BrokenLink(
      cause, symptom, peer: isSender ? far(index) : index, mid: stream.mid,
      "\(name(index)) sees \(Words.count(freezes.count, "freeze")), \(Words.seconds(nanoseconds: total)) in all; \(own.count == freezes.count ? (own.count == 1 ? "it comes" : "all come") : own.count == 1 ? "1 of them comes" : "\(own.count) of them come") from \(longest.words).",
      [
        Evidence(
          "the longest freeze, \(Words.seconds(nanoseconds: longest.freeze.nanoseconds))",
          at: longest.freeze.from, counter: .init("freezes", freezes.count))
      ] + longest.evidence)
    link.cleared = clearedFreezes(cause, views, stream, at: index)
    return link
  }

  /// A picture that stands still so long at the end of a call is no freeze that passed.
  private static let dead: Int64 = 2_000_000_000

  /// One freeze, and what else happened at that time.
  struct FreezeView {
    var freeze: Metrics.Smoothness.Freeze
    var cause: Cause?
    /// "packets lost at that time (12)".
    var words = ""
    var evidence: [Evidence] = []
  }

  /// What may still have worked when the first sign of trouble came: a round trip and playout.
  private static let lead = Duration.milliseconds(500)

  /// A sender that slows down does so some time before it makes no picture.
  private static let slowing = Duration.seconds(3)

  private func view(
    of freeze: Metrics.Smoothness.Freeze, _ stream: StreamRecord, at index: Int
  ) -> FreezeView {
    let from = freeze.from - Self.lead
    func isInside(_ at: Instant) -> Bool { from <= at && at <= freeze.to }
    var view = FreezeView(freeze: freeze)
    let refused = tooLargePackets(to: index).filter { isInside($0.at) }
    if refused.count >= Self.leastPackets {
      view.cause = .packetsTooLarge
      view.words =
        "\(Words.count(refused.count, "packet")) of \(farName(index)) that were too large for the path"
      view.evidence = evidence(ofTooLarge: refused)
      return view
    }
    if let outage = outage(at: index, from, freeze.to) {
      view.cause = .pathInterrupted
      view.words =
        "an interruption: for \(Words.seconds(outage.length)) nothing reached \(name(index)), and \(farName(index)) went on sending"
      view.evidence = [
        Evidence(
          "\(farName(index)) sent meanwhile", at: freeze.from,
          counter: .init("packets sent", outage.sent))
      ]
      return view
    }
    let stall = stall(freeze, to: index)
    let before = from - Self.slowing
    if let narrow = narrowness(to: index, before, freeze.to),
      stall != nil || narrow.file != nil
    {
      view.cause = .bandwidthTooLow
      view.words =
        "a path that is too narrow\(stall.map { ": \(farName(index)) made no picture for \(Words.seconds($0.length))" } ?? ""), since \(narrow.text)"
      view.evidence = [narrow]
      return view
    }
    // Of a sender that slowed down, the path is the reason.
    if let stall, fallenTarget(to: index, before, freeze.to) == nil {
      view.cause = .freezesBySenderStall
      view.words =
        "the sender: \(farName(index)) made no picture for \(Words.seconds(stall.length))"
      view.evidence = [Evidence("last picture of \(farName(index)) before it", at: stall.from)]
      return view
    }
    let counted = increase(stream.received, from, freeze.to) { sample in
      sample.unknown.contains(.cumulativeLost)
        ? sample.unknown.contains(.lost) ? nil : sample.lostPackets
        : max(sample.cumulativeLost, sample.lostPackets)
    }
    // The links know what they lost, where the peer does not say, or counts only what repair did not bring back.
    let onLinks = lostOnLinks(to: index, from, freeze.to)
    // What only overtook others counts as lost until it comes.
    let isUnharmed =
      onLinks == 0 && dropsOnWay(to: index).isEmpty
      && !analysis.peers[index].discards.contains { $0.layer == "srtp" }
    let lost = isUnharmed ? 0 : [counted, onLinks].compactMap(\.self).max()
    let requests = stream.keyFrameRequests.filter { isInside($0.at) }
    let keyFrame = stream.keyFrames.first { $0 > freeze.from && $0 <= freeze.to }
    let lossWords = lost.map { Words.count($0, "packet") + " lost" } ?? "loss is not reported"
    let lossEvidence = Evidence(
      "packets lost around it", at: freeze.from, counter: lost.map { .init("packets lost", $0) })
    let length = freeze.to - freeze.from
    let lateness = lost == 0 ? lateness(of: freeze, stream) : nil
    if let lateness {
      view.cause = .freezesByDelay
      view.words =
        "packets that came late: the picture that ended it was shown \(Words.seconds(lateness)) later than most, and no packet was lost"
      view.evidence = [lossEvidence]
    } else if requests.count >= 3 || requests.count >= 1 && length >= .seconds(1) && keyFrame == nil
    {
      view.cause = .freezesByKeyFrameStarvation
      view.words =
        "key frames that did not come: \(name(index)) asked \(Words.count(requests.count, "time"))\(keyFrame == nil ? " and got none" : "") (\(lossWords))"
      view.evidence = [
        Evidence(
          "first request for a key frame", at: requests.first?.at,
          counter: .init("key frames requested", requests.count)), lossEvidence,
      ]
      if let keyFrame { view.evidence.append(Evidence("key frame", at: keyFrame)) }
    } else if let lost, lost > 0, let keyFrame, !requests.isEmpty {
      view.cause = .frozenUntilKeyFrame
      view.words =
        "loss (\(Words.count(lost, "packet"))) that only the key frame at \(Words.seconds(keyFrame)) ended"
      view.evidence = [
        lossEvidence, Evidence("request for a key frame", at: requests.first?.at),
        Evidence("key frame that ended it", at: keyFrame),
      ]
    } else if let lost, lost > 0 {
      view.cause = .freezesByLoss
      view.words = "loss: \(Words.count(lost, "packet")) around the longest"
      view.evidence = [lossEvidence] + drops(until: freeze.to).suffix(1)
    } else if let gap = silence(stream, from, freeze.to), lost == 0 {
      view.cause = .freezesByDelay
      view.words =
        "packets that came late: for \(Words.seconds(gap)) none arrived, and none was lost"
      view.evidence = [lossEvidence]
    } else if isUnharmed, let jitter = jitter(stream, from, freeze.to) {
      view.cause = .freezesByDelay
      view.words =
        "packets that came late or out of order: their jitter was \(Words.seconds(jitter.value.jitter)), and none was lost"
      view.evidence = [lossEvidence, Evidence("jitter counted by \(name(index))", at: jitter.at)]
    }
    return view
  }

  /// A gap in what the source captured or encoded that makes up most of a freeze.
  private func stall(
    _ freeze: Metrics.Smoothness.Freeze, to index: Int
  ) -> (from: Instant, length: Duration)? {
    guard let source = analysis.source(for: index) else { return nil }
    let sent = analysis.peers[source].streams.first { $0.kind == .video && $0.isMade }
    guard let sent else { return nil }
    let made = sent.encoded.isEmpty ? sent.captured : sent.encoded
    let length = freeze.to - freeze.from
    // Pictures are shown later than they are made, by seconds at most.
    var longest: (from: Instant, length: Duration)?
    for (from, to) in zip(made, made.dropFirst() + [analysis.call.end]) {
      guard to > freeze.from - .seconds(3), from <= freeze.to else { continue }
      if to - from > longest?.length ?? .zero { longest = (from, to - from) }
    }
    guard let longest, longest.length * 10 >= length * 7 else { return nil }
    return longest
  }

  /// The greatest jitter in a time, where it is more than a jitter buffer takes lightly.
  private func jitter(
    _ stream: StreamRecord, _ from: Instant, _ to: Instant
  ) -> Timed<StreamSample>? {
    stream.received
      .filter {
        from <= $0.at && $0.at <= to + .seconds(1) && !$0.value.unknown.contains(.jitter)
          && $0.value.jitter >= Self.greatJitter
      }
      .max { ($0.value.jitter, $1.at) < ($1.value.jitter, $0.at) }
  }

  private static let greatJitter = Duration.milliseconds(20)

  /// By how much more than most the picture that ended a freeze was held up; nil: it was not, or nobody tells.
  private func lateness(
    of freeze: Metrics.Smoothness.Freeze, _ stream: StreamRecord
  ) -> Duration? {
    let delays = stream.rendered.compactMap { picture in picture.captured.map { picture.at - $0 } }
    let ending = stream.rendered.first { $0.at >= freeze.to }
    guard let ending, let captured = ending.captured, !delays.isEmpty else { return nil }
    let excess = (ending.at - captured) - delays.sorted()[delays.count / 2]
    return excess >= Self.late ? excess : nil
  }

  private static let late = Duration.milliseconds(100)

  /// For how long no packet came, as far as the counters tell; nil: some came all the time.
  func silence(_ stream: StreamRecord, _ from: Instant, _ to: Instant) -> Duration? {
    let samples = stream.received.filter { from <= $0.at && $0.at <= to }
    var longest = Duration.zero
    var began: Instant?
    for (a, b) in zip(samples, samples.dropFirst()) {
      if a.value.packets == b.value.packets {
        began = began ?? a.at
        longest = max(longest, b.at - (began ?? a.at))
      } else {
        began = nil
      }
    }
    return longest >= .milliseconds(200) ? longest : nil
  }

  /// Packets of media that the links between the two lost; nil: what they did is not in the trace.
  private func lostOnLinks(to index: Int, _ from: Instant, _ to: Instant) -> Int? {
    guard let far = far(index), analysis.links[far].sent > 0 || !analysis.links[far].drops.isEmpty
    else { return nil }
    return analysis.links.indices.reduce(0) { sum, link in
      sum
        + analysis.links[link].drops.count { drop in
          drop.number > 0 && from <= drop.at && drop.at <= to
            && drop.bytesOnWire > Self.largestControl
            && (drop.direction == .up ? link == far : link == index)
        }
    }
  }

  /// Packets of RTCP and checks are smaller, those of pictures larger.
  private static let largestControl = 300

  /// By how much a counter grew between two instants; nil: it is not reported.
  func increase(
    _ samples: [Timed<StreamSample>], _ from: Instant, _ to: Instant,
    _ counter: (StreamSample) -> Int?
  ) -> Int? {
    // Counters are read now and then: by the first reading behind it, all that happened is counted.
    let behind = samples.first { $0.at >= to && $0.at <= to + .seconds(1) }
    guard let last = behind ?? samples.last(where: { $0.at <= to }), let end = counter(last.value)
    else { return nil }
    let start = samples.last { $0.at <= from }.flatMap { counter($0.value) } ?? 0
    return max(0, end - start)
  }

  /// What else freezes come from, where it can be told that these do not.
  private func clearedFreezes(
    _ cause: Cause, _ views: [FreezeView], _ stream: StreamRecord, at index: Int
  ) -> [Diagnosis.Suspect] {
    var cleared: [Diagnosis.Suspect] = []
    let ofLoss: [Cause] = [.freezesByLoss, .frozenUntilKeyFrame, .freezesByKeyFrameStarvation]
    if !(ofLoss + Cause.ofPath).contains(cause) {
      cleared += [acquittal(of: .rtp, at: index)].compactMap(\.self)
    }
    let source = analysis.source(for: index)
    let sent = source.flatMap { source in
      analysis.peers[source].streams.first { $0.kind == .video && $0.isMade }
    }
    if !([.freezesBySenderStall] + Cause.ofPath).contains(cause), let sent, let source {
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

extension StreamRecord {
  fileprivate var isMade: Bool { !captured.isEmpty || !encoded.isEmpty }
}
