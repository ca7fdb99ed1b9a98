internal import AgentProtocol
internal import Call
internal import LinuxIO
internal import SansIO
internal import Scenario
internal import Trace

/// The processes of one live run, agents and servers, and the loop that listens to all of them.
final class LiveProcesses {
  private enum Source {
    case exits
    case orders
    case output(Int)
    case log(Int)
    case input(Int)
    case service(Int)
  }

  /// How long agents have to leave a run that was told to end.
  private static let haste: Int64 = 1_000_000_000

  let clock = RunClock()
  let testbed: Testbed
  let outside: Outside
  private(set) var peers: [LivePeer] = []
  private var processes: [SandboxedProcess] = []
  private let loop: EventLoop
  private var orders: RunOrders?
  /// Set once: what the run was told.
  private(set) var end: RunEnd?
  private var isLeaving = false
  /// By token.
  private var sources: [Source] = [.exits]
  /// By peer: the token of its input.
  private var inputTokens: [Int] = []
  /// Peers whose inputs are watched for room.
  private var blocked: Set<Int> = []
  /// How processes ended, by peer.
  private(set) var exits: [(peer: PeerID, exit: ChildProcess.Exit)] = []

  /// Enters the sandbox, makes the network and starts all processes.
  ///
  /// - Parameters:
  ///   - files: the bytes of every file that a source of the scenario names, by the name as written there.
  ///   - allowsPublic: whether what peers send to public servers may leave the machine.
  ///   - orders: where a line comes that ends the run; nil: nowhere.
  ///   - entered: the sandbox that this process is in, and the machine as it was before.
  init(
    scenario: Scenario, seed: Seed, files: [String: [UInt8]], allowsPublic: Bool = false,
    orders: Int32? = nil,
    entered: (sandbox: Sandbox, surroundings: Surroundings)? = nil
  ) throws {
    // Once inside, the program's own path leads nowhere.
    let surroundings = entered?.surroundings ?? Surroundings()
    let commands = try scenario.peers.map { try Self.command(of: $0, surroundings) }
    outside = try Outside(scenario, isAllowed: allowsPublic)
    let sandbox = try entered?.sandbox ?? Sandbox.enter()
    try Scratch.layScripts()
    let paths = try Scratch.lay(files: files)
    testbed = try Testbed(
      sandbox: sandbox, scenario: scenario, outside: outside, surroundings: surroundings)
    loop = try EventLoop()
    try loop.add(sandbox.exits, token: 0)
    if let orders {
      self.orders = RunOrders(descriptor: orders)
      try watch(orders, .orders)
    }
    let servers = AgentSetup.serverNames(of: scenario)
    for (index, command) in commands.enumerated() {
      let plan = scenario.peers[index]
      do throws(SystemError) {
        processes.append(
          try testbed.spawn(command, as: plan.name, peer: index, surroundings: surroundings))
      } catch {
        let path = Testbed.absolute(command.path, surroundings)
        throw PeerFailure(
          peer: plan.name, stack: plan.stack,
          kind: .cannotStart(Testbed.words(error, starting: path)))
      }
      let setup = AgentSetup(
        peer: index, of: scenario, seed: seed, scratch: "\(Scratch.root)/\(plan.name)",
        files: Self.files(of: plan, paths))
      peers.append(
        LivePeer(
          id: PeerID(index: index),
          agent: ChildAgent(name: plan.name, stack: plan.stack, process: processes[index]),
          setup: setup, servers: servers, fuse: Self.fuse(of: plan),
          clock: clock))
      try watch(processes[index].output, .output(index))
      try watch(processes[index].log, .log(index))
      inputTokens.append(sources.count)
      sources.append(.input(index))
    }
    for (index, service) in testbed.services.enumerated() {
      try service.waitUntilReady()
      try watch(service.process.output, .service(index))
    }
  }

  /// Asks all agents who they are, and waits until they have said so.
  func meet() throws {
    for peer in peers { peer.askHello(at: monotonicNanoseconds()) }
    while peers.contains(where: { $0.hello == nil }) { try listen(until: nil) }
  }

  /// Waits until something comes or the instant does; what came is collected by the peers.
  func listen(until instant: Int64?) throws {
    try watchBlocked()
    for token in try loop.wait(until: deadline(instant)) { handle(token) }
    let now = monotonicNanoseconds()
    for peer in peers {
      peer.agent.check(at: now)
      peer.collect(at: now)
    }
    if let end, !isLeaving { throw end }
    for peer in peers { if let failure = peer.agent.failure { throw failure } }
  }

  /// Lets agents go, and ends those that stay; of all that they do now only silence is a failure.
  ///
  /// - Parameter limit: for what comes after their answer to `close`, which has a limit of its own.
  func dismiss(within limit: Int64) -> PeerFailure? {
    isLeaving = true
    // Whoever ends a run does not wait for long.
    let deadline = monotonicNanoseconds() + (end == nil ? limit : min(limit, Self.haste))
    for peer in peers { peer.leave(at: monotonicNanoseconds()) }
    while peers.contains(where: isStaying) {
      let owesAnswer = end == nil && peers.contains { isStaying($0) && !$0.hasClosed }
      guard owesAnswer || monotonicNanoseconds() < deadline else { break }
      do { try listen(until: owesAnswer ? nil : deadline) } catch { break }
    }
    for process in processes { process.end() }
    for service in testbed.services { service.process.end() }
    return peers.lazy.compactMap(\.agent.failure).first { failure in
      if case .hung = failure.kind { true } else { false }
    }
  }

  private func isStaying(_ peer: LivePeer) -> Bool {
    peer.agent.failure == nil && !peer.agent.hasEnded
  }

  /// What peers and servers wrote to their logs, those that wrote anything.
  var logs: [ProcessText] {
    (peers.map { ($0.setup.name, $0.agent.log) } + testbed.services.map { ($0.name, $0.log) })
      .filter { !$1.isEmpty }.map { ProcessText(name: $0, bytes: $1.bytes) }
  }

  // MARK: The loop

  private func watch(_ descriptor: Int32, _ source: Source) throws {
    try loop.add(descriptor, token: sources.count)
    sources.append(source)
  }

  /// Agents whose input is full are written to when there is room.
  private func watchBlocked() throws {
    for (index, peer) in peers.enumerated()
    where peer.agent.wantsToWrite && !blocked.contains(index) {
      try loop.add(processes[index].input, token: inputTokens[index], for: .output)
      blocked.insert(index)
    }
  }

  private func deadline(_ instant: Int64?) -> Int64? {
    var result = instant
    for peer in peers {
      if let due = peer.agent.deadline { result = min(result ?? due, due) }
      if let due = peer.deadline {
        let monotonic = due.nanoseconds + clock.origin
        result = min(result ?? monotonic, monotonic)
      }
    }
    return result
  }

  private func handle(_ token: Int) {
    switch sources[token] {
    case .exits: takeExits()
    case .orders:
      end = orders?.read()
      if end != nil, let orders { loop.remove(orders.descriptor) }
    case .output(let index):
      peers[index].agent.readOutput(at: monotonicNanoseconds())
      if peers[index].agent.hasEnded { loop.remove(processes[index].output) }
    case .log(let index):
      peers[index].agent.readLog(at: monotonicNanoseconds())
      if peers[index].agent.logHasEnded { loop.remove(processes[index].log) }
    case .input(let index):
      peers[index].agent.flush()
      if !peers[index].agent.wantsToWrite {
        loop.remove(processes[index].input)
        blocked.remove(index)
      }
    case .service(let index):
      testbed.services[index].readLog()
      if testbed.services[index].hasEnded { loop.remove(testbed.services[index].process.output) }
    }
  }

  private func takeExits() {
    while let (pid, exit) = testbed.sandbox.nextExit() {
      guard let index = processes.firstIndex(where: { $0.pid == pid }) else { continue }
      if !peers[index].agent.hasEnded { loop.remove(processes[index].output) }
      peers[index].agent.ended(exit, at: monotonicNanoseconds())
      exits.append((PeerID(index: index), exit))
    }
  }

  // MARK: Plans

  private static func command(
    of plan: PeerPlan, _ surroundings: Surroundings
  ) throws -> AgentCommand {
    guard let stack = StackCatalogue.stack(named: plan.stack) else {
      throw LiveError.unknownStack(
        peer: plan.name, stack: plan.stack,
        known: StackCatalogue.stacks.filter { !$0.isService }.map(\.name))
    }
    if plan.binary == nil, let lack = stack.lack(in: surroundings) {
      throw LiveError.missingStack(peer: plan.name, reason: lack)
    }
    return try stack.command(surroundings, plan)
  }

  private static func files(of plan: PeerPlan, _ paths: [String: String]) -> [AgentSetup.File] {
    var names: [String] = []
    if case .file(let name) = plan.audio?.source { names.append(name) }
    if case .file(let name) = plan.video?.source, !names.contains(name) { names.append(name) }
    return names.compactMap { name in
      paths[name].map { AgentSetup.File(name: name, path: $0) }
    }
  }

  /// Our own peer keeps its limit by itself; the harness comes in only where it does not.
  private static func fuse(of plan: PeerPlan) -> Duration {
    plan.ice.gatherTimeout + (plan.isForeign ? .zero : .milliseconds(200))
  }
}
