public import Call
internal import Codecs
public import Netem
internal import Packets
public import SansIO
public import Scenario
internal import SwiftAgent
public import Trace

/// The world in virtual time: one queue of deadlines, one thread, no system below.
public final class Simulation: World {
  public private(set) var now = Instant.start
  public private(set) var trace: Trace
  private var agents: [SwiftAgent]
  private var servers: [STUNServerNode]
  private var links: [Link]
  private var capture: Capture
  private var unread = Queue<TraceEvent>()
  private var nextTicket = 0
  private var stills: [Still] = []

  /// - Parameter files: the bytes of every file that a source of the scenario names, by the name as written there.
  public init(scenario: Scenario, seed: Seed, files: [String: [UInt8]]) throws {
    trace = Trace(
      header: TraceHeader(
        name: scenario.name, world: WorldKind.simulated.rawValue, seed: seed.value,
        peers: scenario.peers.map(\.name)))
    let plan = try SimulationPlan(scenario: scenario, seed: seed, files: files)
    agents = try plan.agents.map(SwiftAgent.init(configuration:))
    servers = plan.servers
    links = zip(scenario.peers, scenario.network).map { peer, settings in
      Link(name: peer.name, settings: settings, seed: seed)
    }
    capture = Capture(
      peers: scenario.peers.map(\.name), servers: scenario.servers.map(\.name),
      epochUnixNanoseconds: PeerClock.simulatedEpoch)
    for (index, name) in scenario.networkNames.enumerated() {
      record(.link(LinkID(index: index)), .link(.configured(name)))
    }
  }

  /// Performs the scenario's script; what came of it is kept even when the run breaks off.
  public static func run(
    _ scenario: Scenario, seed: Seed, files: [String: [UInt8]] = [:]
  ) throws -> RunRecord {
    var world = try Simulation(scenario: scenario, seed: seed, files: files)
    var performer = CallPerformer(scenario: scenario)
    try performer.run(in: &world)
    return world.finish()
  }

  // MARK: World

  public func tell(_ peer: PeerID, _ command: Command) -> Ticket {
    let ticket = Ticket(number: nextTicket)
    nextTicket += 1
    agents[peer.index].perform(command, ticket: ticket, at: now)
    drain(agent: peer.index)
    return ticket
  }

  public func set(_ link: LinkID, to settings: LinkSettings, name: String) {
    links[link.index].up.set(settings.up, at: now)
    links[link.index].down.set(settings.down, at: now)
    record(.link(link), .link(.configured(name)))
  }

  public func record(_ subject: TraceEvent.Subject, _ kind: TraceEvent.Kind) {
    trace.events.append(TraceEvent(at: now, subject: subject, kind: kind))
  }

  public func next(before deadline: Instant) throws -> TraceEvent? {
    // A node that asks again and again for the same instant would stop time.
    var turns = 0
    while true {
      if let event = unread.popFirst() { return event }
      guard let due = nextDeadline, due <= deadline else {
        now = max(now, deadline)
        return nil
      }
      if due > now { turns = 0 }
      now = max(now, due)
      turns += 1
      guard turns < 10_000 else { throw SimulationError.standstill(at: now, who: whoIsDue) }
      turn()
    }
  }

  // MARK: One turn of the queue

  private var nextDeadline: Instant? {
    var result: Instant?
    for link in links { result = earliest(result, link.deadline) }
    for server in servers { result = earliest(result, server.deadline) }
    for agent in agents { result = earliest(result, agent.deadline) }
    return result
  }

  /// Everything that is due at `now`, in the order of the file: links, servers, peers.
  private func turn() {
    for index in links.indices {
      while let output = links[index].up.next(at: now) { leaveUplink(output, link: index) }
      while let output = links[index].down.next(at: now) { leaveDownlink(output, link: index) }
    }
    for index in servers.indices where servers[index].deadline.map({ $0 <= now }) ?? false {
      servers[index].wake(at: now)
      drain(server: index)
    }
    for index in agents.indices where agents[index].deadline.map({ $0 <= now }) ?? false {
      agents[index].wake(at: now)
      drain(agent: index)
    }
  }

  private var whoIsDue: String {
    for (index, agent) in agents.enumerated() where agent.deadline.map({ $0 <= now }) ?? false {
      return trace.header.peers[index]
    }
    return "the network"
  }

  // MARK: Packets

  private func drain(agent index: Int) {
    let id = PeerID(index: index)
    while let datagram = agents[index].nextDatagram() {
      let number = capture.sent(datagram, by: .peer(id), at: now)
      recordPacket(number, datagram, link: index, .up, .sent)
      links[index].up.offer(datagram, tag: number, at: now)
    }
    while let packet = agents[index].peer.nextPlainPacket() {
      capture.plain(packet, of: id, at: now)
    }
    while let secret = agents[index].peer.nextSecret() { capture.add(secret: secret) }
    while let still = agents[index].nextStill() {
      if let image = try? webP(still.picture) {
        stills.append(
          Still(at: still.at, peer: id, mid: still.mid, mimeType: "image/webp", bytes: image))
      }
    }
    while let event = agents[index].nextEvent() {
      trace.events.append(event)
      unread.append(event)
    }
  }

  private func drain(server index: Int) {
    while let datagram = servers[index].nextDatagram() {
      let number = capture.sent(datagram, by: .server(index), at: now)
      if !route(datagram, number: number) {
        _ = capture.dropped(number, comment: "no such address")
      }
    }
  }

  private func leaveUplink(_ output: Netem.Output, link index: Int) {
    switch output {
    case .deliver(let datagram, let number, _):
      if !route(datagram, number: number) { drop(number, "no such address", link: index, .up) }
    case .drop(let number, let reason): drop(number, reason, link: index, .up)
    }
  }

  /// The core of the network: no delay, no loss; false: it does not know the address.
  private func route(_ datagram: Datagram, number: Int) -> Bool {
    if let peer = agents.firstIndex(where: { $0.owns(datagram.destination) }) {
      links[peer].down.offer(datagram, tag: number, at: now)
    } else if let server = servers.firstIndex(where: { $0.address == datagram.destination }) {
      capture.delivered(datagram, to: .server(server), at: now)
      servers[server].receive(datagram, at: now)
      drain(server: server)
    } else {
      return false
    }
    return true
  }

  private func leaveDownlink(_ output: Netem.Output, link index: Int) {
    switch output {
    case .deliver(let datagram, let number, _):
      capture.delivered(datagram, to: .peer(PeerID(index: index)), at: now)
      recordPacket(number, datagram, link: index, .down, .delivered)
      agents[index].receive(datagram, at: now)
      drain(agent: index)
    case .drop(let number, let reason): drop(number, reason, link: index, .down)
    }
  }

  private func drop(
    _ number: Int, _ reason: String, link: Int, _ direction: PacketEvent.Direction
  ) {
    let peer = trace.header.peers[link]
    let byteCount = capture.dropped(
      number, comment: "dropped by link \(peer) \(direction.rawValue): \(reason)")
    record(
      .link(LinkID(index: link)),
      .packet(
        PacketEvent(
          number: number, direction: direction, bytesOnWire: byteCount, fate: .dropped(reason))))
  }

  private func recordPacket(
    _ number: Int, _ datagram: Datagram, link: Int, _ direction: PacketEvent.Direction,
    _ fate: PacketEvent.Fate
  ) {
    record(
      .link(LinkID(index: link)),
      .packet(
        PacketEvent(
          number: number, direction: direction, bytesOnWire: datagram.ipByteCount, fate: fate)))
  }

  // MARK: The end

  private func finish() -> RunRecord {
    for (index, link) in links.enumerated() {
      for (direction, netem) in [(PacketEvent.Direction.up, link.up), (.down, link.down)] {
        for period in netem.periods {
          for measure in period.measures {
            record(
              .link(LinkID(index: index)),
              .link(
                .measured(
                  direction, from: period.from, name: measure.name, asked: measure.asked,
                  measured: measure.measured, unit: measure.unit)))
          }
        }
      }
    }
    // A mark is known to have been played only after its last sample: put it where it happened. The sort is stable.
    trace.events.sort { $0.at < $1.at }
    return RunRecord(
      trace: trace, capture: capture.pcapng, duration: now - .start,
      keys: zip(trace.header.peers, agents).compactMap { name, agent in
        agent.peer.keys.map {
          SRTPKeys(peer: name, profile: $0.profile.name, local: $0.local, remote: $0.remote)
        }
      }, stills: stills)
  }
}

/// The access link of one peer, both directions.
private struct Link {
  var up: Netem
  var down: Netem

  init(name: String, settings: LinkSettings, seed: Seed) {
    up = Netem(settings: settings.up, seed: seed, name: "\(name) up")
    down = Netem(settings: settings.down, seed: seed, name: "\(name) down")
  }

  var deadline: Instant? { earliest(up.deadline, down.deadline) }
}
