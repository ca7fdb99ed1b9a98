internal import SansIO
internal import Trace

extension AgentNotice {
  init(method: String, _ fields: MessageFields) throws(AgentMessageError) {
    let at = try fields.at()
    switch method {
    case "icecandidate":
      self = .candidate(
        try fields.string("candidate"), mid: try fields.optionalString("sdpMid") ?? "0", at: at)
    case "connectionstatechange":
      self = .connectionState(try fields.word("state"), at: at)
    case "track":
      self = .track(mid: try fields.string("mid"), try fields.word("kind"), at: at)
    case "still":
      self = .still(
        mid: try fields.string("mid"), at: at, mimeType: try Self.imageType(fields),
        bytes: try fields.base64("data"))
    case "secret": self = .secret(try Self.secretLine(fields))
    case "srtpkeys":
      self = .srtpKeys(
        profile: try fields.string("profile"), local: try fields.hexadecimal("local"),
        remote: try fields.hexadecimal("remote"))
    case "mediaframe": self = .mediaFrame(try CodedFrame(fields), at: at)
    case "keyframerequest": self = .keyFrameRequest(try fields.word("kind"))
    case "log": self = .log(try fields.string("text"))
    case "error": self = .error(try fields.string("message"))
    case "trace": self = try Self.trace(fields)
    default:
      guard let kind = try Self.event(method, fields) else {
        self = .unknown(method: method)
        return
      }
      self = .event(kind, at: at)
    }
  }

  /// What has a place in the trace as it stands; nil: no notification of that name.
  private static func event(
    _ method: String, _ fields: MessageFields
  ) throws(AgentMessageError) -> TraceEvent.Kind? {
    switch method {
    case "icegatheringstatechange":
      return .ice(
        .gathering(try fields.word("state"), waitingFor: try fields.strings("waitingFor")))
    case "iceconnectionstatechange": return .ice(.state(try fields.word("state")))
    case "dtls": return .dtls(try DTLSEvent(fields))
    case "selectedcandidatepair":
      return .ice(
        .selected(
          local: try fields.address("local"), remote: try fields.address("remote"),
          localKind: try fields.optionalString("localType") ?? "",
          remoteKind: try fields.optionalString("remoteType") ?? ""))
    default: return try media(method, fields).map(TraceEvent.Kind.media)
    }
  }

  private static func media(
    _ method: String, _ fields: MessageFields
  ) throws(AgentMessageError) -> MediaEvent? {
    func mid() throws(AgentMessageError) -> String { try fields.string("mid") }
    switch method {
    case "sending":
      return .sending(
        mid: try mid(), codec: try fields.string("codec"),
        payloadType: try fields.optionalInteger("payloadType") ?? 0,
        ssrc: try fields.optionalInteger("ssrc") ?? 0)
    case "receiving":
      return .receiving(
        mid: try mid(), codec: try fields.string("codec"),
        payloadType: try fields.optionalInteger("payloadType") ?? 0,
        ssrc: try fields.optionalInteger("ssrc") ?? 0)
    case "framecaptured":
      return .captured(mid: try mid(), frame: try fields.integer("frame"))
    case "frame":
      return .rendered(
        mid: try mid(), strip: try strip(fields), psnr: fields.decimal("psnr"),
        ssim: fields.decimal("ssim"))
    case "audiomarksent": return .markSent(mid: try mid(), mark: try fields.integer("mark"))
    case "audiomark": return .markPlayed(mid: try mid(), mark: try fields.integer("mark"))
    case "audiolevel":
      return .played(
        mid: try mid(), level: try fields.integer("level", in: -127...0),
        concealedSamples: try fields.optionalInteger("concealedSamples") ?? 0)
    case "trackenabled":
      return .trackEnabled(try fields.word("kind"), try fields.bool("enabled"))
    // A stack that does not even count packets has nothing to say here.
    case "streamstats": return fields.has("packets") ? .sample(try StreamSample(fields)) : nil
    default: return nil
    }
  }

  /// Frame and instant come together or not at all.
  private static func strip(_ fields: MessageFields) throws(AgentMessageError) -> StripReading? {
    guard let frame = try fields.optionalInteger("frame") as UInt32?,
      let captured = try fields.optionalInteger("captured") as Int64?
    else { return nil }
    return StripReading(frame: frame, captured: Instant(nanoseconds: captured))
  }

  /// One object of the trace, whose subject is the agent itself.
  private static func trace(_ fields: MessageFields) throws(AgentMessageError) -> AgentNotice {
    let event = try fields.object("event")
    let at = try event.at()
    guard case .object(var members) = event.object else { return .unknown(method: "trace") }
    members.removeAll { $0.name == "peer" || $0.name == "link" }
    if at == nil { members.append(JSONMember("at", 0)) }
    guard let kind = try? TraceEvent(json: .object(members), peers: []).kind else {
      throw AgentMessageError(expected: "an event of the trace")
    }
    return .event(kind, at: at)
  }

  private static func imageType(_ fields: MessageFields) throws(AgentMessageError) -> String {
    let type = try fields.string("mimeType")
    guard ["image/webp", "image/png", "image/jpeg"].contains(type) else {
      throw AgentMessageError(expected: "image/webp, image/png or image/jpeg in 'mimeType'")
    }
    return type
  }

  /// The lines of all agents are joined by line feeds.
  private static func secretLine(_ fields: MessageFields) throws(AgentMessageError) -> String {
    let line = try fields.string("line")
    guard !line.utf8.contains(where: { $0 < 0x20 || $0 > 0x7e }) else {
      throw AgentMessageError(expected: "one line of ASCII in 'line'")
    }
    return line
  }
}

extension DTLSEvent {
  fileprivate init(_ fields: MessageFields) throws(AgentMessageError) {
    switch try fields.string("state") {
    case "started": self = .started(try fields.word("role"))
    case "connected":
      self = .connected(
        version: try fields.optionalString("version") ?? "",
        cipher: try fields.optionalString("cipher") ?? "",
        profile: try fields.optionalString("srtp") ?? "")
    case "failed": self = .failed(try fields.optionalString("reason") ?? "no reason given")
    case "closed": self = .closed
    default:
      throw AgentMessageError(expected: "'started', 'connected', 'failed' or 'closed' in 'state'")
    }
  }
}

extension StreamSample {
  fileprivate init(_ fields: MessageFields) throws(AgentMessageError) {
    self.init(mid: try fields.string("mid"), direction: try fields.word("direction"))
    packets = try fields.integer("packets")
    func counter(_ counter: Counter, _ name: String) throws(AgentMessageError) -> Int {
      guard let count = try fields.optionalInteger(name) as Int? else {
        unknown.insert(counter)
        return 0
      }
      return count
    }
    bytes = try counter(.bytes, "bytes")
    retransmittedPackets = try counter(.retransmitted, "retransmittedPackets")
    lostPackets = try counter(.lost, "lostPackets")
    cumulativeLost = try counter(.cumulativeLost, "cumulativeLost")
    nacks = try counter(.nacks, "nacks")
    plis = try counter(.plis, "plis")
    jitter = .nanoseconds(Int64(try counter(.jitter, "jitter")))
  }
}
