internal import AgentProtocol
internal import Call
internal import LinuxIO
internal import Netem
internal import SDP
internal import SansIO
internal import Scenario
internal import Trace

/// Tries what an agent can do: alone first, then in a call with the Swift peer.
public struct AgentCheck: Sendable {
  /// One thing that a level asks for.
  public struct Finding: Hashable, Sendable {
    public var level: Int
    /// "answers an offer".
    public var what: String
    /// Nil: it could not be tried.
    public var holds: Bool?
    public var detail: String
  }

  /// What the agent says of itself; nil: it does not even say that.
  public private(set) var name: String?
  public private(set) var declaredLevel: Int?
  public private(set) var findings: [Finding] = []
  /// What broke the check off.
  public private(set) var failure: String?

  /// The highest level all of whose findings hold; 0: none. The third counts where the agent declares it.
  public var level: Int {
    var reached = 0
    for level in 1...4 {
      let asked = findings.filter { $0.level == level }
      if asked.isEmpty { continue }
      guard asked.allSatisfy({ $0.holds == true }) else { break }
      reached = level
    }
    return reached
  }

  private let surroundings = Surroundings()
  private let command: [String]

  /// - Parameter command: the agent's program, by path or name, and its arguments.
  public init(command: [String]) {
    self.command = command
    do {
      try checkAlone()
      try checkCall()
    } catch {
      failure = "\(error)"
    }
  }

  // MARK: Alone

  private mutating func checkAlone() throws {
    let offerer = try start()
    guard case .hello(let hello) = try offerer.ask(.hello, within: .seconds(20)) else {
      return note(1, "answers hello", false, "it refuses")
    }
    name = "\(hello.name) \(hello.version)"
    declaredLevel = hello.level
    note(1, "answers hello", true, "\(hello.name) \(hello.version), level \(hello.level)")
    try create(offerer)
    let offer = try offerer.ask(.command(.createOffer))
    let offers = Self.sections(of: offer, kind: .offer)
    _ = try? offerer.ask(.command(.close))
    let answers = try checkAnswer()
    // A gateway may know one part only.
    note(
      1, "makes descriptions", offers != nil || answers != nil,
      "offer: \(offers.map { "\($0) sections" } ?? Self.words(offer)); answer: "
        + (answers.map { "\($0) sections" } ?? "none that can be read"))
  }

  /// Lets it answer what the Swift peer offers; nil: it does not.
  private func checkAnswer() throws -> Int? {
    let swift = try SoloAgent(
      path: surroundings.program, arguments: ["agent", "swift"], name: "swift")
    _ = try swift.ask(.hello)
    try create(swift)
    guard case .description(let offer) = try swift.ask(.command(.createOffer)) else { return nil }
    _ = try? swift.ask(.command(.close))
    let answerer = try start()
    _ = try answerer.ask(.hello, within: .seconds(20))
    try create(answerer)
    _ = try answerer.ask(.command(.setRemoteDescription(offer)))
    let answer = try answerer.ask(.command(.createAnswer))
    _ = try? answerer.ask(.command(.close))
    return Self.sections(of: answer, kind: .answer)
  }

  private func start() throws -> SoloAgent {
    try SoloAgent(
      path: Stage.absolute(command[0], surroundings), arguments: Array(command.dropFirst()),
      name: "the agent")
  }

  private func create(_ solo: SoloAgent) throws {
    let setup = AgentSetup(
      name: "check", origin: monotonicNanoseconds(), seed: Seed(1), scratch: "/tmp")
    if case .failed(_, let message) = try solo.ask(.create(setup), within: .seconds(30)) {
      throw PeerFailure(
        peer: solo.agent.name, stack: solo.agent.stack, kind: .refused("create: \(message)"))
    }
  }

  /// How many sections the description has; nil: it is none of that kind, or cannot be read.
  private static func sections(of answer: AgentAnswer, kind: Description.Kind) -> Int? {
    guard case .description(let description) = answer, description.kind == kind else { return nil }
    return (try? SessionDescription(parsing: description.sdp))?.media.count
  }

  private static func words(_ answer: AgentAnswer) -> String {
    switch answer {
    case .failed(_, let message): "refused (\(message))"
    case .description: "none that can be read"
    case .hello, .clock, .stats, .done: "none"
    }
  }

  // MARK: In a call

  private mutating func checkCall() throws {
    guard let declaredLevel, declaredLevel > 1 else { return }
    let abilities = Sandbox.probe()
    guard abilities.canRun else {
      let reason = abilities.namespaces.isThere ? abilities.tun.found : abilities.namespaces.found
      for level in 2...declaredLevel { note(level, "takes part in a call", nil, reason) }
      return
    }
    var agent = AgentCommand(
      path: Stage.absolute(command[0], surroundings),
      arguments: command.dropFirst().map(Stage.absolute(argument:)))
    if declaredLevel == 3 { agent = agent.coded(by: surroundings.program) }
    let record = try Live.run(Self.scenario(agent), seed: Seed(1))
    failure = record.failure
    judge(record.trace, level: declaredLevel)
  }

  /// The Swift peer calls the agent.
  private static func scenario(_ command: AgentCommand) -> Scenario {
    let mark = SourceMark(file: "", line: 1, column: 1)
    var agent = PeerPlan(name: "agent", mark: mark)
    agent.stack = "agent"
    agent.binary = command.path
    agent.flags = command.arguments
    let steps: [Step] = [
      .dial(caller: PeerID(index: 0), callee: PeerID(index: 1)), .answer(PeerID(index: 1)),
      .connected(within: .seconds(15)), .run(.seconds(5)), .hangUp(PeerID(index: 0)),
    ]
    return Scenario(
      title: "agent check", file: "", peers: [PeerPlan(name: "swift", mark: mark), agent],
      network: [.perfect, .perfect], networkNames: ["perfect", "perfect"],
      call: steps.map { Marked($0, mark: mark) }, expectations: [])
  }

  private mutating func judge(_ trace: Trace, level: Int) {
    let told = CheckedCall(trace, agent: PeerID(index: 1))
    note(2, "finds candidates", told.candidates > 0, "\(told.candidates) candidates")
    note(2, "tells the state of gathering", told.hasGathered, "")
    note(2, "tells when it is connected", told.isConnected, told.dtls)
    guard level > 2 else { return }
    let far = CheckedCall(trace, agent: PeerID(index: 0))
    let mediaLevel = level == 3 ? 3 : 4
    note(
      mediaLevel, "sends pictures that carry the strip", far.readable > 0,
      "\(far.readable) of \(far.rendered) shown by the Swift peer")
    note(
      mediaLevel, "shows pictures and reads the strip", told.readable > 0,
      "\(told.readable) of \(told.rendered)")
    note(
      mediaLevel, "says when it captured", told.captured > 0 && told.marksSent > 0,
      "\(told.captured) pictures, \(told.marksSent) marks")
    note(mediaLevel, "sends sound that carries marks", far.marksPlayed > 0, "\(far.marksPlayed)")
    note(mediaLevel, "hears the marks", told.marksPlayed > 0, "\(told.marksPlayed)")
  }

  private mutating func note(_ level: Int, _ what: String, _ holds: Bool?, _ detail: String) {
    findings.append(Finding(level: level, what: what, holds: holds, detail: detail))
  }
}
