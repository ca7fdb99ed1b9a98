internal import AgentProtocol
internal import LinuxIO
internal import SansIO
internal import Trace

/// One agent without a world, asked one thing at a time: for checks and tests.
final class SoloAgent {
  private enum Token: Int { case output, log, exits }

  /// How long a process may live on that has closed its output.
  private static let exitMilliseconds: Int32 = 500

  /// What it says beside its answers.
  private(set) var notices: [AgentNotice] = []
  let agent: ChildAgent
  private let sandbox: Sandbox?
  private let loop: EventLoop

  /// - Parameter sandbox: the one that the process runs in.
  init(_ process: any AgentProcess, name: String, sandbox: Sandbox? = nil) throws(SystemError) {
    agent = ChildAgent(name: name, stack: "agent", process: process)
    self.sandbox = sandbox
    loop = try EventLoop()
    try loop.add(process.output, token: Token.output.rawValue)
    if process.log >= 0 { try loop.add(process.log, token: Token.log.rawValue) }
    if let sandbox { try loop.add(sandbox.exits, token: Token.exits.rawValue) }
  }

  deinit { agent.process.end() }

  /// Asks, and waits for the answer; throws what the agent does instead. One that ends at `close` has answered it.
  func ask(_ request: AgentRequest, within limit: Duration = .seconds(15)) throws -> AgentAnswer {
    let id = agent.ask(request, limit: limit, at: monotonicNanoseconds())
    while true {
      while let arrival = agent.nextArrival() {
        switch arrival {
        case .answer(id, _, let answer, _, _): return answer
        case .answer: break
        case .notice(let notice): notices.append(notice)
        }
      }
      if let failure = agent.failure { throw failure }
      if agent.hasEnded, agent.isClosing { return .done }
      try listen(until: agent.deadline)
    }
  }

  /// Lets it talk for that long.
  func listen(for duration: Duration) throws {
    let deadline = monotonicNanoseconds() + duration.nanoseconds
    while monotonicNanoseconds() < deadline, agent.failure == nil, !agent.hasEnded {
      try listen(until: deadline)
      while let arrival = agent.nextArrival() {
        if case .notice(let notice) = arrival { notices.append(notice) }
      }
    }
  }

  private func listen(until deadline: Int64?) throws {
    agent.flush()
    for token in try loop.wait(until: deadline) {
      switch Token(rawValue: token) {
      case .log:
        agent.readLog(at: monotonicNanoseconds())
        if agent.logHasEnded { loop.remove(agent.process.log) }
      case .exits: takeExits()
      case .output, nil:
        guard !agent.hasEnded else { continue }
        agent.readOutput(at: monotonicNanoseconds())
        guard agent.hasEnded else { continue }
        loop.remove(agent.process.output)
        takePlainExit()
      }
    }
    agent.check(at: monotonicNanoseconds())
  }

  private func takeExits() {
    while let sandbox, let (pid, exit) = sandbox.nextExit() {
      guard pid == (agent.process as? SandboxedProcess)?.pid else { continue }
      if !agent.hasEnded { loop.remove(agent.process.output) }
      agent.ended(exit, at: monotonicNanoseconds())
    }
  }

  private func takePlainExit() {
    guard !agent.isClosing, let process = agent.process as? PlainProcess,
      let exit = process.exit(within: Self.exitMilliseconds)
    else { return }
    agent.ended(exit, at: monotonicNanoseconds())
  }
}
