internal import SDP
internal import SansIO

/// Which codecs both sides have, in which order, and what their parameters say.
enum CodecRules {
  static let mismatch = Rule(
    "codec-mismatch", .error, "An accepted section has a codec that both sides name.",
    clause: "RFC 3264 §6.1", bad: "offer: VP8; answer: H264", good: "offer: VP8 H264; answer: H264",
    fix: "Answer with a codec of the offer, or refuse the section by port 0.",
    explains: [.inSection("codec-not-offered", "payload-type-redefined", "codec-order")])
  static let parameters = Rule(
    "codec-parameter-mismatch", .error,
    "Parameters that make a codec's configuration are the same in the answer.",
    clause: "RFC 6184 §8.2.2", bad: "offer: packetization-mode=0; answer: packetization-mode=1",
    good: "offer and answer: packetization-mode=1",
    fix: "Keep the configuration of the offer for this payload type, or drop the payload type.",
    explains: [
      .inSection("codec-mismatch", "codec-not-offered", "payload-type-redefined"),
      .inFile("payload-type-collision"),
    ])
  static let invalid = Rule(
    "codec-parameter-invalid", .warning, "A parameter has a value that its payload format allows.",
    clause: "RFC 8866 §6.15", bad: "a=fmtp:102 profile-level-id=42e0",
    good: "a=fmtp:102 profile-level-id=42e01f", fix: "Write a value of the format's own range.")
  static let notOffered = Rule(
    "codec-not-offered", .info, "The answer names a codec that was not offered.",
    clause: "RFC 3264 §6.1", bad: "offer: VP8; answer: VP8 VP9", good: "answer: VP8",
    fix: "Leave it out; it can only be used after an offer of one's own.")
  static let redefined = Rule(
    "payload-type-redefined", .warning, "A number of the offer keeps its codec in the answer.",
    clause: "RFC 3264 §6.1", bad: "offer: 96 VP8, 97 H264; answer: 96 H264",
    good: "answer: 97 H264", fix: "Use the numbers of the offer.")
  static let renumbered = Rule(
    "payload-type-renumbered", .info, "Each side sends with the numbers that the other announced.",
    clause: "RFC 3264 §6.1", bad: "offer: 96 opus; answer: 107 opus", good: "96 opus in both",
    fix: "Use the offer's number, for peers that compare numbers only.",
    behaviours: [Behaviour("rtpengine", .suffers, "sipwise/rtpengine issue #1789: codec stripped")])
  static let order = Rule(
    "codec-order", .info, "The order of an answer is the answerer's preference.",
    clause: "RFC 3264 §6.1", bad: "offer: 102 96; answer: 96 102", good: "answer: 102 96",
    fix: "Keep the offer's order in the answer, if the offerer's preference is to hold.")
  static let stereo = Rule(
    "opus-stereo", .info, "Stereo is the receiver's wish: without stereo=1 it hears mono.",
    clause: "RFC 7587 §6.1", bad: "offer: sprop-stereo=1; answer: no stereo",
    good: "answer: stereo=1", fix: "Write stereo=1 into the receiver's a=fmtp.")
  static let bandwidth = Rule(
    "opus-bandwidth", .info, "A receiver that asks for less than it could play gets less.",
    clause: "RFC 7587 §6.1", bad: "answer: maxplaybackrate=8000",
    good: "answer: no maxplaybackrate",
    fix: "Leave maxplaybackrate out, where the device plays all frequencies.")
  static let dtmf = Rule(
    "dtmf-clock-mismatch", .warning,
    "Key presses have the clock rate of the audio codec beside them.",
    clause: "RFC 4733 §2.1", bad: "opus/48000/2 with telephone-event/8000",
    good: "opus/48000/2 with telephone-event/48000",
    fix: "Add telephone-event at the codec's clock rate.")

  static let all = [
    mismatch, parameters, invalid, notOffered, redefined, renumbered, order, stereo, bandwidth,
    dtmf,
  ]

  static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    for section in view.rtpSections {
      for codec in section.codecs { CodecParameters.lint(codec, section, &findings) }
      dtmf(section, view, &findings)
    }
  }

  private static func dtmf(
    _ section: SectionView, _ view: DescriptionView, _ findings: inout Findings
  ) {
    let events = section.codecs.filter { $0.name == "telephone-event" }
    let clocks = section.primaryCodecs.map(\.codec.clockRate)
    guard let event = events.first, let preferred = clocks.first else { return }
    let rates = Set(events.map(\.codec.clockRate))
    if rates.contains(preferred) { return }
    let isNone = rates.isDisjoint(with: clocks)
    findings.add(
      dtmf, section.at(event.mapLine), value: event.mapLine.map { view.value($0) } ?? event.label,
      severity: isNone ? .warning : .info,
      "Key presses are sent with a clock of \(event.codec.clockRate) beside \(section.primaryCodecs[0].label); tones get wrong lengths, or none are sent."
    )
  }

  static func compare(_ pair: SectionPair, _ findings: inout Findings) {
    let (offered, answered) = (pair.offered, pair.answered)
    guard offered.isRTP, answered.isRTP else { return }
    let common = answered.mediaCodecs.filter { a in
      offered.mediaCodecs.contains { $0.matches(a) }
    }
    let isCommon = !common.isEmpty
    for codec in answered.mediaCodecs
    where !common.contains(where: { $0.payloadType == codec.payloadType }) {
      unmatched(codec, pair, isCommon: isCommon, &findings)
    }
    for codec in answered.codecs where codec.isAuxiliary {
      if let other = offered.codec(codec.payloadType), !other.isSameEncoding(as: codec) {
        redefined(codec, other, pair, &findings)
      }
    }
    // Where only retransmission is answered, what it repeats is missing, and that is told.
    let isRepairAlone = answered.mediaCodecs.isEmpty && !answered.codecs.isEmpty
    if !isCommon, !isRepairAlone, !offered.codecs.isEmpty {
      let names = answered.mediaCodecs.map(\.codec.label)
      findings.add(
        mismatch, answered.place, value: answered.section.formats.joined(separator: " "),
        "The section is accepted and no codec of the answer (\(names.isEmpty ? "none" : names.joined(separator: ", "))) is one of the offer; nothing can be decoded."
      )
    }
    for codec in common { level(codec, pair, &findings) }
    numbers(common, pair, &findings)
    order(common, pair, &findings)
    for (sender, receiver) in [(offered, answered), (answered, offered)]
    where sender.direction.sends && receiver.direction.receives {
      stereo(sender: sender, receiver: receiver, &findings)
      bandwidth(receiver, &findings)
    }
  }

  /// A codec of the answer that is in no configuration of the offer.
  private static func unmatched(
    _ codec: CodecEntry, _ pair: SectionPair, isCommon: Bool, _ findings: inout Findings
  ) {
    let (offered, answered) = (pair.offered, pair.answered)
    // The first is what will be sent.
    let isFirst = answered.mediaCodecs.first?.payloadType == codec.payloadType
    let sameNumber = offered.codec(codec.payloadType)
    let counterpart =
      sameNumber.flatMap { $0.isSameEncoding(as: codec) ? $0 : nil }
      ?? offered.mediaCodecs.first { $0.isSameEncoding(as: codec) }
    if let counterpart, let difference = CodecParameters.difference(counterpart, codec) {
      findings.add(
        parameters, answered.at(codec.parameterLine ?? codec.mapLine), value: difference.value,
        severity: isCommon && !isFirst ? .warning : nil, clause: difference.clause,
        "Payload type \(codec.payloadType) is offered with \(difference.before) and answered with \(difference.now), which is not negotiable; \(isCommon && !isFirst ? "this codec cannot be used" : "the answer is refused or nothing is decoded")."
      )
      return
    }
    if let sameNumber {
      redefined(codec, sameNumber, pair, &findings)
      return
    }
    findings.add(
      notOffered, answered.at(codec.mapLine ?? answered.line),
      value: codec.mapLine.map { pair.answer.value($0) } ?? String(codec.payloadType),
      "\(codec.codec.label) was not offered; it is not used until the answerer offers it itself.")
  }

  private static func redefined(
    _ codec: CodecEntry, _ before: CodecEntry, _ pair: SectionPair, _ findings: inout Findings
  ) {
    findings.add(
      redefined, pair.answered.at(codec.mapLine),
      value: codec.mapLine.map { pair.answer.value($0) } ?? codec.label,
      "Payload type \(codec.payloadType) is \(before.label) in the offer and \(codec.label) in the answer; peers that go by the number decode the wrong thing."
    )
  }

  /// RFC 6184 §8.2.2: without asymmetry the answer's level is not above the offer's.
  private static func level(
    _ codec: CodecEntry, _ pair: SectionPair, _ findings: inout Findings
  ) {
    guard codec.name == "h264" else { return }
    let matching = pair.offered.mediaCodecs.filter { $0.matches(codec) }
    guard
      let before = matching.first(where: { $0.payloadType == codec.payloadType }) ?? matching.first,
      let (a, b) = before.codec.h264.flatMap({ a in codec.codec.h264.map { (a, $0) } }),
      a.profileLevelID != nil, b.profileLevelID != nil
    else { return }
    let isFree = a.levelAsymmetryAllowed && b.levelAsymmetryAllowed
    guard !isFree, b.profile.level > a.profile.level else { return }
    findings.add(
      parameters, pair.answered.at(codec.parameterLine),
      value: CodecParameters.asWritten("profile-level-id", codec),
      "Payload type \(codec.payloadType) is answered with level \(b.profile.level.words) and was offered with \(a.profile.level.words), and level-asymmetry-allowed=1 is not on both sides; the usable level is the lower one, and strict peers refuse."
    )
  }

  private static func numbers(
    _ common: [CodecEntry], _ pair: SectionPair, _ findings: inout Findings
  ) {
    for codec in common {
      let same = pair.offered.mediaCodecs.filter { $0.matches(codec) }
      guard !same.contains(where: { $0.payloadType == codec.payloadType }), let first = same.first
      else { continue }
      if let other = pair.offered.codec(codec.payloadType), other.isSameEncoding(as: codec),
        let difference = CodecParameters.difference(other, codec)
      {
        findings.add(
          parameters, pair.answered.at(codec.parameterLine ?? codec.mapLine),
          value: difference.value, severity: .warning, clause: difference.clause,
          "Payload type \(codec.payloadType) is offered with \(difference.before) and answered with \(difference.now), which the offer has as \(first.payloadType); peers that go by the number refuse the answer or decode the wrong thing."
        )
      } else if let other = pair.offered.codec(codec.payloadType), !other.matches(codec) {
        findings.add(
          redefined, pair.answered.at(codec.mapLine),
          value: codec.mapLine.map { pair.answer.value($0) } ?? codec.label,
          "Payload type \(codec.payloadType) is \(other.label) in the offer and \(codec.label) in the answer, where the offer has it as \(first.payloadType); peers that go by the number decode the wrong thing."
        )
      } else {
        findings.add(
          renumbered, pair.answered.at(codec.mapLine),
          value: codec.mapLine.map { pair.answer.value($0) } ?? codec.label,
          "\(codec.codec.label) is \(first.payloadType) in the offer and \(codec.payloadType) in the answer; each side must send with the other's number."
        )
      }
    }
  }

  private static func order(
    _ common: [CodecEntry], _ pair: SectionPair, _ findings: inout Findings
  ) {
    let wanted = pair.offered.mediaCodecs.compactMap { offered in
      common.first { $0.matches(offered) }?.payloadType
    }
    var places: [Int] = []
    for codec in common {
      if let place = wanted.firstIndex(of: codec.payloadType), !places.contains(place) {
        places.append(place)
      }
    }
    guard places != places.sorted(), let first = common.first,
      let preferred = wanted.first.flatMap({ number in common.first { $0.payloadType == number } })
    else { return }
    let effect =
      preferred.payloadType == first.payloadType
      ? "its later choices stand in another order than offered"
      : "\(first.codec.label) (\(first.payloadType)) is sent, although the offer prefers \(preferred.codec.label) (\(preferred.payloadType))"
    findings.add(
      order, pair.answered.place, value: pair.answered.section.formats.joined(separator: " "),
      "The answer has an order of its own: \(effect).")
  }

  private static func stereo(
    sender: SectionView, receiver: SectionView, _ findings: inout Findings
  ) {
    guard let from = sender.codecs.first(where: { $0.name == "opus" }),
      let to = receiver.codecs.first(where: { $0.name == "opus" }),
      from.parameter("sprop-stereo") == "1", to.parameter("stereo") != "1"
    else { return }
    findings.add(
      stereo, receiver.at(to.parameterLine ?? to.mapLine), value: to.parameterText ?? to.label,
      "One side announces stereo (sprop-stereo=1) and this side does not ask for it (stereo=1); it hears mono."
    )
  }

  /// Up to 16,000 Hz: wideband and below, which is heard.
  private static func bandwidth(_ receiver: SectionView, _ findings: inout Findings) {
    guard let codec = receiver.codecs.first(where: { $0.name == "opus" }),
      let rate = codec.parameter("maxplaybackrate").flatMap({ Int($0) }),
      (8000...16_000).contains(rate)
    else { return }
    findings.add(
      bandwidth, receiver.at(codec.parameterLine),
      value: CodecParameters.asWritten("maxplaybackrate", codec),
      "This side asks for sound of at most \(rate) Hz; it hears the quality of a telephone.")
  }
}
