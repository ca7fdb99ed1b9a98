internal import SansIO
internal import Trace

extension AgentNotice {
  /// The notification as one line, without the line feed. Events go as `trace`, in the words of the trace.
  public var line: String {
    let (method, parameters) = message
    return JSONValue.object([
      JSONMember("jsonrpc", "2.0"), JSONMember("method", method),
      JSONMember("params", .object(parameters)),
    ]).line
  }

  private var message: (method: String, parameters: [JSONMember]) {
    switch self {
    case .event(let kind, let at):
      ("trace", [JSONMember("event", Self.object(of: kind, at: at))])
    case .candidate(let candidate, let mid, let at):
      (
        "icecandidate",
        [JSONMember("candidate", candidate), JSONMember("sdpMid", mid)] + stamp(at)
      )
    case .connectionState(let state, let at):
      ("connectionstatechange", [JSONMember("state", state.rawValue)] + stamp(at))
    case .track(let mid, let kind, let at):
      ("track", [JSONMember("mid", mid), JSONMember("kind", kind.rawValue)] + stamp(at))
    case .still(let mid, let at, let mimeType, let bytes):
      (
        "still",
        [JSONMember("mid", mid)] + stamp(at)
          + [JSONMember("mimeType", mimeType), JSONMember("data", base64(bytes))]
      )
    case .secret(let line): ("secret", [JSONMember("line", line)])
    case .srtpKeys(let profile, let local, let remote):
      (
        "srtpkeys",
        [
          JSONMember("profile", profile), JSONMember("local", hexadecimal(local)),
          JSONMember("remote", hexadecimal(remote)),
        ]
      )
    case .mediaFrame(let frame, let at): ("mediaframe", frame.members + stamp(at))
    case .keyFrameRequest(let kind): ("keyframerequest", [JSONMember("kind", kind.rawValue)])
    case .log(let text): ("log", [JSONMember("text", text)])
    case .error(let message): ("error", [JSONMember("message", message)])
    case .unknown(let method): (method, [])
    }
  }

  private static func object(of kind: TraceEvent.Kind, at: Instant?) -> JSONValue {
    let event = TraceEvent(at: at ?? .start, subject: .run, kind: kind)
    guard at == nil, case .object(let members) = event.json(peers: []) else {
      return event.json(peers: [])
    }
    return .object(members.filter { $0.name != "at" })
  }
}

extension CodedFrame {
  fileprivate var members: [JSONMember] {
    [
      JSONMember("kind", kind.rawValue), JSONMember("codec", codec),
      JSONMember("timestamp", timestamp), JSONMember("key", isKeyFrame),
      JSONMember("data", base64(bytes)),
    ]
  }

  init(_ fields: MessageFields) throws(AgentMessageError) {
    self.init(
      kind: try fields.word("kind"), codec: try fields.string("codec"),
      timestamp: try fields.integer("timestamp"),
      isKeyFrame: fields.has("key") ? try fields.bool("key") : false,
      bytes: try fields.base64("data"))
  }
}
