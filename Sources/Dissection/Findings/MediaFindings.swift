internal import SDPRules
internal import SansIO

/// What RTP and RTCP show.
enum MediaFindings {
  static func find(_ flow: Flow, _ sides: CallSides, _ file: Int) -> [Finding] {
    var findings = versions(flow, file) + feedback(flow, file)
    for stream in flow.streams {
      let codec = flow.codec(of: stream)
      findings += [
        packetization(stream, codec, flow, file), marker(stream, codec, flow, file),
        payloadType(stream, flow, sides, file), requests(stream, flow, file),
        loss(stream, flow, file),
      ].compactMap(\.self)
      findings += StreamFindings.find(stream, flow, sides, file)
    }
    return findings
  }

  static func name(_ ssrc: UInt32) -> String { "SSRC \(ssrc)" }

  private static func versions(_ flow: Flow, _ file: Int) -> [Finding] {
    flow.wrongVersions.certain.map { key, count in
      let repeated = flow.rtcp.requests.filter { source in
        source.key != key.ssrc && source.value.keys.contains(where: count.originals.contains)
      }.keys.min()
      let kind = repeated.map { "They look like RTX that answers NACKs of \(name($0)). " } ?? ""
      return CaptureRules.rtpVersion.finding(
        file: file, value: "version \(key.version)",
        "\(count.packets) packets from \(flow.sender(key.isForward)) (\(name(key.ssrc)), payload type \(key.payloadType), first packet \(count.firstNumber)) are RTP of version \(key.version). \(kind)Receivers drop them unread; version 0 even looks like STUN (RFC 7983)."
      )
    }
  }

  /// NACK, PLI and FIR for an SSRC that no stream of the flow has.
  private static func feedback(_ flow: Flow, _ file: Int) -> [Finding] {
    let known = Set(flow.streams.map(\.ssrc))
    // In a dump of one direction the streams that are meant are missing.
    let isWhole = [true, false].allSatisfy { way in
      let asks = ["NACK", "PLI", "FIR"].contains { flow.rtcp.counts[way][$0] != nil }
      return !asks || flow.streams.contains { $0.isForward != way }
    }
    guard isWhole else { return [] }
    var counts = flow.rtcp.keyFrameRequests.mapValues(\.count)
    for (ssrc, numbers) in flow.rtcp.requests {
      counts[ssrc, default: 0] += numbers.values.reduce(0, +)
    }
    return counts.filter { $0.value >= 3 && !known.contains($0.key) }.keys.sorted().map { ssrc in
      CaptureRules.feedbackSSRC.finding(
        file: file, value: "\(ssrc)",
        "\(counts[ssrc] ?? 0) requests for packets or key frames are for SSRC \(ssrc), which no stream of this flow has; nobody answers them."
      )
    }
  }

  private static func packetization(
    _ stream: StreamMeter, _ codec: CallDescription.Codec?, _ flow: Flow, _ file: Int
  ) -> Finding? {
    guard codec?.packetizationMode == 0, !flow.isProtected(stream.isForward),
      stream.impossibleNALs == 0
    else {
      return nil
    }
    let kinds = [(28, "FU-A"), (29, "FU-B"), (24, "STAP-A"), (25, "STAP-B")]
    guard let kind = kinds.first(where: { stream.nalTypes[$0.0] > 2 }) else { return nil }
    return CaptureRules.packetizationMode.finding(
      file: file, value: "\(kind.1) (NAL type \(kind.0))",
      "\(stream.nalTypes[kind.0]) of \(stream.packets) packets of \(name(stream.ssrc)) (payload type \(types(stream)), packetization-mode=0) are \(kind.1), which only mode 1 has; a receiver of mode 0 drops them and shows next to nothing."
    )
  }

  private static func marker(
    _ stream: StreamMeter, _ codec: CallDescription.Codec?, _ flow: Flow, _ file: Int
  ) -> Finding? {
    guard stream.timestampsOfSeveral >= 5,
      stream.timestampsOfManyMarkers * 10 >= stream.timestampsOfSeveral * 9
    else { return nil }
    // Of other codecs, and of repair, markers may stand more often.
    if let codec {
      guard codec.clockRate == 90_000, !codec.isRepair else { return nil }
    } else {
      guard !flow.isProtected(stream.isForward), stream.looksLikeH264 else { return nil }
    }
    return CaptureRules.markerPerNAL.finding(
      file: file, value: "\(stream.mostMarkers) markers per timestamp",
      clause: codec?.name == "vp8" ? "RFC 7741 §4.1" : nil,
      "\(name(stream.ssrc)) (payload type \(types(stream))) sets the marker on several packets of one timestamp, \(stream.timestampsOfManyMarkers) times in \(stream.timestamps) pictures of \(stream.packets) packets; receivers take each for a whole picture, which shows green or torn and freezes."
    )
  }

  private static func payloadType(
    _ stream: StreamMeter, _ flow: Flow, _ sides: CallSides, _ file: Int
  ) -> Finding? {
    guard !sides.isEmpty else { return nil }
    let unknown = stream.payloadTypes.filter { type in
      type.value >= 3 && !sides.descriptions.contains { $0.codecs[type.key] != nil }
    }
    guard let first = unknown.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else {
      return nil
    }
    return CaptureRules.payloadType.finding(
      file: file, value: "payload type \(first.key)",
      "\(flow.sender(stream.isForward)) sends \(first.value) packets of payload type \(first.key) (\(name(stream.ssrc)), from packet \(stream.firstNumber) on), which no description lists; the receiver drops them."
    )
  }

  private static func requests(_ stream: StreamMeter, _ flow: Flow, _ file: Int) -> Finding? {
    guard let asked = flow.rtcp.requests[stream.ssrc] else { return nil }
    let repaired = flow.streams.reduce(into: Set<UInt16>()) { repaired, other in
      // Without a description, RTX is what repeats what was asked for and next to nothing else.
      let fitting = other.originals.count(where: { asked[$0] != nil })
      if flow.codec(of: other)?.name == "rtx" || fitting * 10 >= other.originals.count * 9 {
        repaired.formUnion(other.originals)
      }
    }
    let unanswered = asked.filter { number, count in
      count > 1 && stream.sequence.isMissing(number) && !repaired.contains(number)
    }
    guard unanswered.count >= 3 else { return nil }
    return CaptureRules.nackUnanswered.finding(
      file: file, value: "\(unanswered.count) sequence numbers",
      "\(unanswered.count) packets of \(name(stream.ssrc)) are asked for by NACK again and again, and never come; pictures stay broken until the next key frame."
    )
  }

  private static func loss(_ stream: StreamMeter, _ flow: Flow, _ file: Int) -> Finding? {
    if stream.isUnheard {
      return CaptureRules.loss.finding(
        file: file, value: "\(stream.packets) of \(stream.packets)",
        severity: stream.packets > 10 ? .warning : .info,
        "Of the \(stream.packets) packets of \(name(stream.ssrc)) that \(flow.sender(stream.isForward)) sends none arrives."
      )
    }
    let (lost, expected) = (stream.sequence.lost, stream.sequence.expected)
    guard lost > 0, expected > 0 else { return nil }
    let share = Double(lost) / Double(expected)
    return CaptureRules.loss.finding(
      file: file, value: "\(lost) of \(expected)",
      severity: share > 0.05 && lost > 10 ? .warning : .info,
      "\(name(stream.ssrc)) from \(flow.sender(stream.isForward)) lacks \(lost) of \(expected) packets (\(Words.percent(share))), in \(counted(stream.sequence.bursts.count, "run")) of up to \(stream.sequence.bursts.max() ?? 0)."
    )
  }

  private static func types(_ stream: StreamMeter) -> String {
    stream.payloadTypes.keys.sorted().map { String($0) }.joined(separator: ", ")
  }
}
