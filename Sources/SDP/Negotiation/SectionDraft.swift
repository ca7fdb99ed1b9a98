/// The parts of an m-section in use, and the order in which they are written (RFC 9429 §5.2.1).
struct SectionDraft {
  var kind: MediaKind
  var `protocol` = "UDP/TLS/RTP/SAVPF"
  var mid: String?
  var direction: Direction
  var codecs: [NegotiatedCodec]
  var extensions: [ExtensionMap]
  var setup: SetupRole
  var transport: TransportParameters
  /// Its transport is that of the whole BUNDLE group (RFC 9143 §7.2.1).
  var isTagged: Bool
  var reducedSizeRTCP: Bool
  var plan: TransceiverPlan

  /// Every section repeats the transport attributes and has a port other than 0, as Chromium does with max-bundle: a port 0
  /// with `bundle-only` is taken for a rejection by some stacks. Candidates stand in the tagged section alone.
  func section() -> MediaSection {
    let port = isTagged ? transport.defaultAddress?.port : nil
    var section = MediaSection(
      kind: kind, port: port ?? 9, protocol: `protocol`, formats: formats)
    section.lines = [
      DescriptionLine(.connection(isTagged ? transport.defaultConnection : .unspecified))
    ]
    func add(_ attribute: Attribute) { section.lines.append(DescriptionLine(attribute)) }
    if isTagged {
      for candidate in transport.candidates { add(.candidate(candidate)) }
      if transport.endOfCandidates { add(.endOfCandidates) }
    }
    add(.iceUfrag(transport.ufrag))
    add(.icePwd(transport.pwd))
    if transport.isTrickle { add(.iceOptions(["trickle"])) }
    add(.fingerprint(transport.fingerprint))
    add(.setup(setup))
    if let mid { add(.mid(mid)) }
    for map in extensions { add(.extmap(map)) }
    add(.direction(direction))
    if direction.sends { add(.msid(MediaStreamID(stream: plan.streamID, track: plan.trackID))) }
    add(.rtcpMux)
    if reducedSizeRTCP { add(.rtcpReducedSize) }
    for codec in codecs { Self.write(codec, isAudio: kind == .audio, add) }
    if direction.sends { writeSources(add) }
    return section
  }

  private var formats: [String] {
    codecs.flatMap { [$0.payloadType] + ($0.rtxPayloadType.map { [$0] } ?? []) }.map { String($0) }
  }

  private static func write(_ codec: NegotiatedCodec, isAudio: Bool, _ add: (Attribute) -> Void) {
    let number = codec.payloadType
    add(
      .rtpMap(
        RTPMap(
          payloadType: number, encoding: codec.name, clockRate: codec.clockRate,
          channels: isAudio && codec.channels > 1 ? UInt8(clamping: codec.channels) : nil)))
    for feedback in codec.feedback {
      add(.feedback(RTCPFeedback(payloadType: number, feedback: feedback)))
    }
    if !codec.parameters.isEmpty {
      add(.formatParameters(FormatParameters(payloadType: number, codec.parameters)))
    }
    if let rtx = codec.rtxPayloadType {
      // RFC 4588 §8.6.
      add(.rtpMap(RTPMap(payloadType: rtx, encoding: "rtx", clockRate: codec.clockRate)))
      let apt = FormatParameter("apt", String(number))
      add(.formatParameters(FormatParameters(payloadType: rtx, [apt])))
    }
  }

  private func writeSources(_ add: (Attribute) -> Void) {
    var ssrcs = [plan.ssrc]
    if let rtx = plan.rtxSSRC, codecs.contains(where: { $0.rtxPayloadType != nil }) {
      ssrcs.append(rtx)
      add(.ssrcGroup(SourceGroup(semantics: "FID", ssrcs: ssrcs)))
    }
    for ssrc in ssrcs {
      add(.ssrc(SourceAttribute(ssrc: ssrc, name: "cname", argument: plan.cname)))
      add(
        .ssrc(
          SourceAttribute(ssrc: ssrc, name: "msid", argument: "\(plan.streamID) \(plan.trackID)")))
    }
  }

  /// A section that is not used: port 0, one format, since the grammar wants one (RFC 3264 §6).
  static func rejected(_ section: MediaSection) -> MediaSection {
    let format = section.formats.first ?? "0"
    var rejected = MediaSection(
      kind: section.kind, port: 0, protocol: section.protocol, formats: [format])
    rejected.lines = [
      DescriptionLine(.connection(.unspecified)), DescriptionLine(.direction(.inactive)),
    ]
    if let mid = section.mid { rejected.lines.append(DescriptionLine(.mid(mid))) }
    if let map = section.rtpMaps.first(where: { String($0.payloadType) == format }) {
      rejected.lines.append(DescriptionLine(.rtpMap(map)))
    }
    return rejected
  }
}
