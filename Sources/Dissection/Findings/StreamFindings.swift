internal import SDPRules
internal import SansIO

/// What headers and payloads of one stream show: pictures without an end or a beginning, clocks, sources.
enum StreamFindings {
  static func find(_ stream: StreamMeter, _ flow: Flow, _ sides: CallSides, _ file: Int)
    -> [Finding]
  {
    let codec = flow.codec(of: stream)
    return [
      marker(stream, codec, flow, file), fragments(stream, codec, flow, file),
      clock(stream, codec, flow, file), shared(stream, flow, file), collision(stream, flow, file),
      order(stream, codec, flow, file), parameterSets(stream, codec, flow, file),
      extensions(stream, flow, sides, file), keyFrames(stream, codec, flow, file),
    ].compactMap(\.self)
  }

  /// So few packets are lost or late that what is missing was never there.
  private static func isSound(_ stream: StreamMeter) -> Bool {
    stream.sequence.lost * 10 <= Int(stream.sequence.expected)
      && stream.sequence.reordered * 10 <= stream.packets
  }

  private static func marker(
    _ stream: StreamMeter, _ codec: CallDescription.Codec?, _ flow: Flow, _ file: Int
  ) -> Finding? {
    let isPicture =
      codec.map { $0.isVideo && !$0.isRepair }
      ?? (!flow.isProtected(stream.isForward) && stream.looksLikeH264
        && stream.timestampsOfSeveral > 0)
    guard isPicture, isSound(stream), stream.timestamps >= 20,
      stream.markers * 4 < (stream.timestamps - stream.sequence.lost) * 3
    else { return nil }
    let sender = flow.sender(stream.isForward)
    let words =
      stream.markers == 0
      ? "sets the marker on none of \(stream.packets) packets; receivers see the end of a picture only when the next one begins, or never"
      : "has \(stream.markers) markers in \(stream.timestamps) timestamps: most pictures have no end, or the packets of one picture have several timestamps"
    return CaptureRules.markerMissing.finding(
      file: file, value: "\(stream.markers) markers in \(stream.timestamps) timestamps",
      clause: codec?.name == "vp8" ? "RFC 7741 §4.1" : nil,
      "\(MediaFindings.name(stream.ssrc)) of \(sender) \(words).")
  }

  private static func fragments(
    _ stream: StreamMeter, _ codec: CallDescription.Codec?, _ flow: Flow, _ file: Int
  ) -> Finding? {
    guard codec?.isH264 ?? stream.looksLikeH264, !flow.isProtected(stream.isForward) else {
      return nil
    }
    let units = stream.fragments
    let torn = units.open + units.headless
    guard torn >= 5, torn > units.whole else { return nil }
    let words =
      units.open >= units.headless
      ? "\(units.open) NAL units begin in FU-A and have no fragment with the E bit"
      : "\(units.headless) fragments of NAL units come without one that has the S bit"
    return CaptureRules.fragmentation.finding(
      file: file, value: units.open >= units.headless ? "FU-A without end" : "FU-A without start",
      "In \(MediaFindings.name(stream.ssrc)) of \(flow.sender(stream.isForward)) \(words), though no packet is lost between them; receivers wait for the rest and drop the picture."
    )
  }

  /// A wrong clock rate is wrong by a factor; queues and clocks that drift are not.
  private static let usual = 0.6...1.6

  private static func clock(
    _ stream: StreamMeter, _ codec: CallDescription.Codec?, _ flow: Flow, _ file: Int
  ) -> Finding? {
    guard let codec, codec.name != "rtx", !codec.isSignal, isSound(stream),
      let rate = stream.clock.rate, !usual.contains(rate / Double(codec.clockRate))
    else { return nil }
    let sender = flow.sender(stream.isForward)
    let ticks = Words.decimal(rate, 0)
    let words =
      rate == 0
      ? "do not move: all packets have the same"
      : "run with about \(ticks) ticks a second, and \(codec.clockRate) are agreed on"
    return CaptureRules.timestampRate.finding(
      file: file, value: "\(ticks) ticks a second",
      "The RTP timestamps of \(MediaFindings.name(stream.ssrc)) of \(sender) (\(codec.label)) \(words); its receiver cannot tell when to play what, and sound and pictures do not fit together."
    )
  }

  private static func order(
    _ stream: StreamMeter, _ codec: CallDescription.Codec?, _ flow: Flow, _ file: Int
  ) -> Finding? {
    let back = stream.timestampsBackwards
    guard let codec, codec.name != "rtx", !codec.isSignal, back >= 5,
      back * 10 >= stream.timestamps
    else { return nil }
    return CaptureRules.timestampOrder.finding(
      file: file, value: "\(back) of \(stream.timestamps) timestamps",
      "The RTP timestamps of \(MediaFindings.name(stream.ssrc)) of \(flow.sender(stream.isForward)) (\(codec.label)) step back \(counted(back, "time")) in \(stream.timestamps), in packets that come in order; receivers show such pictures too late or drop them."
    )
  }

  private static func parameterSets(
    _ stream: StreamMeter, _ codec: CallDescription.Codec?, _ flow: Flow, _ file: Int
  ) -> Finding? {
    guard let codec, codec.isH264, !codec.hasParameterSets, !flow.isProtected(stream.isForward),
      stream.packets >= 20, stream.unitTypes.contains(5)
    else { return nil }
    let missing = [(7, "SPS"), (8, "PPS")].filter { !stream.unitTypes.contains($0.0) }.map(\.1)
    guard !missing.isEmpty else { return nil }
    let words = missing.joined(separator: " and no ")
    // A receiver that got them another way asks for nothing.
    let asked = flow.rtcp.keyFrameRequests[stream.ssrc]?.count ?? 0
    return CaptureRules.parameterSets.finding(
      file: file, value: "no \(words)", severity: asked >= 3 ? .error : .warning,
      "\(MediaFindings.name(stream.ssrc)) of \(flow.sender(stream.isForward)) has IDR pictures and no \(words), and its description has no sprop-parameter-sets; no decoder can begin."
    )
  }

  private static func shared(_ stream: StreamMeter, _ flow: Flow, _ file: Int) -> Finding? {
    guard stream.soundPackets >= 3, stream.picturePackets >= 3 else { return nil }
    return CaptureRules.sharedSSRC.finding(
      file: file, value: "\(stream.ssrc)",
      "\(flow.sender(stream.isForward)) sends sound (\(stream.soundPackets) packets) and pictures (\(stream.picturePackets) packets) with the same SSRC \(stream.ssrc); sequence numbers and timestamps of the two are taken for one stream, and most of it is dropped."
    )
  }

  /// Told of the first endpoint's stream.
  private static func collision(_ stream: StreamMeter, _ flow: Flow, _ file: Int) -> Finding? {
    guard stream.isForward, stream.packets >= 10,
      let other = flow.streams.first(where: { !$0.isForward && $0.ssrc == stream.ssrc }),
      other.packets >= 10, !isEcho(stream, other)
    else { return nil }
    return CaptureRules.collision.finding(
      file: file, value: "\(stream.ssrc)",
      "\(flow.first) and \(flow.second) both send with SSRC \(stream.ssrc): reports of one are taken for the other's."
    )
  }

  /// Who sends back what it gets keeps the numbers.
  private static func isEcho(_ one: StreamMeter, _ other: StreamMeter) -> Bool {
    guard let first = one.sequence.first, let second = other.sequence.first else { return false }
    return first <= other.sequence.highest && second <= one.sequence.highest
  }

  private static func extensions(
    _ stream: StreamMeter, _ flow: Flow, _ sides: CallSides, _ file: Int
  ) -> Finding? {
    // Descriptions may be those of another leg.
    let receiver = sides.descriptions(
      of: flow.sender(!stream.isForward), peer: flow.sender(stream.isForward))
    guard !receiver.isEmpty, stream.packets >= 10 else { return nil }
    let strange = stream.extensions.filter { id, count in
      count * 2 >= stream.packets && !receiver.contains { $0.extensions.contains(UInt16(id)) }
    }.keys.sorted()
    guard let first = strange.first else { return nil }
    let names = strange.map { String($0) }.joined(separator: ", ")
    return CaptureRules.strangeExtension.finding(
      file: file, value: "extension \(first)",
      "Packets of \(MediaFindings.name(stream.ssrc)) of \(flow.sender(stream.isForward)) carry header extension \(names), which no a=extmap line has; receivers pass over it, and what was meant by it is lost."
    )
  }

  /// Requests that no key frame follows; where payloads can be read.
  private static func keyFrames(
    _ stream: StreamMeter, _ codec: CallDescription.Codec?, _ flow: Flow, _ file: Int
  ) -> Finding? {
    guard codec?.format != nil, !flow.isProtected(stream.isForward),
      let asked = flow.rtcp.keyFrameRequests[stream.ssrc]
    else { return nil }
    let run = longestWait(asked.sorted(), stream.keyFrames.sorted())
    guard run.count >= 3, run.span >= 2_000_000_000 else { return nil }
    let sender = flow.sender(stream.isForward)
    let isNone = stream.keyFrames.isEmpty
    let words =
      isNone
      ? "none of its \(stream.timestamps) pictures is one; nothing can be decoded"
      : "the next one comes late or not at all; the picture stands still or is broken meanwhile"
    return CaptureRules.keyFrame.finding(
      file: file, value: counted(run.count, "request"), severity: isNone ? .error : .warning,
      "\(sender) is asked for a key frame of \(MediaFindings.name(stream.ssrc)) \(run.count) times in \(Words.seconds(run.span)), and \(words)."
    )
  }

  /// The longest run of requests without a key frame between them.
  private static func longestWait(
    _ asked: [Int64], _ keyFrames: [Int64]
  ) -> (count: Int, span: Int64) {
    var longest: (count: Int, span: Int64) = (0, 0)
    var (index, start, count) = (0, asked.first ?? 0, 0)
    for time in asked {
      while index < keyFrames.count, keyFrames[index] <= time {
        if keyFrames[index] > start { (start, count) = (time, 0) }
        index += 1
      }
      if count == 0 { start = time }
      count += 1
      if time - start > longest.span { longest = (count, time - start) }
    }
    return longest
  }
}
