internal import AgentProtocol
internal import LinuxIO
internal import SansIO
internal import SwiftAgent
internal import Trace

/// Serves as an agent of the harness with the Swift peer on real sockets, until it is closed; the process's exit code.
///
/// - Parameter version: what it says of itself.
public func runSwiftAgent(version: String) -> Int32 {
  do {
    return try SwiftAgentProcess(version: version).run()
  } catch {
    complain("callproof agent swift: \(error)")
    return 3
  }
}

/// One thread that waits for the harness, the sockets, the codecs and the clock, and lets the peer work.
private final class SwiftAgentProcess {
  private enum Token {
    static let harness = 0
    static let codecs = 1
    static let firstSocket = 2
  }

  private let version: String
  private let loop: EventLoop
  private let harness: HarnessLink
  private var clock = AgentClock()
  private var peer: SocketPeer?
  /// By ticket: the request that waits for its answer.
  private var requests: [Int: Int64] = [:]
  private var nextTicket = 0
  /// The newest counters of each stream, by name.
  private var stats: [(name: String, counters: JSONValue)] = []
  private var isClosed = false

  init(version: String) throws {
    self.version = version
    loop = try EventLoop()
    harness = try HarnessLink()
    try loop.add(harness.descriptor, token: Token.harness)
  }

  func run() throws -> Int32 {
    Scheduling.setTimerSlack(nanoseconds: 1)
    while !isClosed {
      let deadline = peer?.agent.deadline.map(clock.monotonic)
      for token in try loop.wait(until: deadline) {
        switch token {
        case Token.harness: try readHarness()
        case Token.codecs: peer?.executor.ready.clear()
        default: try peer?.receive(socket: token - Token.firstSocket, clock)
        }
      }
      try turn()
    }
    harness.finish()
    return 0
  }

  /// Lets the peer do what is due, and passes on what it has.
  private func turn() throws {
    guard let peer else { return }
    // Answers do not wait until a picture is drawn: the far side's first one may hang on them.
    try peer.send()
    let now = clock.now
    if let deadline = peer.agent.deadline, deadline <= now { peer.agent.wake(at: now) }
    try peer.send()
    while let event = peer.agent.nextEvent() { tell(event) }
    while let still = peer.agent.nextStill() { harness.tell(still) }
    while let notice = peer.nextNotice() { harness.tell(notice) }
    while let loss = peer.nextLoss() { harness.tell(.event(loss, at: clock.now)) }
  }

  // MARK: The harness

  private func readHarness() throws {
    guard let lines = harness.readLines() else {
      isClosed = true
      return
    }
    for line in lines where !line.isEmpty {
      do throws(AgentMessageError) {
        meet(try AgentMessage(line: line))
      } catch {
        harness.tell(.log("a line that is no message: \(error)"))
      }
    }
  }

  private func meet(_ message: AgentMessage) {
    switch message {
    case .request(let id, let request): meet(request, id: id)
    case .unknownRequest(let id, let method):
      fail(id, "no method '\(method)' here", code: AgentAnswer.unknownMethod)
    case .unreadableRequest(let id, let method, let error): fail(id, "\(method): \(error)")
    case .answer, .failure, .notice: break
    }
  }

  private func meet(_ request: AgentRequest, id: Int64) {
    switch request {
    case .hello:
      harness.answer(
        .hello(
          AgentHello(
            name: "swift", version: version, level: 4,
            features: [.trickle, .mute, .codecPreferences, .iceRestart, .stats, .ipv6, .keylog],
            audioCodecs: ["opus"], videoCodecs: ["VP8", "H264"])), to: id)
    case .clock: harness.answer(.clock(nanoseconds: clock.now.nanoseconds), to: id)
    case .create(let setup): create(setup, id: id)
    case .command(.close) where peer == nil:
      harness.answer(.done, to: id)
      isClosed = true
    case .command(.getStats): harness.answer(.stats(.object(stats.map(JSONMember.init))), to: id)
    case .command(let command):
      guard let peer else {
        fail(id, "there is no peer: 'create' comes first")
        return
      }
      requests[nextTicket] = id
      peer.agent.perform(command, ticket: Ticket(number: nextTicket), at: clock.now)
      nextTicket += 1
      isClosed = command == .close
    }
  }

  private func create(_ setup: AgentSetup, id: Int64) {
    guard peer == nil else {
      fail(id, "there is a peer already")
      return
    }
    do {
      let peer = try SocketPeer(setup)
      try loop.add(peer.executor.ready.descriptor, token: Token.codecs)
      for (index, descriptor) in peer.descriptors.enumerated() {
        try loop.add(descriptor, token: Token.firstSocket + index)
      }
      clock.origin = setup.origin
      self.peer = peer
      harness.answer(.done, to: id)
    } catch {
      fail(id, "\(error)")
    }
  }

  private func fail(_ id: Int64, _ reason: String, code: Int64 = AgentAnswer.commandFailed) {
    harness.answer(.failed(code: code, message: reason), to: id)
  }

  /// Answers go to who asked; everything else is told as it stands in the trace.
  private func tell(_ event: TraceEvent) {
    switch event.kind {
    case .signalling(.described(let ticket, let description)):
      answer(ticket, .description(description))
    case .signalling(.done(let ticket)): answer(ticket, .done)
    case .signalling(.failed(let ticket, let reason)):
      answer(ticket, .failed(code: AgentAnswer.commandFailed, message: reason))
    default:
      if case .media(.sample(let sample)) = event.kind { keep(sample, at: event.at) }
      harness.tell(.event(event.kind, at: event.at))
    }
  }

  private func keep(_ sample: StreamSample, at: Instant) {
    let name = "\(sample.mid) \(sample.direction.rawValue)"
    let event = TraceEvent(at: at, subject: .run, kind: .media(.sample(sample)))
    stats.removeAll { $0.name == name }
    stats.append((name, event.json(peers: [])))
  }

  private func answer(_ ticket: Ticket, _ answer: AgentAnswer) {
    guard let id = requests.removeValue(forKey: ticket.number) else { return }
    harness.answer(answer, to: id)
  }
}
