internal import SansIO

extension Trace {
  /// The whole trace as JSON lines: the header, then one event a line. Instants and durations are nanoseconds.
  public var lines: String {
    var text = header.json.line + "\n"
    for event in events { text += event.json(peers: header.peers).line + "\n" }
    return text
  }

  /// Reads what `lines` wrote.
  public init(lines text: String) throws(TraceError) {
    var number = 0
    var header: TraceHeader?
    var events: [TraceEvent] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      if line.isEmpty { continue }
      do {
        let json = try JSONValue(parsing: String(Substring(line)))
        if let header {
          events.append(try TraceEvent(json: json, peers: header.peers))
        } else {
          header = try TraceHeader(json: json)
        }
      } catch let error as FieldError {
        throw TraceError(line: number, expected: error.expected)
      } catch let error as JSONError {
        throw TraceError(line: number, expected: "\(error.expected) at byte \(error.offset)")
      } catch {
        throw TraceError(line: number, expected: "an event")
      }
    }
    guard let header else { throw TraceError(line: 1, expected: "a header") }
    self.init(header: header, events: events)
  }
}

extension TraceHeader {
  static let version = 1

  var json: JSONValue {
    var members = [
      JSONMember("trace", Self.version), JSONMember("name", name), JSONMember("world", world),
      JSONMember("seed", String(seed)), JSONMember("peers", peers),
    ]
    let sources = zip(peers, forwards).compactMap { peer, source in
      source.map { JSONMember(peer, .string(peers[$0.index])) }
    }
    if !sources.isEmpty { members.append(JSONMember("forwards", .object(sources))) }
    return .object(members)
  }

  init(json: JSONValue) throws(FieldError) {
    let fields = Fields(object: json)
    guard try fields.integer("trace") == Self.version else {
      throw FieldError(expected: "trace version \(Self.version)")
    }
    guard let seed = UInt64(try fields.string("seed")) else { throw FieldError(expected: "a seed") }
    let peers = try fields.strings("peers")
    self.init(
      name: try fields.string("name"), world: try fields.string("world"), seed: seed,
      peers: peers, forwards: try Self.forwards(json["forwards"], peers: peers))
  }

  private static func forwards(
    _ json: JSONValue?, peers: [String]
  ) throws(FieldError) -> [PeerID?] {
    guard let json else { return [] }
    guard case .object(let members) = json else { throw FieldError(expected: "peers by peer") }
    var forwards: [PeerID?] = peers.map { _ in nil }
    for member in members {
      guard let peer = peers.firstIndex(of: member.name),
        let source = member.value.stringValue.flatMap({ peers.firstIndex(of: $0) })
      else { throw FieldError(expected: "a peer of the header and whose media it sends") }
      forwards[peer] = PeerID(index: source)
    }
    return forwards
  }
}

extension TraceEvent {
  /// The event as one JSON object; peers and links go by name.
  public func json(peers: [String]) -> JSONValue {
    var members = [JSONMember("at", at)]
    if uncertainty != .zero { members.append(JSONMember("uncertainty", uncertainty)) }
    switch subject {
    case .run: break
    case .peer(let peer): members.append(JSONMember("peer", peers[peer.index]))
    case .link(let link): members.append(JSONMember("link", peers[link.index]))
    }
    let (layer, line) = kind.line
    members.append(JSONMember("event", line.name.isEmpty ? layer : "\(layer) \(line.name)"))
    return .object(members + line.members)
  }

  public init(json: JSONValue, peers: [String]) throws {
    let fields = Fields(object: json)
    var subject = Subject.run
    if let name = try fields.optionalString("peer") {
      subject = .peer(PeerID(index: try Self.index(of: name, in: peers)))
    } else if let name = try fields.optionalString("link") {
      subject = .link(LinkID(index: try Self.index(of: name, in: peers)))
    }
    let event = try fields.string("event")
    let layer = event.prefix { $0 != " " }
    let name = String(event.dropFirst(layer.count + 1))
    self.init(
      at: try fields.instant("at"),
      uncertainty: json["uncertainty"] == nil ? .zero : try fields.duration("uncertainty"),
      subject: subject, kind: try Kind(layer: layer, name: name, fields: fields))
  }

  private static func index(of name: String, in peers: [String]) throws(FieldError) -> Int {
    guard let index = peers.firstIndex(of: name) else {
      throw FieldError(expected: "a peer of the header, not '\(name)'")
    }
    return index
  }
}

extension TraceEvent.Kind {
  fileprivate var line: (layer: String, line: (name: String, members: [JSONMember])) {
    switch self {
    case .script(let event): ("script", event.line)
    case .signalling(let event): ("signalling", event.line)
    case .ice(let event): ("ice", event.line)
    case .dtls(let event): ("dtls", event.line)
    case .packet(let event): ("packet", event.line)
    case .media(let event): ("media", event.line)
    case .link(let event): ("link", event.line)
    case .harness(let event): ("harness", event.line)
    case .discarded(let layer, let reason):
      ("discarded", ("", [JSONMember("layer", layer), JSONMember("reason", reason)]))
    case .planted(let fault): ("planted", ("", [JSONMember("fault", fault)]))
    case .unexplained(let text): ("unexplained", ("", [JSONMember("text", text)]))
    }
  }

  fileprivate init(layer: Substring, name: String, fields: Fields) throws(FieldError) {
    switch layer {
    case "script": self = .script(try ScriptEvent(name: name, fields: fields))
    case "signalling": self = .signalling(try SignallingEvent(name: name, fields: fields))
    case "ice": self = .ice(try ICEEvent(name: name, fields: fields))
    case "dtls": self = .dtls(try DTLSEvent(name: name, fields: fields))
    case "packet": self = .packet(try PacketEvent(name: name, fields: fields))
    case "media": self = .media(try MediaEvent(name: name, fields: fields))
    case "link": self = .link(try LinkEvent(name: name, fields: fields))
    case "harness": self = .harness(try HarnessEvent(name: name, fields: fields))
    case "discarded":
      self = .discarded(layer: try fields.string("layer"), reason: try fields.string("reason"))
    case "planted": self = .planted(fault: try fields.string("fault"))
    case "unexplained": self = .unexplained(try fields.string("text"))
    default: throw FieldError(expected: "a known layer, not '\(layer)'")
    }
  }
}

/// An event name that its layer does not have.
func unknown(_ name: String) -> FieldError { FieldError(expected: "a known event, not '\(name)'") }
