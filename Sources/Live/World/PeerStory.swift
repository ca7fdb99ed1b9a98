internal import AgentProtocol
internal import SDP
internal import SansIO
internal import Trace

/// What one agent has told so far, and what can be told from it that the agent does not say itself.
struct PeerStory {
  /// The names that the scenario gave to servers, by the URL under which the agent knows them.
  private let servers: [String: String]
  private(set) var local: Description?
  private(set) var remote: Description?
  private(set) var hasCandidates = false
  private var hasReflexive = false
  private var hasRelayed = false
  private var iceState: ICEEvent.ConnectionState?
  private var isSecured = false
  private var hasFailedSecuring = false
  /// Descriptions that the agent itself says it applied, since a command that asked for it.
  private var ownApplied: Set<SignallingEvent.Side> = []
  private var receiving: Set<String> = []
  /// Tracks whose codec is not agreed yet.
  private var waitingTracks: [(mid: String, kind: TrackKind)] = []

  init(servers: [String: String] = [:]) { self.servers = servers }

  mutating func told(_ command: Command) {
    switch command {
    case .setLocalDescription: ownApplied.remove(.local)
    case .setRemoteDescription: ownApplied.remove(.remote)
    default: break
    }
  }

  /// Whether a peer may say that at all; steps, packets and links are the world's to tell.
  func accepts(_ kind: TraceEvent.Kind) -> Bool {
    switch kind {
    case .signalling(.applied), .signalling(.candidate), .ice, .dtls, .media, .discarded, .planted,
      .unexplained:
      true
    case .signalling, .script, .packet, .link, .harness: false
    }
  }

  /// The event itself, and what follows from it.
  mutating func completing(_ kind: TraceEvent.Kind) -> [TraceEvent.Kind] {
    switch kind {
    case .signalling(.applied(let side, let description)):
      ownApplied.insert(side)
      remember(side, description)
      return [kind] + agreedTracks()
    case .signalling(.candidate): hasCandidates = true
    case .ice(.candidate(let candidateKind, let address, let server)):
      note(candidateKind: candidateKind)
      return [.ice(.candidate(kind: candidateKind, address: address, server: server.map(named)))]
    case .ice(.gathering(let state, let waitingFor)):
      return [.ice(.gathering(state, waitingFor: waitingFor.map(named)))]
    case .ice(.state(let state)): iceState = state
    case .dtls(.connected): isSecured = true
    case .dtls(.failed): hasFailedSecuring = true
    case .media(.receiving(let mid, _, _, _)): receiving.insert(mid)
    default: break
    }
    return [kind]
  }

  // MARK: Descriptions

  /// The agent has answered that it applied a description.
  mutating func applied(
    _ side: SignallingEvent.Side, _ description: Description
  ) -> [TraceEvent.Kind] {
    remember(side, description)
    let isKnown = ownApplied.contains(side)
    return (isKnown ? [] : [.signalling(.applied(side, description))]) + agreedTracks()
  }

  private mutating func remember(_ side: SignallingEvent.Side, _ description: Description) {
    switch side {
    case .local: local = description
    case .remote: remote = description
    }
  }

  // MARK: Candidates

  /// A candidate in the form of SDP, in the words of ICE too.
  mutating func candidate(_ text: String, mid: String) -> [TraceEvent.Kind] {
    hasCandidates = true
    let signalled = TraceEvent.Kind.signalling(.candidate(text, mid: mid))
    guard let candidate = try? Candidate(parsing: text),
      let address = SocketAddress(candidate.address, port: candidate.port)
    else { return [signalled] }
    note(candidateKind: candidate.kind.rawValue)
    return [
      signalled,
      .ice(.candidate(kind: candidate.kind.rawValue, address: address, server: nil)),
    ]
  }

  /// The candidates that a description carries, with their end: of an agent that does not trickle.
  mutating func harvest(_ description: Description) -> [TraceEvent.Kind] {
    local = description
    guard let session = try? SessionDescription(parsing: description.sdp) else { return [] }
    var kinds: [TraceEvent.Kind] = []
    var firstMID: String?
    for section in session.media {
      guard let mid = section.mid else { continue }
      firstMID = firstMID ?? mid
      for found in section.candidates {
        kinds += candidate(found.value, mid: mid)
      }
    }
    if let firstMID { kinds.append(.signalling(.candidate("", mid: firstMID))) }
    return kinds
  }

  private mutating func note(candidateKind kind: String) {
    hasCandidates = true
    if kind == "srflx" { hasReflexive = true }
    if kind == "relay" { hasRelayed = true }
  }

  /// The servers of which nothing has been heard.
  func silentServers(of setup: AgentSetup) -> [String] {
    setup.iceServers.flatMap(\.urls).filter { url in
      url.hasPrefix("turn") ? !hasRelayed : !hasReflexive
    }.map(named)
  }

  /// What an agent says of a server ("URL", "URL from ADDRESS"), in the scenario's words.
  private func named(_ words: String) -> String {
    for (url, name) in servers where words == url || words.hasPrefix(url + " ") {
      return name + words.dropFirst(url.count)
    }
    return words
  }

  // MARK: Connection

  /// The connection's state stands for ICE and DTLS where those have no words of their own.
  mutating func connection(_ state: AgentNotice.ConnectionState) -> [TraceEvent.Kind] {
    var kinds: [TraceEvent.Kind] = []
    switch state {
    case .connected:
      if iceState != .connected, iceState != .completed {
        kinds.append(.ice(.state(.connected)))
        iceState = .connected
      }
      if !isSecured {
        kinds.append(.dtls(.connected(version: "", cipher: "", profile: "")))
        isSecured = true
      }
    case .failed:
      if iceState == .connected || iceState == .completed, !isSecured, !hasFailedSecuring {
        kinds.append(.dtls(.failed("the connection failed once ICE was connected")))
        hasFailedSecuring = true
      } else if iceState == nil || iceState == .checking || iceState == .new {
        kinds.append(.ice(.state(.failed)))
        iceState = .failed
      }
    case .new, .connecting, .disconnected, .closed: break
    }
    return kinds
  }

  // MARK: Tracks

  /// The far side's track is there: what it carries, the descriptions say.
  mutating func track(mid: String, _ kind: TrackKind) -> [TraceEvent.Kind] {
    waitingTracks.append((mid, kind))
    return agreedTracks()
  }

  private mutating func agreedTracks() -> [TraceEvent.Kind] {
    guard !waitingTracks.isEmpty,
      let answer = [local, remote].first(where: { $0?.kind == .answer }),
      local != nil, remote != nil, let answer,
      let agreed = try? SessionDescription(parsing: answer.sdp),
      let far = remote.flatMap({ try? SessionDescription(parsing: $0.sdp) })
    else { return [] }
    var kinds: [TraceEvent.Kind] = []
    for (mid, _) in waitingTracks where !receiving.contains(mid) {
      guard let section = agreed.section(mid: mid),
        let map = section.formats.lazy.compactMap(UInt8.init).compactMap({ payloadType in
          section.rtpMaps.first { $0.payloadType == payloadType }
        }).first
      else { continue }
      receiving.insert(mid)
      kinds.append(
        .media(
          .receiving(
            mid: mid, codec: map.encoding, payloadType: map.payloadType,
            ssrc: far.section(mid: mid)?.ssrcs.first?.ssrc ?? 0)))
    }
    waitingTracks = []
    return kinds
  }
}
