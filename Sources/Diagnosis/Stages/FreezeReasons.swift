internal import Metrics
internal import SansIO
internal import Trace

// What else happened while a picture stood still.
extension Examination {
  /// One freeze, and what else happened at that time.
  struct FreezeView {
    var freeze: Metrics.Smoothness.Freeze
    /// Nil: nothing that is known explains it.
    var reason: FreezeReason?
  }

  /// Why a picture stood still.
  struct FreezeReason {
    let cause: Cause
    /// What comes behind "it comes from": "loss: 12 packets around the longest".
    let words: String
    let evidence: [Evidence]

    init(_ cause: Cause, _ words: String, _ evidence: [Evidence]) {
      self.cause = cause
      self.words = words
      self.evidence = evidence
    }
  }

  /// What may still have worked when the first sign of trouble came: a round trip and playout.
  private static let lead = Duration.milliseconds(500)

  /// A sender that slows down does so some time before it makes no picture.
  private static let slowing = Duration.seconds(3)

  /// The path first, then the sender: what they do shows in the packets too.
  func view(
    of freeze: Metrics.Smoothness.Freeze, _ stream: StreamRecord, at index: Int
  ) -> FreezeView {
    let from = freeze.from - Self.lead
    return FreezeView(
      freeze: freeze,
      reason: tooLarge(freeze, from, at: index) ?? interruption(freeze, from, at: index)
        ?? narrowOrStalled(freeze, from, at: index) ?? ofPackets(freeze, from, stream, at: index))
  }

  private func tooLarge(
    _ freeze: Metrics.Smoothness.Freeze, _ from: Instant, at index: Int
  ) -> FreezeReason? {
    let refused = tooLargePackets(to: index).filter { from <= $0.at && $0.at <= freeze.to }
    guard refused.count >= Self.leastPackets else { return nil }
    return FreezeReason(
      .packetsTooLarge,
      "\(counted(refused.count, "packet")) of \(farName(index)) that were too large for the path",
      evidence(ofTooLarge: refused))
  }

  private func interruption(
    _ freeze: Metrics.Smoothness.Freeze, _ from: Instant, at index: Int
  ) -> FreezeReason? {
    guard let outage = outage(at: index, from, freeze.to) else { return nil }
    return FreezeReason(
      .pathInterrupted,
      "an interruption: for \(Words.seconds(outage.length)) nothing reached \(name(index)), and \(farName(index)) went on sending",
      [
        Evidence(
          "\(farName(index)) sent meanwhile", at: freeze.from,
          counter: .init("packets sent", outage.sent))
      ])
  }

  private func narrowOrStalled(
    _ freeze: Metrics.Smoothness.Freeze, _ from: Instant, at index: Int
  ) -> FreezeReason? {
    let stall = stall(freeze, to: index)
    let before = from - Self.slowing
    if let narrow = narrowness(to: index, before, freeze.to),
      stall != nil || narrow.file != nil
    {
      let pause =
        stall.map { ": \(farName(index)) made no picture for \(Words.seconds($0.length))" } ?? ""
      return FreezeReason(
        .bandwidthTooLow, "a path that is too narrow\(pause), since \(narrow.text)", [narrow])
    }
    // Of a sender that slowed down, the path is the reason.
    guard let stall, fallenTarget(to: index, before, freeze.to) == nil else { return nil }
    return FreezeReason(
      .freezesBySenderStall,
      "the sender: \(farName(index)) made no picture for \(Words.seconds(stall.length))",
      [Evidence("last picture of \(farName(index)) before it", at: stall.from)])
  }

  /// Packets that were lost or late, and key frames that were asked for.
  private func ofPackets(
    _ freeze: Metrics.Smoothness.Freeze, _ from: Instant, _ stream: StreamRecord, at index: Int
  ) -> FreezeReason? {
    // The links know what they lost, where the peer does not say, or counts only what repair did not bring back.
    let onLinks = lostOnLinks(to: index, from, freeze.to)
    // What only overtook others counts as lost until it comes.
    let isUnharmed =
      onLinks == 0 && dropsOnWay(to: index).isEmpty
      && !analysis.peers[index].discards.contains { $0.layer == "srtp" }
    let byReceiver = lostByCount(stream, from, freeze.to)
    let lost = isUnharmed ? 0 : [byReceiver, onLinks].compactMap(\.self).max()
    let evidence = Evidence(
      "packets lost around it", at: freeze.from, counter: lost.map { .init("packets lost", $0) })
    if lost == 0, let lateness = lateness(of: freeze, stream) {
      return FreezeReason(
        .freezesByDelay,
        "packets that came late: the picture that ended it was shown \(Words.seconds(lateness)) later than most, and no packet was lost",
        [evidence])
    }
    if let reason = starvation(freeze, from, stream, lost, evidence, at: index) { return reason }
    if let lost, lost > 0 {
      return FreezeReason(
        .freezesByLoss, "loss: \(counted(lost, "packet")) around the longest",
        [evidence] + drops(until: freeze.to).suffix(1))
    }
    if lost == 0, let gap = silence(stream, from, freeze.to) {
      return FreezeReason(
        .freezesByDelay,
        "packets that came late: for \(Words.seconds(gap)) none arrived, and none was lost",
        [evidence])
    }
    guard isUnharmed, let jitter = jitter(stream, from, freeze.to) else { return nil }
    return FreezeReason(
      .freezesByDelay,
      "packets that came late or out of order: their jitter was \(Words.seconds(jitter.value.jitter)), and none was lost",
      [evidence, Evidence("jitter counted by \(name(index))", at: jitter.at)])
  }

  /// Key frames that were asked for, and came late or not at all.
  private func starvation(
    _ freeze: Metrics.Smoothness.Freeze, _ from: Instant, _ stream: StreamRecord, _ lost: Int?,
    _ lossEvidence: Evidence, at index: Int
  ) -> FreezeReason? {
    let requests = stream.keyFrameRequests.filter { from <= $0.at && $0.at <= freeze.to }
    guard let first = requests.first else { return nil }
    let keyFrame = stream.keyFrames.first { $0 > freeze.from && $0 <= freeze.to }
    if requests.count >= 3 || keyFrame == nil && freeze.to - freeze.from >= .seconds(1) {
      let loss = lost.map { counted($0, "packet") + " lost" } ?? "loss is not reported"
      return FreezeReason(
        .freezesByKeyFrameStarvation,
        "key frames that did not come: \(name(index)) asked \(counted(requests.count, "time"))\(keyFrame == nil ? " and got none" : "") (\(loss))",
        [
          Evidence(
            "first request for a key frame", at: first.at,
            counter: .init("key frames requested", requests.count)), lossEvidence,
        ] + (keyFrame.map { [Evidence("key frame", at: $0)] } ?? []))
    }
    guard let lost, lost > 0, let keyFrame else { return nil }
    return FreezeReason(
      .frozenUntilKeyFrame,
      "loss (\(counted(lost, "packet"))) that only the key frame at \(Words.seconds(keyFrame)) ended",
      [
        lossEvidence, Evidence("request for a key frame", at: first.at),
        Evidence("key frame that ended it", at: keyFrame),
      ])
  }

  /// By the receiver's own counters; nil: it has none.
  private func lostByCount(_ stream: StreamRecord, _ from: Instant, _ to: Instant) -> Int? {
    increase(stream.received, from, to) { sample in
      sample.unknown.contains(.cumulativeLost)
        ? sample.unknown.contains(.lost) ? nil : sample.lostPackets
        : max(sample.cumulativeLost, sample.lostPackets)
    }
  }

  /// The stream of pictures that are made for a peer to see.
  func madePictures(for index: Int) -> StreamRecord? {
    analysis.source(for: index).flatMap { source in
      analysis.peers[source].streams.first {
        $0.kind == .video && !($0.captured.isEmpty && $0.encoded.isEmpty)
      }
    }
  }

  /// A gap in what the source captured or encoded that makes up most of a freeze.
  private func stall(
    _ freeze: Metrics.Smoothness.Freeze, to index: Int
  ) -> (from: Instant, length: Duration)? {
    guard let sent = madePictures(for: index) else { return nil }
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
    return dropsOnWay(to: index).count { drop in
      from <= drop.at && drop.at <= to && drop.bytesOnWire > Self.largestControl
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
}
