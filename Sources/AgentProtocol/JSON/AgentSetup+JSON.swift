internal import SansIO
internal import Trace

extension AgentSetup {
  var members: [JSONMember] {
    [
      JSONMember("name", name), JSONMember("origin", origin),
      JSONMember("seed", String(seed.value)), JSONMember("scratch", scratch),
      JSONMember("remote", remote.map(JSONValue.string) ?? .null),
      JSONMember(
        "clock",
        .object([
          JSONMember("epochUnix", clock.epochUnixNanoseconds),
          JSONMember("offset", clock.offsetNanoseconds),
          JSONMember("drift", clock.driftPartsPerBillion),
        ])),
      JSONMember("audio", audio.map { .object($0.members) } ?? .null),
      JSONMember("video", video.map { .object($0.members) } ?? .null),
      JSONMember("iceServers", .array(iceServers.map { .object($0.members) })),
      JSONMember("iceTransportPolicy", iceTransportPolicy.rawValue),
      JSONMember("gatherTimeout", gatherTimeout), JSONMember("trickle", trickle),
      JSONMember("dtls", .object(dtls.members)),
      JSONMember("stills", stills.map { .integer($0.nanoseconds) } ?? .null),
      JSONMember("reference", reference.map { .object($0.members) } ?? .null),
      JSONMember("files", .object(files.map { JSONMember($0.name, $0.path) })),
    ]
  }

  init(_ fields: MessageFields) throws(AgentMessageError) {
    guard let seed = UInt64(try fields.string("seed")) else {
      throw AgentMessageError(expected: "a number in 'seed'")
    }
    self.init(
      name: try fields.string("name"), origin: try fields.integer("origin"), seed: Seed(seed),
      scratch: try fields.string("scratch"))
    remote = try fields.optionalString("remote")
    if let member = try fields.optionalObject("clock") { clock = try PeerClock(member) }
    audio = try AgentSetup.optional(fields, "audio") { fields throws(AgentMessageError) in
      try Audio(fields)
    }
    video = try AgentSetup.optional(fields, "video") { fields throws(AgentMessageError) in
      try Video(fields)
    }
    for server in try fields.objects("iceServers") { iceServers.append(try ICEServer(server)) }
    if fields.has("iceTransportPolicy") {
      iceTransportPolicy = try fields.word("iceTransportPolicy")
    }
    if fields.has("gatherTimeout") { gatherTimeout = try fields.duration("gatherTimeout") }
    if fields.has("trickle") { trickle = try fields.bool("trickle") }
    if let member = try fields.optionalObject("dtls") { dtls = try DTLS(member) }
    stills = fields.has("stills") ? try fields.duration("stills") : nil
    reference = try AgentSetup.optional(fields, "reference") { fields throws(AgentMessageError) in
      try Reference(fields)
    }
    if let member = try fields.optionalObject("files"), case .object(let names) = member.object {
      for name in names {
        files.append(File(name: name.name, path: try member.string(name.name)))
      }
    }
  }

  private static func optional<Part>(
    _ fields: MessageFields, _ name: String,
    _ read: (MessageFields) throws(AgentMessageError) -> Part
  ) throws(AgentMessageError) -> Part? {
    guard let member = try fields.optionalObject(name) else { return nil }
    return try read(member)
  }
}

extension PeerClock {
  fileprivate init(_ fields: MessageFields) throws(AgentMessageError) {
    self.init(
      epochUnixNanoseconds: try fields.integer("epochUnix"),
      offsetNanoseconds: try fields.optionalInteger("offset") ?? 0,
      driftPartsPerBillion: try fields.optionalInteger("drift", in: -500_000_000...500_000_000)
        ?? 0)
  }
}

extension AgentSetup.Audio {
  fileprivate var members: [JSONMember] {
    [
      JSONMember("source", source), JSONMember("codecs", codecs),
      JSONMember("direction", direction), member("bitrate", bitRate),
    ]
  }

  fileprivate init(_ fields: MessageFields) throws(AgentMessageError) {
    self.init()
    source = try fields.optionalString("source") ?? source
    codecs = try fields.strings("codecs")
    direction = try fields.optionalString("direction") ?? direction
    bitRate = try bits(fields, "bitrate")
  }
}

extension AgentSetup.Video {
  fileprivate var members: [JSONMember] {
    [
      JSONMember("source", source), JSONMember("width", width), JSONMember("height", height),
      JSONMember("fps", framesPerSecond), JSONMember("codecs", codecs),
      JSONMember("direction", direction), member("bitrate", bitRate),
      member("maxBitrate", maximumBitRate),
    ]
  }

  fileprivate init(_ fields: MessageFields) throws(AgentMessageError) {
    self.init()
    source = try fields.optionalString("source") ?? source
    width = try fields.optionalInteger("width", in: pixels) ?? width
    height = try fields.optionalInteger("height", in: pixels) ?? height
    framesPerSecond = try fields.optionalInteger("fps", in: rates) ?? framesPerSecond
    codecs = try fields.strings("codecs")
    direction = try fields.optionalString("direction") ?? direction
    bitRate = try bits(fields, "bitrate")
    maximumBitRate = try bits(fields, "maxBitrate")
  }
}

extension AgentSetup.Reference {
  fileprivate var members: [JSONMember] {
    [
      JSONMember("source", source), JSONMember("width", width), JSONMember("height", height),
      JSONMember("fps", framesPerSecond),
    ]
  }

  fileprivate init(_ fields: MessageFields) throws(AgentMessageError) {
    self.init(
      source: try fields.optionalString("source") ?? "timecode",
      width: try fields.integer("width", in: pixels),
      height: try fields.integer("height", in: pixels),
      framesPerSecond: try fields.integer("fps", in: rates))
  }
}

extension AgentSetup.ICEServer {
  fileprivate var members: [JSONMember] {
    [JSONMember("urls", urls)]
      + (username.map { [JSONMember("username", $0)] } ?? [])
      + (credential.map { [JSONMember("credential", $0)] } ?? [])
  }

  fileprivate init(_ fields: MessageFields) throws(AgentMessageError) {
    self.init(
      urls: try fields.strings("urls"), username: try fields.optionalString("username"),
      credential: try fields.optionalString("credential"))
  }
}

extension AgentSetup.DTLS {
  fileprivate var members: [JSONMember] {
    [
      JSONMember("mtu", mtu), JSONMember("timer", timer), JSONMember("fingerprint", fingerprint),
      JSONMember("srtp", srtp.map { .array($0.map(JSONValue.string)) } ?? .null),
    ]
  }

  fileprivate init(_ fields: MessageFields) throws(AgentMessageError) {
    self.init()
    mtu = try fields.optionalInteger("mtu", in: 256...65_507) ?? mtu
    timer = try fields.optionalString("timer") ?? timer
    fingerprint = try fields.optionalString("fingerprint") ?? fingerprint
    if fields.has("srtp") { srtp = try fields.strings("srtp") }
  }
}

/// What a picture may measure, either way.
private let pixels = 1...8192
/// Pictures a second.
private let rates = 1...240

private func member(_ name: String, _ rate: BitRate?) -> JSONMember {
  JSONMember(name, rate.map { .integer($0.bitsPerSecond) } ?? .null)
}

private func bits(_ fields: MessageFields, _ name: String) throws(AgentMessageError) -> BitRate? {
  (try fields.optionalInteger(name, in: 1...1_000_000_000_000) as Int64?)
    .map(BitRate.init(bitsPerSecond:))
}
