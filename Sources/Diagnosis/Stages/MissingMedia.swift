internal import Metrics
internal import SDPRules
internal import SansIO
internal import Trace

extension Examination {
  /// Media of one kind that a peer agreed to receive.
  struct Expected: Hashable {
    var index: Int
    var kind: TrackKind
  }

  /// All that should be shown and heard.
  private var expected: [Expected] {
    parties.filter { !analysis.isRelay($0) }.flatMap { index in
      TrackKind.allCases.compactMap { kind in
        guard analysis.receives(kind, index), complaints.isWanted(.missing(kind), index) else {
          return nil
        }
        // Sound is known by its marks; of whom none are told, nothing can be missed.
        if kind == .audio, !sendsMarks(to: index) { return nil }
        return Expected(index: index, kind: kind)
      }
    }
  }

  private func sendsMarks(to index: Int) -> Bool {
    analysis.source(for: index).map { source in
      analysis.peers[source].streams.contains { !$0.marksSent.isEmpty }
    } ?? false
  }

  private func isThere(_ media: Expected) -> Bool {
    let numbers = analysis.numbers[media.index]
    return media.kind == .video
      ? !numbers.rendered.isEmpty : numbers.audio.map { !$0.marksPlayed.isEmpty } ?? false
  }

  /// What the user of a peer that misses something meets.
  func symptom(of index: Int) -> Symptom {
    let missing = expected.filter { !isThere($0) }
    let own = expected.filter { $0.index == index }
    let ownMissing = own.filter { missing.contains($0) }
    if missing.count == expected.count { return .noMedia }
    if ownMissing.count == own.count { return .oneWayMedia }
    if ownMissing.contains(where: { $0.kind == .video }) { return .blackPicture }
    return ownMissing.isEmpty ? .frozenPicture : .silence
  }

  /// Agreed media of which nothing was shown or heard: the link between sender and screen that broke.
  func missingMedia() -> BrokenLink? {
    missingMedia { complaints.include(.missing($0.kind), $0.index) }
  }

  /// What nobody asked about, where nothing else is found.
  func otherMissingMedia() -> BrokenLink? { missingMedia { _ in true } }

  private func missingMedia(_ isAsked: (Expected) -> Bool) -> BrokenLink? {
    // Pictures before sound: they are what is told more about.
    let missing = expected.filter { !isThere($0) && isAsked($0) }
    guard let media = missing.first(where: { $0.kind == .video }) ?? missing.first else {
      return nil
    }
    let stream = stream(media)
    return disagreement(media) ?? wrongPackets(media) ?? tooLargePackets(media)
      ?? notArrived(media, stream) ?? heldUp(media, stream) ?? wrongFrames(media, stream)
      ?? notDecoded(media, stream) ?? notRendered(media, stream)
  }

  private func stream(_ media: Expected) -> StreamRecord? {
    let numbers = analysis.numbers[media.index]
    return media.kind == .video ? numbers.video : numbers.audio
  }

  /// The sender's side of it.
  func sentStream(_ kind: TrackKind, to index: Int) -> StreamRecord? {
    guard let far = far(index) else { return nil }
    return analysis.peers[far].streams.first { $0.kind == kind && !$0.sent.isEmpty }
      ?? analysis.peers[far].streams.first { $0.kind == kind }
  }

  private func mid(_ media: Expected) -> String? {
    stream(media)?.mid
      ?? analysis.agreements.flatMap { $0.sections(of: media.kind) }.first { !$0.isRejected }?.mid
  }

  // MARK: Agreement

  /// A rule of descriptions without which that media cannot flow.
  private func disagreement(_ media: Expected) -> BrokenLink? {
    let mid = mid(media)
    func concerns(_ finding: Finding) -> Bool {
      finding.place.mid == nil || finding.place.mid == mid
    }
    let mismatch = descriptions.errors("codec-mismatch").first(where: concerns)
    let extensions = descriptions.errors("extmap-").first(where: concerns)
    let others = descriptions.errors(
      "codec-", "payload-type-", "rtpmap-", "rtx-", "direction-", "bundle-", "mid-", "mline-",
      "ssrc-", "msid-", "rtcp-mux-", "simulcast-", "rid-", "transport-"
    ).first(where: concerns)
    guard let finding = mismatch ?? extensions ?? others else { return nil }
    let cause: Cause =
      mismatch != nil ? .noCommonCodec : extensions != nil ? .extmapLost : .descriptionsDisagree
    var link = BrokenLink(
      cause, symptom(of: media.index), peer: media.index, mid: finding.place.mid,
      "\(what(media)) is missing, and the descriptions break the rule \(finding.id): \(finding.message)",
      [descriptions.evidence(finding)] + counters(media))
    link.clause = finding.clause
    link.fix = finding.fix
    return link
  }

  // MARK: RTP

  /// Packets that come and are dropped for what their headers say.
  private func wrongPackets(_ media: Expected) -> BrokenLink? {
    let (index, mid) = (media.index, mid(media))
    let rules: [(rule: Rule, cause: Cause)] = [
      (CaptureRules.rtpVersion, .rtpVersionWrong),
      (CaptureRules.payloadType, .payloadTypeNotNegotiated),
    ]
    for (rule, cause) in rules {
      guard let finding = capture.finding(rule) else { continue }
      return BrokenLink(
        cause, symptom(of: index), peer: index, mid: mid, finding.message,
        [capture.evidence(finding)] + counters(media))
    }
    let reasons: [(words: (String) -> Bool, cause: Cause, verb: String)] = [
      (
        { $0.hasPrefix("payload type ") && $0.hasSuffix(" was not negotiated") },
        .payloadTypeNotNegotiated, "drops packets whose payload type it did not agree to"
      ),
      (
        { $0.hasPrefix("no section for SSRC ") }, .ssrcUnknown,
        "drops packets that it can give to no section"
      ),
      ({ $0.hasPrefix("version(") }, .rtpVersionWrong, "drops packets that do not say version 2"),
    ]
    for (words, cause, verb) in reasons {
      let dropped = analysis.peers[index].discards.filter { $0.layer == "rtp" && words($0.reason) }
      let count = dropped.reduce(0) { $0 + $1.count }
      guard count >= 3, let first = dropped.first else { continue }
      return BrokenLink(
        cause, symptom(of: index), peer: index, mid: mid,
        "\(name(index)) \(verb): \(Words.count(count, "packet")), the first at \(Words.seconds(first.first)) (\(first.reason)).",
        [
          Evidence(
            first.reason, at: first.first,
            counter: .init("packets dropped by \(name(index))", count))
        ] + counters(media))
    }
    return nil
  }

  /// Packets that the links between the two refuse for their size, once there are keys.
  private func tooLargePackets(_ media: Expected) -> BrokenLink? {
    let lost = tooLargePackets(to: media.index)
    guard let far = far(media.index), lost.count >= Self.leastPackets, let first = lost.first else {
      return nil
    }
    return BrokenLink(
      .packetsTooLarge, symptom(of: media.index), peer: far, mid: mid(media),
      "\(what(media)) is missing: \(Words.count(lost.count, "packet")) of \(name(far)) were too large for the path, the first of \(first.bytesOnWire) bytes.",
      evidence(ofTooLarge: lost) + counters(media))
  }

  private func notArrived(_ media: Expected, _ stream: StreamRecord?) -> BrokenLink? {
    guard !(stream?.hasReceived ?? false) else { return nil }
    let (index, sent) = (media.index, sentStream(media.kind, to: media.index))
    let packets = sent?.sent.last?.value.packets
    let isMade =
      sent.map { !$0.captured.isEmpty || !$0.encoded.isEmpty || $0.isSending } ?? false
    if packets == 0 || packets == nil && !isMade {
      let how =
        packets == 0
        ? "\(farName(index)) counts no packet sent" : "that \(farName(index)) sends is not reported"
      let encoded = sent.map { !$0.captured.isEmpty && $0.encoded.isEmpty } ?? false
      return BrokenLink(
        .nothingSent, symptom(of: index), peer: far(index), mid: mid(media),
        "\(what(media)) is missing: \(how)\(encoded ? ", and none of its captured frames was encoded" : ""), although it was agreed on.",
        counters(media))
    }
    let count = packets.map { Words.count($0, "packet") } ?? "how many packets is not reported"
    return BrokenLink(
      .nothingArrives, symptom(of: index), peer: index, mid: mid(media),
      "\(what(media)) is missing: \(farName(index)) sends it (\(count)), and \(name(index)) received none of it.",
      counters(media) + drops(until: nil))
  }

  /// Packets of which most still wait in front of a path that is too narrow, or were lost there.
  private func heldUp(_ media: Expected, _ stream: StreamRecord?) -> BrokenLink? {
    guard let sent = sentStream(media.kind, to: media.index)?.sent.last?.value.packets,
      let received = stream?.received.last?.value.packets, received < sent / 2,
      let narrow = narrowness(to: media.index, .start, analysis.call.end)
    else { return nil }
    return BrokenLink(
      .bandwidthTooLow, symptom(of: media.index), peer: media.index, mid: mid(media),
      "\(what(media)) is missing: of \(Words.count(sent, "packet")) only \(received) arrived, and \(narrow.text).",
      [narrow] + counters(media))
  }

  // MARK: Frames

  private func wrongFrames(_ media: Expected, _ stream: StreamRecord?) -> BrokenLink? {
    let rules: [(rule: Rule, cause: Cause)] = [
      (CaptureRules.packetizationMode, .packetizationWrong),
      (CaptureRules.markerPerNAL, .markerMisplaced),
    ]
    for (rule, cause) in rules {
      guard media.kind == .video, let finding = capture.finding(rule) else { continue }
      return BrokenLink(
        cause, symptom(of: media.index), peer: far(media.index), mid: mid(media), finding.message,
        [capture.evidence(finding)] + counters(media))
    }
    let refused = analysis.peers[media.index].discards.filter {
      $0.layer == "payload" || $0.layer == "playout" && $0.reason.hasPrefix("malformed frame")
    }
    guard media.kind == .video, let stream, stream.assembled.isEmpty, stream.decodedFrames == 0,
      let first = refused.first
    else { return nil }
    let count = refused.reduce(0) { $0 + $1.count }
    return BrokenLink(
      .packetizationWrong, symptom(of: media.index), peer: far(media.index), mid: mid(media),
      "\(name(media.index)) can put no frame together from the packets of \(farName(media.index)): \(Words.sentence(first.reason))",
      [
        Evidence(first.reason, at: first.first, counter: .init("payloads refused", count))
      ] + counters(media))
  }

  private func notDecoded(_ media: Expected, _ stream: StreamRecord?) -> BrokenLink? {
    guard let stream else { return nil }
    let index = media.index
    if media.kind == .audio {
      let refused = analysis.peers[index].discards.filter {
        $0.layer == "codec" && $0.reason.hasPrefix("sound not decoded")
      }
      guard let first = refused.first else { return nil }
      return BrokenLink(
        .decoderFails, symptom(of: index), peer: index, mid: stream.mid,
        "The decoder of \(name(index)) cannot decode the sound: \(Words.sentence(first.reason))",
        [Evidence(first.reason, at: first.first)] + counters(media))
    }
    guard stream.decodedFrames == 0 else { return nil }
    if let failure = stream.decodeFailures.first {
      return BrokenLink(
        .decoderFails, symptom(of: index), peer: index, mid: stream.mid,
        "The decoder of \(name(index)) can decode no frame: \(Words.sentence(failure.value))",
        [
          Evidence(
            failure.value, at: failure.at,
            counter: .init("frames not decoded", stream.decodeFailures.count))
        ] + counters(media))
    }
    guard stream.keyFrames.isEmpty,
      !stream.assembled.isEmpty || !stream.keyFrameRequests.isEmpty
    else { return nil }
    return BrokenLink(
      .keyFrameMissing, symptom(of: index), peer: far(index), mid: stream.mid,
      "Packets reach \(name(index)), and no key frame to begin with: it asked \(Words.count(stream.keyFrameRequests.count, "time")).",
      [
        Evidence(
          "\(name(index)) asks for a key frame", at: stream.keyFrameRequests.first?.at,
          counter: .init("key frames requested", stream.keyFrameRequests.count)),
        Evidence(
          "frames put together, none of them a key frame", at: stream.assembled.first?.at,
          counter: .init("frames", stream.assembled.count)),
      ] + counters(media))
  }

  private func notRendered(_ media: Expected, _ stream: StreamRecord?) -> BrokenLink {
    let decoded = stream.map(\.decodedFrames) ?? 0
    let known =
      decoded > 0
      ? "\(decoded) frames were decoded" : "what became of the packets is not reported"
    return BrokenLink(
      .nothingRendered, symptom(of: media.index), peer: media.index, mid: mid(media),
      "\(what(media)) is missing at \(name(media.index)) although packets arrive: \(known).",
      counters(media))
  }

  // MARK: Words

  /// "Bob's picture of alice".
  private func what(_ media: Expected) -> String {
    let noun = media.kind == .video ? "The picture" : "The sound"
    return "\(noun) of \(farName(media.index)) at \(name(media.index))"
  }

  /// What both ends count.
  private func counters(_ media: Expected) -> [Evidence] {
    var evidence: [Evidence] = []
    if let far = far(media.index), let last = sentStream(media.kind, to: media.index)?.sent.last {
      evidence.append(
        Evidence(
          "\(media.kind.rawValue) that \(name(far)) sent", at: last.at,
          counter: .init("packets sent", last.value.packets)))
    }
    if let last = stream(media)?.received.last {
      evidence.append(
        Evidence(
          "\(media.kind.rawValue) that \(name(media.index)) received", at: last.at,
          counter: .init("packets received", last.value.packets)))
    } else {
      evidence.append(
        Evidence(
          "\(media.kind.rawValue) that \(name(media.index)) received: not reported"))
    }
    return evidence
  }
}
