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
  private let processes: LiveProcesses
  private let router: Router
  private let capture: LiveCapture
  private var trace = LiveTrace()
  private var unread = Queue<TraceEvent>()
  private var nextTicket = 0
  private var processors: ProcessorWatch

  /// The run's clock begins here.
  init(scenario: Scenario, seed: Seed, processes: LiveProcesses) throws {
    self.scenario = scenario
    self.seed = seed
    self.processes = processes
    let captures = try processes.testbed.networks.map { try $0.openCapture() }
    processes.clock.begin()
    router = try Router(plan: processes.testbed.plan(origin: processes.clock.origin, seed: seed))
    capture = try LiveCapture(origin: processes.clock.origin, captures: captures)
    processors = ProcessorWatch(
      processes.testbed.networks, homes: processes.testbed.homes, at: processes.clock.now)
  }

  /// Sets packets and agents in motion; returns when the call can begin.
  func begin() throws {
    try capture.start()
    try router.start()
    for (index, name) in scenario.networkNames.enumerated() {
      record(.link(LinkID(index: index)), .link(.configured(name)))
    }
    for peer in processes.peers { peer.create(at: monotonicNanoseconds()) }
    while processes.peers.contains(where: { !$0.isReady }) {
      try processes.listen(until: nil)
      collect()
    }
  }

  // MARK: World

  public var now: Instant { processes.clock.now }

  public func tell(_ peer: PeerID, _ command: Command) -> Ticket {
    let ticket = Ticket(number: nextTicket)
    nextTicket += 1
    processes.peers[peer.index].tell(command, ticket: ticket, at: monotonicNanoseconds())
    return ticket
  }

  /// The router says in its own record when the change came about.
  public func set(_ link: LinkID, to settings: LinkSettings, name: String) {
    router.set(processes.testbed.interface(of: link.index), to: settings, name: name)
  }

  public func record(_ subject: TraceEvent.Subject, _ kind: TraceEvent.Kind) {
    trace.append(TraceEvent(at: now, subject: subject, kind: kind))
  }

  public func next(before deadline: Instant) throws -> TraceEvent? {
    while true {
      if let event = unread.popFirst() { return event }
      guard now < deadline else { return nil }
      let until = min(deadline, processors.deadline)
      try processes.listen(until: until.nanoseconds + processes.clock.origin)
      if processors.deadline <= now { watchProcessors() }
      collect()
    }
  }

  private func collect() {
    for peer in processes.peers {
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
    let silence = processes.dismiss(within: Self.farewell)
    collect()
    for (peer, exit) in processes.exits { record(.peer(peer), .harness(.ended("\(exit)"))) }
    var tunDrops = 0
    for network in processes.testbed.networks {
      tunDrops += (try? network.statistics().sentDropped) ?? 0
    }
    let routed = try router.stop()
    let merged = MergedCapture(
      router: routed, capture: capture,
      epochUnixNanoseconds: processes.clock.epochUnixNanoseconds,
      secrets: processes.peers.flatMap(\.secrets).map { $0 + "\n" }.joined(), tunDrops: tunDrops)
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
      keys: processes.peers.compactMap(\.keys),
      stills: processes.peers.flatMap(\.stills).sorted { $0.at < $1.at }, logs: processes.logs,
      overload: reasons.isEmpty ? nil : reasons.joined(separator: "; "),
      failure: failure ?? silence.map { "\($0)" })
  }

  /// What left the machine, and what never came to a link.
  private func recordTraffic(_ routed: RouterRecord) {
    for (server, traffic) in zip(processes.outside.servers, routed.publicTraffic) {
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
    for peer in processes.peers {
      if let start = peer.start, let end = peer.end { result[peer.id] = (start, end) }
    }
    return result
  }
}
