public import Trace

extension AgentAnswer {
  /// The answer as one line, without the line feed.
  public func line(id: Int64) -> String {
    var members = [JSONMember("jsonrpc", "2.0"), JSONMember("id", id)]
    switch self {
    case .hello(let hello): members.append(JSONMember("result", .object(hello.members)))
    case .clock(let now):
      members.append(JSONMember("result", .object([JSONMember("now", now)])))
    case .description(let description):
      members.append(JSONMember("result", .object(description.members)))
    case .stats(let stats): members.append(JSONMember("result", stats))
    case .done: members.append(JSONMember("result", .object([])))
    case .failed(let code, let message):
      members.append(
        JSONMember("error", .object([JSONMember("code", code), JSONMember("message", message)])))
    }
    return JSONValue.object(members).line
  }

  /// Reads the `result` of an answer; what it means depends on what was asked.
  public init(result: JSONValue, to request: AgentRequest) throws(AgentMessageError) {
    let fields = MessageFields(result)
    switch request {
    case .hello: self = .hello(try AgentHello(fields))
    // The simplest agents answer everything alike: they have no clock.
    case .clock: self = fields.has("now") ? .clock(nanoseconds: try fields.integer("now")) : .done
    case .command(.createOffer), .command(.createAnswer), .command(.localDescription):
      self = .description(try Description(fields))
    case .command(.getStats): self = .stats(result)
    case .create, .command: self = .done
    }
  }
}

extension AgentHello {
  fileprivate var members: [JSONMember] {
    let known = Feature.allCases.filter(features.contains)
    return [
      JSONMember("name", name), JSONMember("version", version), JSONMember("level", level),
      JSONMember("features", known.map(\.rawValue)),
      JSONMember(
        "codecs",
        .object([JSONMember("audio", audioCodecs), JSONMember("video", videoCodecs)])),
    ]
  }

  fileprivate init(_ fields: MessageFields) throws(AgentMessageError) {
    self.init(
      name: try fields.string("name"), version: try fields.optionalString("version") ?? "",
      level: try fields.integer("level", in: 1...4),
      // What is not known here may be known to a later harness.
      features: Set(try fields.strings("features").compactMap(Feature.init(rawValue:))))
    if let codecs = try fields.optionalObject("codecs") {
      audioCodecs = try codecs.strings("audio")
      videoCodecs = try codecs.strings("video")
    }
  }
}
