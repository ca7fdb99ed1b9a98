internal import Metrics
internal import SDPRules
internal import SansIO
internal import Trace

// Media that is missing although its packets come: frames, the decoder, the screen.
extension Examination {
  func wrongFrames(_ media: Expected, _ stream: StreamRecord?) -> BrokenLink? {
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

  func notDecoded(_ media: Expected, _ stream: StreamRecord?) -> BrokenLink? {
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
      "Packets reach \(name(index)), and no key frame to begin with: it asked \(counted(stream.keyFrameRequests.count, "time")).",
      [
        Evidence(
          "\(name(index)) asks for a key frame", at: stream.keyFrameRequests.first?.at,
          counter: .init("key frames requested", stream.keyFrameRequests.count)),
        Evidence(
          "frames put together, none of them a key frame", at: stream.assembled.first?.at,
          counter: .init("frames", stream.assembled.count)),
      ] + counters(media))
  }

  func notRendered(_ media: Expected, _ stream: StreamRecord?) -> BrokenLink {
    let decoded = stream.map(\.decodedFrames) ?? 0
    let known =
      decoded > 0
      ? "\(decoded) frames were decoded" : "what became of the packets is not reported"
    return BrokenLink(
      .nothingRendered, symptom(of: media.index), peer: media.index, mid: mid(media),
      "\(what(media)) is missing at \(name(media.index)) although packets arrive: \(known).",
      counters(media))
  }
}
