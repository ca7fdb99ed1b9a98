internal import AgentProtocol
internal import LinuxIO
internal import SansIO
internal import Trace

/// One agent without a world, asked one thing at a time: for checks and tests.
final class SoloAgent {
  /// What it says beside its answers.
  private(set) var notices: [AgentNotice] = []
  let agent: ChildAgent
  private let loop: EventLoop

  init(path: String, arguments: [String], name: String) throws {
    let process = try PlainProcess(path: path, arguments: arguments)
    agent = ChildAgent(name: name, stack: "agent", process: process)
    loop = try EventLoop()
    try loop.add(process.output, token: 0)
  }

  deinit { agent.process.end() }

  /// Asks, and waits for the answer; throws what the agent does instead.
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
    for _ in try loop.wait(until: deadline) {
      agent.readOutput(at: monotonicNanoseconds())
      if agent.hasEnded { loop.remove(agent.process.output) }
    }
    agent.check(at: monotonicNanoseconds())
  }
}
