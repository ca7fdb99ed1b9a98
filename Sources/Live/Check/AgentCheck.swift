internal import AgentProtocol
internal import Call
internal import LinuxIO
internal import Netem
internal import SDP
internal import SansIO
internal import Scenario
internal import Trace

/// Tries what an agent can do: alone first, then in a call with the Swift peer.
public struct AgentCheck {
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

  /// Why it was tried without a sandbox, and so could reach the machine; nil: in one.
  public var sandboxLack: String? { room.lack }

  private let room = CheckRoom()
  private let command: AgentCommand

  /// Enters a sandbox where the machine allows it: once in a process, which has one thread still.
  ///
  /// - Parameter command: the agent's program, by path or name, and its arguments.
  public init(command: [String]) {
    self.command = AgentCommand(
      path: Testbed.absolute(command[0], room.surroundings),
      arguments: command.dropFirst().map(Testbed.absolute(argument:)))
    do {
      try checkAlone()
      try checkCall()
    } catch {
      failure = "\(error)"
    }
    room.clear()
  }

  // MARK: Alone

  private mutating func checkAlone() throws {
    let (offerer, folder) = try start()
    let hello: AgentHello
    do {
      guard case .hello(let told) = try offerer.ask(.hello, within: .seconds(20)) else {
        return note(1, "answers hello", false, "it refuses")
      }
      hello = told
    } catch let broken as PeerFailure {
      return note(1, "answers hello", false, "\(broken)")
    }
    name = "\(hello.name) \(hello.version)"
    declaredLevel = hello.level
    note(1, "answers hello", true, "\(hello.name) \(hello.version), level \(hello.level)")
    let offer = SoloTalk(offerer, hello: hello, folder: folder, offer: nil)
    let answer = try answer(hello)
    // A gateway may know one part only, but must say so of the other.
    note(
      1, "makes descriptions",
      [offer, answer].contains(where: \.isMade)
        && ![offer, answer].contains(where: \.isBroken),
      "offer: \(offer.words); answer: \(answer.words)")
  }

  /// Lets it answer what the Swift peer offers.
  private func answer(_ hello: AgentHello) throws -> SoloTalk {
    let own = AgentCommand(path: room.surroundings.program, arguments: ["agent", "swift"])
    let (swift, swiftFolder) = try room.start(own, name: "swift")
    _ = try swift.ask(.hello)
    try SoloTalk.create(swift, swiftFolder)
    guard case .description(let offer) = try swift.ask(.command(.createOffer)) else {
      return .refused("the Swift peer made no offer")
    }
    _ = try? swift.ask(.command(.close))
    let (answerer, folder) = try start()
    do {
      _ = try answerer.ask(.hello, within: .seconds(20))
    } catch let broken as PeerFailure {
      return .broken("\(broken)")
    }
    return SoloTalk(answerer, hello: hello, folder: folder, offer: offer)
  }

  private func start() throws -> (agent: SoloAgent, folder: String) {
    try room.start(command, name: "the agent")
  }

  // MARK: In a call

  private mutating func checkCall() throws {
    guard let declaredLevel, declaredLevel > 1 else { return }
    guard let sandbox = room.sandbox else {
      for level in 2...declaredLevel { note(level, "takes part in a call", nil, room.lack ?? "") }
      return
    }
    let scenario = Self.scenario(
      declaredLevel == 3 ? command.coded(by: room.surroundings.program) : command)
    let processes = try LiveProcesses(
      scenario: scenario, seed: Seed(1), files: [:], entered: (sandbox, room.surroundings))
    let record = try Live.run(scenario, seed: Seed(1), processes: processes)
    note(2, "keeps to the protocol in a call", record.failure == nil, record.failure ?? "")
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
