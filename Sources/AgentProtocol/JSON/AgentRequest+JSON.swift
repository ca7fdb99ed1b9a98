internal import Trace

extension AgentRequest {
  /// The request as one line, without the line feed.
  public func line(id: Int64) -> String {
    JSONValue.object([
      JSONMember("jsonrpc", "2.0"), JSONMember("id", id), JSONMember("method", method),
      JSONMember("params", .object(parameters)),
    ]).line
  }

  /// Reads what `line` wrote. Nil: no method of that name.
  init?(method: String, _ fields: MessageFields) throws(AgentMessageError) {
    switch method {
    case "hello": self = .hello
    case "clock": self = .clock
    case "create": self = .create(try AgentSetup(fields))
    default:
      guard let command = try Command(method: method, fields) else { return nil }
      self = .command(command)
    }
  }

  /// The name on the line.
  public var method: String {
    switch self {
    case .hello: "hello"
    case .clock: "clock"
    case .create: "create"
    case .command(let command): command.method
    }
  }

  private var parameters: [JSONMember] {
    switch self {
    case .hello: [JSONMember("protocol", Self.protocolVersion)]
    case .clock: []
    case .create(let setup): setup.members
    case .command(let command): command.parameters
    }
  }
}

extension Command {
  fileprivate var method: String {
    switch self {
    case .createOffer: "createOffer"
    case .createAnswer: "createAnswer"
    case .restartICE: "restartIce"
    case .getStats: "getStats"
    case .close: "close"
    case .localDescription: "localDescription"
    case .setLocalDescription: "setLocalDescription"
    case .setRemoteDescription: "setRemoteDescription"
    case .addICECandidate: "addIceCandidate"
    case .setCodecPreferences: "setCodecPreferences"
    case .replaceTrack: "replaceTrack"
    case .setTrackEnabled: "setTrackEnabled"
    }
  }

  fileprivate var parameters: [JSONMember] {
    switch self {
    case .createOffer, .createAnswer, .restartICE, .getStats, .close, .localDescription: []
    case .setLocalDescription(let description), .setRemoteDescription(let description):
      description.members
    case .addICECandidate(let candidate, let mid):
      [JSONMember("candidate", candidate), JSONMember("sdpMid", mid)]
    case .setCodecPreferences(let mid, let codecs):
      [JSONMember("mid", mid), JSONMember("codecs", codecs)]
    case .replaceTrack(let mid, let source):
      [JSONMember("mid", mid), JSONMember("source", source.map(JSONValue.string) ?? .null)]
    case .setTrackEnabled(let kind, let enabled):
      [JSONMember("kind", kind.rawValue), JSONMember("enabled", enabled)]
    }
  }

  fileprivate init?(method: String, _ fields: MessageFields) throws(AgentMessageError) {
    switch method {
    case "createOffer": self = .createOffer
    case "createAnswer": self = .createAnswer
    case "restartIce": self = .restartICE
    case "getStats": self = .getStats
    case "close": self = .close
    case "localDescription": self = .localDescription
    case "setLocalDescription": self = .setLocalDescription(try Description(fields))
    case "setRemoteDescription": self = .setRemoteDescription(try Description(fields))
    case "addIceCandidate":
      self = .addICECandidate(try fields.string("candidate"), mid: try fields.string("sdpMid"))
    case "setCodecPreferences":
      self = .setCodecPreferences(mid: try fields.string("mid"), try fields.strings("codecs"))
    case "replaceTrack":
      self = .replaceTrack(
        mid: try fields.string("mid"), source: try fields.optionalString("source"))
    case "setTrackEnabled":
      self = .setTrackEnabled(try fields.word("kind"), try fields.bool("enabled"))
    default: return nil
    }
  }
}

extension Description {
  var members: [JSONMember] { [JSONMember("type", kind.rawValue), JSONMember("sdp", sdp)] }

  init(_ fields: MessageFields) throws(AgentMessageError) {
    self.init(kind: try fields.word("type"), sdp: try fields.string("sdp"))
  }
}
