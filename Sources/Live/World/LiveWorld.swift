public import Call
internal import LinuxIO
public import Netem
public import SansIO
internal import Scenario
public import Trace

/// The world in real time: agents are processes, links join their network namespaces, and time waits for nobody.
///
/// One thread drives all agents; the router and the capture have threads of their own.
public final class LiveWorld: World {
  /// How long agents may take to end before they are ended.
  private static let farewell: Int64 = 5_000_000_000

  private let scenario: Scenario
  private let seed: Seed
  private let cast: LiveCast
  private let router: Router
  private let capture: LiveCapture
  private var trace = LiveTrace()
  private var unread = Queue<TraceEvent>()
  private var nextTicket = 0
  private var processors: ProcessorWatch

  /// The run's clock begins here.
  init(scenario: Scenario, seed: Seed, cast: LiveCast) throws {
    self.scenario = scenario
    self.seed = seed
    self.cast = cast
    let captures = try cast.stage.networks.map { try $0.openCapture() }
    cast.clock.begin()
    router = try Router(plan: cast.stage.plan(origin: cast.clock.origin, seed: seed))
    capture = try LiveCapture(origin: cast.clock.origin, captures: captures)
    processors = ProcessorWatch(cast.stage.networks, homes: cast.stage.homes, at: cast.clock.now)
  }

  /// Sets packets and agents in motion; returns when the call can begin.
  func begin() throws {
    try capture.start()
    try router.start()
    for (index, name) in scenario.networkNames.enumerated() {
      record(.link(LinkID(index: index)), .link(.configured(name)))
    }
    for peer in cast.peers { peer.create(at: monotonicNanoseconds()) }
    while cast.peers.contains(where: { !$0.isReady }) {
      try cast.listen(until: nil)
      collect()
    }
  }

  // MARK: World

  public var now: Instant { cast.clock.now }

  public func tell(_ peer: PeerID, _ command: Command) -> Ticket {
    let ticket = Ticket(number: nextTicket)
    nextTicket += 1
    cast.peers[peer.index].tell(command, ticket: ticket, at: monotonicNanoseconds())
    return ticket
  }

  /// The router says in its own record when the change came about.
  public func set(_ link: LinkID, to settings: LinkSettings, name: String) {
    router.set(cast.stage.interface(of: link.index), to: settings, name: name)
  }

  public func record(_ subject: TraceEvent.Subject, _ kind: TraceEvent.Kind) {
    trace.append(TraceEvent(at: now, subject: subject, kind: kind))
  }

  public func next(before deadline: Instant) throws -> TraceEvent? {
    while true {
      if let event = unread.popFirst() { return event }
      guard now < deadline else { return nil }
      let until = min(deadline, processors.deadline)
      try cast.listen(until: until.nanoseconds + cast.clock.origin)
      if processors.deadline <= now { watchProcessors() }
      collect()
    }
  }

  private func collect() {
    for peer in cast.peers {
      while let said = peer.nextSaid() { unread.append(trace.append(said, by: peer.id)) }
    }
  }

  private func watchProcessors() {
    for (peer, event) in processors.look(at: now) { record(.peer(peer), .harness(event)) }
  }

  // MARK: The end

  /// - Parameter failure: what broke the run off, where something did.
  func finish(failure: String?) throws -> RunRecord {
    let end = now
    watchProcessors()
    let silence = cast.dismiss(within: Self.farewell)
    collect()
    for (peer, exit) in cast.exits { record(.peer(peer), .harness(.ended(Self.text(exit)))) }
    var tunDrops = 0
    for network in cast.stage.networks { tunDrops += (try? network.statistics().sentDropped) ?? 0 }
    let routed = try router.stop()
    let merged = MergedCapture(
      router: routed, capture: capture,
      epochUnixNanoseconds: cast.clock.epochUnixNanoseconds,
      secrets: cast.peers.flatMap(\.secrets).map { $0 + "\n" }.joined(), tunDrops: tunDrops)
    recordTraffic(routed)
    let overload = merged.overload
    record(
      .run,
      .harness(
        .emulator(
          latenessMedian: overload.lateness.p50, latenessP99: overload.lateness.p99,
          latenessMaximum: overload.lateness.maximum, isRealTime: overload.isRealTime,
          deviceDrops: overload.tunDrops, captureDrops: overload.captureDrops)))
    var trace = Trace(
      header: TraceHeader(
        name: scenario.name, world: WorldKind.live.rawValue, seed: seed.value,
        peers: scenario.peers.map(\.name), forwards: scenario.forwards),
      events: trace.events(correctedBy: calibrations) + merged.events)
    trace.events.sort { $0.at < $1.at }
    let reasons = overload.reasons
    return RunRecord(
      trace: trace, capture: merged.pcapng, duration: end - .start,
      keys: cast.peers.compactMap(\.keys),
      stills: cast.peers.flatMap(\.stills).sorted { $0.at < $1.at }, logs: cast.logs,
      overload: reasons.isEmpty ? nil : reasons.joined(separator: "; "),
      failure: failure ?? silence.map { "\($0)" })
  }

  /// What left the machine, and what never came to a link.
  private func recordTraffic(_ routed: RouterRecord) {
    for (server, traffic) in zip(cast.outside.servers, routed.publicTraffic) {
      record(
        .run,
        .harness(
          .outside(
            server: server.name, asked: server.asked, address: "\(server.address)",
            sent: traffic.sent, received: traffic.received, withheld: traffic.withheld)))
    }
    for (reason, count) in routed.discarded {
      record(.run, .harness(.kept(reason: reason, packets: count)))
    }
  }

  private var calibrations: [PeerID: (start: ClockCalibration, end: ClockCalibration)] {
    var result: [PeerID: (start: ClockCalibration, end: ClockCalibration)] = [:]
    for peer in cast.peers {
      if let start = peer.start, let end = peer.end { result[peer.id] = (start, end) }
    }
    return result
  }

  private static func text(_ exit: ChildProcess.Exit) -> String {
    switch exit {
    case .code(let code): "exit code \(code)"
    case .signal(let signal): "signal \(signal) (\(signalName(signal)))"
    }
  }
}
