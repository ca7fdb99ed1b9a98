internal import AgentProtocol
internal import Call
internal import SansIO
internal import Trace

/// One peer of a live run: turns commands into requests of its agent, and what the agent says into events of the trace.
///
/// What a stack does not say and the trace needs is completed here: descriptions applied, candidates in words of ICE, a fuse
/// for gathering, DTLS from the state of the connection, the codec of a track from the descriptions.
final class LivePeer {
  /// An event that is ready for the trace.
  struct Said {
    var at: Instant
    var uncertainty: Duration
    /// The instant is the agent's, to be corrected once the drift of its clock is known; nil: the harness's own.
    var shown: Instant?
    var kind: TraceEvent.Kind
  }

  /// What an answer leads to.
  private enum Purpose {
    case hello, create
    case clock(isLast: Bool)
    case command(Command, Ticket)
    /// The description of a peer without trickle, for its candidates; the ticket waits for it.
    case candidates(Ticket, fallback: Description)
    case goodbye
  }

  private static let helloLimit = Duration.seconds(20)
  private static let createLimit = Duration.seconds(30)
  private static let commandLimit = Duration.seconds(15)
  /// An instant that lies further ahead than a loudspeaker's buffer is no instant of the run.
  private static let lookahead = Duration.seconds(1)

  let id: PeerID
  let agent: ChildAgent
  let setup: AgentSetup
  private let clock: RunClock

  private(set) var hello: AgentHello?
  private(set) var isReady = false
  private(set) var hasClosed = false
  private(set) var start: ClockCalibration?
  private(set) var end: ClockCalibration?
  private(set) var keys: SRTPKeys?
  private(set) var secrets: [String] = []
  private(set) var stills: [Still] = []

  private var purposes: [Int64: Purpose] = [:]
  private var roundTrips: [ClockCalibration.RoundTrip] = []
  private var statedUncertainty = Duration.zero
  private var said = Queue<Said>()
  private var fuse: GatheringFuse
  private var story: PeerStory

  /// - Parameters:
  ///   - setup: without the origin, which is known only when all agents are there.
  ///   - servers: the scenario's names of servers, by their URLs.
  ///   - fuse: how long gathering may take.
  ///   - clock: which may begin later.
  init(
    id: PeerID, agent: ChildAgent, setup: AgentSetup, servers: [String: String], fuse: Duration,
    clock: RunClock
  ) {
    self.id = id
    self.agent = agent
    self.setup = setup
    self.clock = clock
    self.fuse = GatheringFuse(limit: fuse)
    story = PeerStory(servers: servers)
  }

  // MARK: Before the call

  func askHello(at now: Int64) { ask(.hello, .hello, limit: Self.helloLimit, at: now) }

  func create(at now: Int64) {
    var setup = setup
    setup.origin = clock.origin
    setup.clock.epochUnixNanoseconds = clock.epochUnixNanoseconds
    ask(.create(setup), .create, limit: Self.createLimit, at: now)
  }

  // MARK: The call

  func tell(_ command: Command, ticket: Ticket, at now: Int64) {
    switch command {
    case .setLocalDescription: fuse.light(at: instant(now))
    case .close: askGoodbye(at: now)
    default: break
    }
    story.told(command)
    ask(.command(command), .command(command, ticket), limit: Self.commandLimit, at: now)
  }

  /// Asks for the time once more and for the end, of an agent that has not been told to end yet.
  func leave(at now: Int64) {
    guard !agent.isClosing, agent.failure == nil else { return }
    askGoodbye(at: now)
    ask(.command(.close), .goodbye, limit: Self.commandLimit, at: now)
  }

  var deadline: Instant? { fuse.deadline }

  /// Everything that the agent has said since, as events.
  func collect(at now: Int64) {
    while let arrival = agent.nextArrival() {
      switch arrival {
      case .notice(let notice): receive(notice, at: now)
      case .answer(let id, _, let answer, let result, let sentAt):
        guard let purpose = purposes.removeValue(forKey: id) else { continue }
        receive(answer, result, for: purpose, sentAt: sentAt, at: now)
      }
    }
    if fuse.blow(at: instant(now)) {
      say(.ice(.gathering(.timedOut, waitingFor: story.silentServers(of: setup))), at: instant(now))
    }
  }

  func nextSaid() -> Said? { said.popFirst() }

  // MARK: Answers

  private func receive(
    _ answer: AgentAnswer, _ result: JSONValue, for purpose: Purpose, sentAt: Int64, at now: Int64
  ) {
    switch purpose {
    case .hello:
      guard case .hello(let hello) = answer else { return refuse("hello", answer) }
      self.hello = hello
    case .create:
      guard case .done = answer else { return refuse("create", answer) }
      // A clock that had to be measured from inside says how well that went.
      let stated = result["uncertainty"]?.integerValue ?? 0
      statedUncertainty = .nanoseconds(min(max(stated, 0), 10_000_000_000))
      if let hello {
        say(
          .harness(.agent(name: hello.name, version: hello.version, level: hello.level)),
          at: instant(now))
      }
      askClock(isLast: false, at: now)
    case .clock(let isLast):
      var trip = ClockCalibration.RoundTrip(asked: instant(sentAt), answered: instant(now))
      if case .clock(let shown) = answer { trip.shown = Instant(nanoseconds: shown) }
      roundTrips.append(trip)
      if isLast {
        end = ClockCalibration(roundTrips)
      } else if roundTrips.count < ClockCalibration.count {
        askClock(isLast: false, at: now)
      } else {
        finishCalibration(at: now)
      }
    case .goodbye: hasClosed = true
    case .candidates(let ticket, let fallback):
      var description = fallback
      if case .description(let local) = answer { description = local }
      for kind in story.harvest(description) { say(kind, at: instant(now)) }
      if fuse.accept(.complete) {
        say(.ice(.gathering(.complete, waitingFor: [])), at: instant(now))
      }
      say(.signalling(.done(ticket)), at: instant(now))
    case .command(let command, let ticket): receive(answer, to: command, ticket, at: now)
    }
  }

  private func receive(
    _ answer: AgentAnswer, to command: Command, _ ticket: Ticket, at now: Int64
  ) {
    let instant = instant(now)
    switch (command, answer) {
    case (.localDescription, .failed(AgentAnswer.unknownMethod, _)) where story.local != nil:
      if let local = story.local { say(.signalling(.described(ticket, local)), at: instant) }
    // What the first level of the protocol leaves out.
    case (.setLocalDescription(let description), .done),
      (.setLocalDescription(let description), .failed(AgentAnswer.unknownMethod, _)):
      for kind in story.applied(.local, description) { say(kind, at: instant) }
      if hello?.features.contains(.trickle) != true, !story.hasCandidates {
        ask(
          .command(.localDescription), .candidates(ticket, fallback: description),
          limit: Self.commandLimit, at: now)
      } else {
        say(.signalling(.done(ticket)), at: instant)
      }
    case (.setRemoteDescription(let description), .done):
      for kind in story.applied(.remote, description) { say(kind, at: instant) }
      say(.signalling(.done(ticket)), at: instant)
    case (.addICECandidate, .failed(AgentAnswer.unknownMethod, _)):
      say(.signalling(.done(ticket)), at: instant)
    case (.close, _):
      hasClosed = true
      say(.signalling(.done(ticket)), at: instant)
    case (_, .description(let description)):
      say(.signalling(.described(ticket, description)), at: instant)
    case (_, .failed(AgentAnswer.unknownMethod, _)):
      let name = AgentRequest.command(command).method
      say(.signalling(.failed(ticket, "\(setup.name)'s stack cannot \(name)")), at: instant)
    case (_, .failed(_, let message)):
      say(.signalling(.failed(ticket, message)), at: instant)
    case (_, .done), (_, .stats), (_, .hello), (_, .clock):
      say(.signalling(.done(ticket)), at: instant)
    }
  }

  private func refuse(_ method: String, _ answer: AgentAnswer) {
    guard case .failed(_, let message) = answer else { return }
    agent.fail(.refused("\(method): \(message)"))
  }

  // MARK: Clocks

  private func askClock(isLast: Bool, at now: Int64) {
    ask(.clock, .clock(isLast: isLast), limit: Self.commandLimit, at: now)
  }

  private func finishCalibration(at now: Int64) {
    start = ClockCalibration(roundTrips)
    start?.uncertainty += statedUncertainty
    roundTrips = []
    isReady = true
    if let start {
      say(
        .harness(
          .calibrated(
            offset: start.offset, uncertainty: start.uncertainty, roundTrips: start.roundTrips)),
        at: instant(now))
    }
  }

  /// The questions stand in one line before the last request; the first of them waits for nobody.
  private func askGoodbye(at now: Int64) {
    guard isReady, end == nil, !agent.isClosing else { return }
    for _ in 0..<3 { askClock(isLast: true, at: now) }
  }

  // MARK: Notices

  private func receive(_ notice: AgentNotice, at now: Int64) {
    switch notice {
    case .event(let kind, let at):
      guard story.accepts(kind) else {
        return say(.unexplained("the agent told of what is not a peer's"), at: instant(now))
      }
      if case .ice(.gathering(let state, _)) = kind, !fuse.accept(state) {
        return say(.unexplained("gathering \(state.rawValue), after its end"), shown: at, now)
      }
      for more in story.completing(kind) { say(more, shown: at, now) }
    case .candidate(let candidate, let mid, let at):
      for kind in story.candidate(candidate, mid: mid) { say(kind, shown: at, now) }
    case .connectionState(let state, let at):
      for kind in story.connection(state) { say(kind, shown: at, now) }
    case .track(let mid, let kind, let at):
      for kind in story.track(mid: mid, kind) { say(kind, shown: at, now) }
    case .still(let mid, let at, let mimeType, let bytes):
      stills.append(
        Still(at: corrected(at, now), peer: id, mid: mid, mimeType: mimeType, bytes: bytes))
    case .secret(let line): secrets.append(line)
    case .srtpKeys(let profile, let local, let remote):
      keys = SRTPKeys(peer: setup.name, profile: profile, local: local, remote: remote)
    case .mediaFrame, .keyFrameRequest:
      say(
        .unexplained("coded media from an agent that was started without a codec"), at: instant(now)
      )
    case .unknown(let method): say(.unexplained("notification '\(method)'"), at: instant(now))
    case .log, .error: break
    }
  }

  // MARK: Instants

  private func instant(_ monotonic: Int64) -> Instant { clock.instant(monotonic) }

  private func corrected(_ at: Instant?, _ now: Int64) -> Instant {
    let arrival = instant(now)
    guard let at, at.nanoseconds.magnitude < 1 << 60 else { return arrival }
    let corrected = at - (start?.offset ?? .zero)
    return corrected > arrival + Self.lookahead ? arrival : max(corrected, .start)
  }

  private func say(_ kind: TraceEvent.Kind, shown at: Instant?, _ now: Int64) {
    said.append(
      Said(
        at: corrected(at, now), uncertainty: start?.uncertainty ?? statedUncertainty, shown: at,
        kind: kind))
  }

  private func say(_ kind: TraceEvent.Kind, at now: Instant) {
    said.append(Said(at: now, uncertainty: .zero, shown: nil, kind: kind))
  }

  private func ask(_ request: AgentRequest, _ purpose: Purpose, limit: Duration, at now: Int64) {
    purposes[agent.ask(request, limit: limit, at: now)] = purpose
  }
}
