internal import SDP
internal import SansIO
internal import Trace

/// What the events of one peer say of its connection: servers, gathering, descriptions, candidates, states.
struct ICERecord: Sendable {
  struct Sent: Sendable {
    var line: Int?
    var at: Instant?
    var isTrickled: Bool?
    var isOffer: Bool
  }

  struct RemoteDescription: Sendable {
    var line: Int?
    var at: Instant?
    /// Nil: the log does not say.
    var candidates: Int?
  }

  struct Change: Sendable {
    var line: Int?
    var at: Instant?
    var state: String
  }

  // A page has few servers and few interfaces, and restarts ICE now and then: a log that says much more of them is not read for
  // it, since findings compare them with each other.
  private static let serverLimit = 64
  private static let gatheringLimit = 200
  private static let errorLimit = 200

  let name: String?
  private(set) var servers: [ICEServer] = []
  private(set) var isRelayOnly = false
  private(set) var gatherings: [Gathering] = []
  private var errorCount = 0
  private(set) var sent: [Sent] = []
  /// The first offer of its own.
  var offer: Sent? { sent.first(where: \.isOffer) }
  private(set) var remoteDescriptions: [RemoteDescription] = []
  private(set) var remoteCandidates: [RemoteCandidate] = []
  /// Before the first remote description.
  private(set) var early: [RemoteCandidate] = []
  private(set) var iceStates: [Change] = []
  /// Of ICE and DTLS together (W3C WebRTC §4.3.3).
  private(set) var connectionStates: [Change] = []
  /// The first word of a connection.
  private(set) var connected: Change?
  private(set) var last: Instant?
  private(set) var isClosed = false

  init(_ peer: EventLog.Peer) {
    name = peer.name
    for event in peer.events {
      add(event)
      last = [last, event.at].compactMap(\.self).max()
    }
    connected = (iceStates + connectionStates).filter { Self.good.contains($0.state) }
      .min { ($0.at ?? .start) < ($1.at ?? .start) }
  }

  private mutating func add(_ event: LogEvent) {
    switch event.name {
    case "createpeerconnection", "setconfiguration": configure(event)
    case "icegatheringstatechange", "icegatheringstate": changeGathering(event)
    case "icecandidate": gather(event)
    case "icecandidateerror":
      openGathering(event)
      guard errorCount < Self.errorLimit else { break }
      errorCount += 1
      gatherings[gatherings.count - 1].errors.append(ICEServerError(event))
    case "sendoffer", "sendanswer", "senddescription": send(event)
    case "signalout" where ["offer", "answer"].contains(event.text("type")): send(event)
    case "setremotedescription":
      remoteDescriptions.append(
        RemoteDescription(
          line: event.line, at: event.at,
          candidates: event.integer("candidates_in_sdp", "candidates")
            ?? event.text("sdp").map(Self.candidates)))
    case "addicecandidate", "addicecandidatefailed":
      guard let candidate = RemoteCandidate(event) else { break }
      remoteCandidates.append(candidate)
      if remoteDescriptions.isEmpty { early.append(candidate) }
    case "iceconnectionstatechange", "iceconnectionstate":
      if let state = event.state {
        iceStates.append(Change(line: event.line, at: event.at, state: state))
      }
    case "connectionstatechange", "connectionstate":
      if let state = event.state {
        connectionStates.append(Change(line: event.line, at: event.at, state: state))
      }
    case "close", "hangup": isClosed = true
    default: break
    }
  }

  private mutating func send(_ event: LogEvent) {
    sent.append(
      Sent(
        line: event.line, at: event.at, isTrickled: event.bool("trickle"),
        isOffer: event.name == "sendoffer" || event.text("type") == "offer"))
  }

  private mutating func configure(_ event: LogEvent) {
    let settings = event.fields["configuration"] ?? event.fields["rtcConfiguration"] ?? event.fields
    for entry in settings["iceServers"]?.arrayValue ?? [] {
      let urls = entry["urls"] ?? entry["url"] ?? entry
      let texts = urls.stringValue.map { [$0] } ?? urls.arrayValue?.compactMap(\.stringValue) ?? []
      servers += texts.prefix(Self.serverLimit - servers.count).map(ICEServer.init)
    }
    if let policy = settings["iceTransportPolicy"]?.stringValue { isRelayOnly = policy == "relay" }
  }

  private mutating func changeGathering(_ event: LogEvent) {
    switch event.state {
    case "gathering":
      // A first candidate may be told before the state that it brought.
      if gatherings.last?.end == nil, gatherings.last?.found.isEmpty == false { break }
      guard gatherings.count < Self.gatheringLimit else { break }
      gatherings.append(Gathering(start: event.at))
    case "complete", "completed":
      openGathering(event)
      if gatherings[gatherings.count - 1].complete == nil {
        gatherings[gatherings.count - 1].complete = (event.at, event.line)
      }
    default: break
    }
  }

  private mutating func gather(_ event: LogEvent) {
    openGathering(event)
    let index = gatherings.count - 1
    let text = event.text("candidate") ?? event.fields["candidate"]?["candidate"]?.stringValue
    guard let text, !text.isEmpty else {
      gatherings[index].lastCandidate = gatherings[index].lastCandidate ?? (event.at, event.line)
      return
    }
    guard let candidate = try? Candidate(parsing: text) else { return }
    gatherings[index].found.append(
      Gathering.Found(
        at: event.at, candidate: candidate, server: event.text("url").map(ICEServer.init)))
  }

  /// What comes without the word that gathering began.
  private mutating func openGathering(_ event: LogEvent) {
    if gatherings.isEmpty { gatherings.append(Gathering(start: event.at)) }
  }

  private static func candidates(_ sdp: String) -> Int {
    sdp.utf8.split { $0 == 10 || $0 == 13 }.count { $0.starts(with: "a=candidate:".utf8) }
  }

  // What became of it.

  private static let good: Set<String> = ["connected", "completed"]

  /// The last word is that it failed.
  var failed: Change? {
    let ice = iceStates.last { $0.state != "closed" }
    if let ice { return ice.state == "failed" ? ice : nil }
    let all = connectionStates.last { $0.state != "closed" }
    return all?.state == "failed" ? all : nil
  }

  var isTURNConfigured: Bool {
    servers.contains(where: \.isTURN) || errors.contains { $0.server?.isTURN == true }
  }

  var errors: [ICEServerError] { gatherings.flatMap(\.errors) }

  func hasGathered(_ kind: Candidate.Kind) -> Bool { gatherings.contains { $0.has(kind) } }

  /// "bob: ", where the log is of several.
  var prefix: String { name.map { "\($0): " } ?? "" }
}
