internal import AgentProtocol
internal import SansIO
internal import Scenario

extension AgentSetup {
  /// What the peer of that index is told to become; the run's clock is filled in once it has begun.
  init(peer index: Int, of scenario: Scenario, seed: Seed, scratch: String, files: [File]) {
    let plan = scenario.peers[index]
    self.init(name: plan.name, origin: 0, seed: seed, scratch: scratch)
    clock = plan.clock
    audio = plan.audio.map(Audio.init)
    video = plan.video.map(Video.init)
    for (serverIndex, server) in scenario.servers.enumerated()
    where plan.ice.servers.contains(server.name) {
      iceServers.append(ICEServer(server, at: LiveAddresses.server(serverIndex)))
    }
    iceTransportPolicy = plan.ice.policy == .relay ? .relay : .all
    gatherTimeout = plan.ice.gatherTimeout
    trickle = plan.ice.trickle
    dtls.mtu = plan.dtls.mtu
    dtls.timer = plan.dtls.timer.rawValue
    dtls.fingerprint = plan.dtls.fingerprint.rawValue
    dtls.srtp = plan.dtls.srtp
    self.files = files
    if scenario.peers.count == 2 {
      let far = scenario.peers[1 - index]
      remote = far.name
      let source = far.forwards.map { scenario.peers[$0.index] } ?? far
      reference = source.video.map { video in
        Reference(
          source: video.source.word, width: video.width, height: video.height,
          framesPerSecond: video.framesPerSecond)
      }
    }
  }
}

extension AgentSetup {
  /// The names that the scenario gives to its servers, by the URLs that agents are told.
  static func serverNames(of scenario: Scenario) -> [String: String] {
    var names: [String: String] = [:]
    for (index, server) in scenario.servers.enumerated() {
      for url in ICEServer(server, at: LiveAddresses.server(index)).urls {
        names[url] = server.name
      }
    }
    return names
  }
}

extension AgentSetup.Audio {
  fileprivate init(_ plan: AudioPlan) {
    self.init()
    switch plan.source {
    case .beep: source = "beep"
    case .silence: source = "silence"
    case .file(let path): source = path
    }
    codecs = plan.codecs
    direction = plan.direction.rawValue
    bitRate = plan.bitRate
  }
}

extension AgentSetup.Video {
  fileprivate init(_ plan: VideoPlan) {
    self.init()
    source = plan.source.word
    width = plan.width
    height = plan.height
    framesPerSecond = plan.framesPerSecond
    codecs = plan.codecs
    direction = plan.direction.rawValue
    bitRate = plan.bitRate
    maximumBitRate = plan.bitRateMaximum
  }
}

extension VideoPlan.Source {
  /// As the agent protocol names it; a file by its path as written.
  fileprivate var word: String {
    switch self {
    case .timecode: "timecode"
    case .black: "black"
    case .file(let path): path
    }
  }
}

extension AgentSetup.ICEServer {
  fileprivate init(_ server: ServerPlan, at address: SocketAddress) {
    switch server.kind {
    case .stun: self.init(urls: ["stun:\(address)"])
    case .turn:
      self.init(
        urls: ["turn:\(address)?transport=udp"],
        username: server.external?.username ?? TURNService.user,
        credential: server.external?.credential ?? TURNService.password)
    }
  }
}
