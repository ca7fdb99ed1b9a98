import ICE
import SansIO

/// Two agents, the network between them and their signalling, on one virtual clock.
struct TwoAgents {
  /// How the two meet; each field departs from an ordinary trickled call.
  struct Setting {
    var hosts = [["192.0.2.1"], ["198.51.100.1"]]
    var nats: [NAT?] = [nil, nil]
    var servers: [TestServer] = []
    var roles: [ICERole] = [.controlling, .controlled]
    var oneWayDelay = Duration.milliseconds(20)
    var lossProbability = 0.0
    var trickles = true
    var signallingDelay = Duration.milliseconds(30)
    /// Extra delay of the answer's description, not of the candidates behind it.
    var answerDelay = Duration.zero
    /// Whose candidates are never signalled.
    var silent = [false, false]
    var losesEndOfCandidates = false
    /// Whose password arrives wrong on the other side.
    var wrongPassword = [false, false]
    var gatherTimeout: Duration? = .seconds(3)
  }

  private enum Signal {
    case description(ICECredentials)
    case candidate(ICECandidate)
    case endOfCandidates
  }

  let seed: UInt64
  var agents: [ICEAgent]
  var network: VirtualNetwork
  private let setting: Setting
  private(set) var now = Instant.start
  private(set) var events: [[(at: Instant, event: ICEAgent.Event)]] = [[], []]
  private(set) var sent: [[(at: Instant, datagram: Datagram)]] = [[], []]
  /// Broken promises of the harness's own: a deadline that does not move on.
  private(set) var faults: [String] = []
  private var signals: [(at: Instant, side: Int, signal: Signal)] = []
  private var hasDescription = [false, false]

  init(seed: UInt64, _ setting: Setting = Setting()) {
    self.seed = seed
    self.setting = setting
    network = VirtualNetwork(seed: seed)
    network.oneWayDelay = setting.oneWayDelay
    network.lossProbability = setting.lossProbability
    network.nats = setting.nats
    network.servers = setting.servers
    agents = []
    for side in 0...1 {
      let addresses = setting.hosts[side].enumerated().map {
        SocketAddress($0.element, port: UInt16(5000 + 10 * side + $0.offset))!
      }
      network.addresses[side] = addresses
      var configuration = ICEConfiguration(
        hostAddresses: addresses,
        stunServers: setting.servers.map { STUNServer(address: $0.address) })
      configuration.gatherTimeout = setting.gatherTimeout
      agents.append(
        ICEAgent(
          configuration: configuration, role: setting.roles[side],
          generator: Seed(seed).stream("agent \(side)")))
    }
    agents[0].gather(at: now)
    if setting.trickles { describe(0) }
    collect(0)
  }

  var bothSelected: Bool { agents.allSatisfy { $0.selectedPair != nil } }
  var states: [ICEConnectionState] { agents.map(\.connectionState) }

  /// Each side's selected pair is the other's, seen from there.
  var pairsMirror: Bool {
    guard let a = agents[0].selectedPair, let b = agents[1].selectedPair else { return false }
    return a.local.address == b.remoteAddress && b.local.address == a.remoteAddress
  }

  func count(_ side: Int, _ isWanted: (ICEAgent.Event) -> Bool) -> Int {
    events[side].count { isWanted($0.event) }
  }

  func firstInstant(_ side: Int, _ isWanted: (ICEAgent.Event) -> Bool) -> Instant? {
    events[side].first { isWanted($0.event) }?.at
  }

  /// The gathering and connection states of one side, in order.
  func history(_ side: Int) -> [String] {
    events[side].compactMap {
      switch $0.event {
      case .state(let state): state.rawValue
      case .gathering(let state, let servers):
        servers.isEmpty ? state.rawValue : "\(state.rawValue) \(servers)"
      default: nil
      }
    }
  }

  /// Lets time pass until a condition holds; false when it does not within `limit`.
  mutating func run(until isDone: (TwoAgents) -> Bool, within limit: Duration) -> Bool {
    let end = now + limit
    var spins = 0
    while !isDone(self) {
      var next: Instant? = network.nextArrival
      for agent in agents { next = earliest(next, agent.deadline) }
      next = earliest(next, signals.map(\.at).min())
      guard let next, next <= end else {
        now = end
        return isDone(self)
      }
      spins = next <= now ? spins + 1 : 0
      if spins > 1000 {
        faults.append("seed \(seed): spins at \(now.nanoseconds)")
        return false
      }
      now = max(now, next)
      step()
    }
    return true
  }

  mutating func run(for duration: Duration) { _ = run(until: { _ in false }, within: duration) }

  private mutating func step() {
    if let index = signals.firstIndex(where: { $0.at <= now }) {
      let signal = signals.remove(at: index)
      receive(signal.signal, side: signal.side)
    } else if let flight = network.arrival(by: now) {
      _ = agents[flight.side].receive(flight.datagram, at: now)
      collect(flight.side)
    } else {
      for side in 0...1 {
        if let deadline = agents[side].deadline, deadline <= now {
          agents[side].wake(at: now)
          if let deadline = agents[side].deadline, deadline <= now {
            faults.append("seed \(seed): side \(side) woke at \(now.nanoseconds) for nothing")
          }
        }
        collect(side)
      }
    }
  }

  /// Drains one agent into the network, the log and, as far as it is signalled, to the other.
  mutating func collect(_ side: Int) {
    while let datagram = agents[side].nextDatagram() {
      sent[side].append((now, datagram))
      network.send(datagram, from: side, at: now)
    }
    while let event = agents[side].nextEvent() {
      events[side].append((now, event))
      switch event {
      case .candidate(let candidate) where setting.trickles: signal(.candidate(candidate), side)
      case .endOfCandidates where setting.trickles: signal(.endOfCandidates, side)
      case .gathering(.complete, _) where !setting.trickles,
        .gathering(.timedOut, _) where !setting.trickles:
        describe(side)
        for candidate in agents[side].localCandidates { signal(.candidate(candidate), side) }
        signal(.endOfCandidates, side)
      default: break
      }
    }
  }

  /// Sends one side's credentials, as a description would.
  mutating func describe(_ side: Int) {
    var credentials = agents[side].local
    if setting.wrongPassword[side] { credentials.pwd = String(credentials.pwd.reversed()) + "x" }
    signal(.description(credentials), side)
  }

  private mutating func signal(_ signal: Signal, _ side: Int) {
    var delay = setting.signallingDelay
    switch signal {
    case .description: if side == 1 { delay += setting.answerDelay }
    case .candidate: if setting.silent[side] { return }
    case .endOfCandidates: if setting.losesEndOfCandidates { return }
    }
    signals.append((now + delay, 1 - side, signal))
  }

  private mutating func receive(_ signal: Signal, side: Int) {
    switch signal {
    case .description(let credentials):
      let isFirst = !hasDescription[side]
      hasDescription[side] = true
      if !isFirst, side == 1 { agents[1].restart(at: now) }
      agents[side].setRemote(credentials, at: now)
      if side == 1 {
        if isFirst { agents[1].gather(at: now) }
        if setting.trickles || !isFirst { describe(1) }
      }
    case .candidate(let candidate):
      agents[side].addRemoteCandidate(
        kind: candidate.kind, address: candidate.address, priority: candidate.priority,
        foundation: candidate.foundation, at: now)
    case .endOfCandidates:
      agents[side].endRemoteCandidates(at: now)
    }
    collect(side)
  }
}
