internal import Metrics
internal import SDPRules
internal import SansIO
internal import Trace

// Media that is missing since its packets do not come, or are dropped.
extension Examination {
  /// Packets that come and are dropped for what their headers say.
  func wrongPackets(_ media: Expected) -> BrokenLink? {
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
        "\(name(index)) \(verb): \(counted(count, "packet")), the first at \(Words.seconds(first.first)) (\(first.reason)).",
        [
          Evidence(
            first.reason, at: first.first,
            counter: .init("packets dropped by \(name(index))", count))
        ] + counters(media))
    }
    return nil
  }

  /// Packets that the links between the two refuse for their size, once there are keys.
  func tooLargePackets(_ media: Expected) -> BrokenLink? {
    let lost = tooLargePackets(to: media.index)
    guard let far = far(media.index), lost.count >= Self.leastPackets, let first = lost.first else {
      return nil
    }
    return BrokenLink(
      .packetsTooLarge, symptom(of: media.index), peer: far, mid: mid(media),
      "\(what(media)) is missing: \(counted(lost.count, "packet")) of \(name(far)) were too large for the path, the first of \(first.bytesOnWire) bytes.",
      evidence(ofTooLarge: lost) + counters(media))
  }

  func notArrived(_ media: Expected, _ stream: StreamRecord?) -> BrokenLink? {
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
    let count = packets.map { counted($0, "packet") } ?? "how many packets is not reported"
    return BrokenLink(
      .nothingArrives, symptom(of: index), peer: index, mid: mid(media),
      "\(what(media)) is missing: \(farName(index)) sends it (\(count)), and \(name(index)) received none of it.",
      counters(media) + drops(until: nil))
  }

  /// Packets of which most still wait in front of a path that is too narrow, or were lost there.
  func heldUp(_ media: Expected, _ stream: StreamRecord?) -> BrokenLink? {
    guard let sent = sentStream(media.kind, to: media.index)?.sent.last?.value.packets,
      let received = stream?.received.last?.value.packets, received < sent / 2,
      let narrow = narrowness(to: media.index, .start, analysis.call.end)
    else { return nil }
    return BrokenLink(
      .bandwidthTooLow, symptom(of: media.index), peer: media.index, mid: mid(media),
      "\(what(media)) is missing: of \(counted(sent, "packet")) only \(received) arrived, and \(narrow.text).",
      [narrow] + counters(media))
  }
}
