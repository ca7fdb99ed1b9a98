internal import AgentProtocol
internal import LinuxIO
internal import Peer
internal import SansIO
internal import SwiftAgent
internal import Trace

/// Serves as a level-4 agent by an agent of level 3, which has no codecs: `command` starts it. The process's exit code.
public func runCodedAgent(command: [String]) -> Int32 {
  do {
    return try CodedAgentProcess(command).run()
  } catch {
    complain("callproof agent coded: \(error)")
    return 3
  }
}

/// One thread between the harness, the wrapped agent, and the pipeline that codes for it.
///
/// Lines cross as they are, ids kept. Held back or changed: `hello` (level 4), `clock` (answered here), `setTrackEnabled`
/// (done here), coded frames and requests for key frames.
private final class CodedAgentProcess {
  private enum Token {
    static let harness = 0
    static let child = 1
    static let codecs = 2
  }

  /// What a request must be answered before it has its effect here.
  private enum Awaited {
    case hello
    case create(AgentSetup)
    case apply(Description, isLocal: Bool)
    case close
  }

  private let loop: EventLoop
  private let harness: HarnessLink
  private let child: CodedChild
  private let executor: ThreadedCodecExecutor
  private let endpoint = CodedEndpoint()
  private var clock = AgentClock()
  private var pipeline: MediaPipeline?
  private var awaited: [Int64: Awaited] = [:]
  private var framesLeftOut = 0
  private var exitCode: Int32?

  init(_ command: [String]) throws {
    loop = try EventLoop()
    harness = try HarnessLink()
    child = try CodedChild(command)
    executor = try ThreadedCodecExecutor()
    try loop.add(harness.descriptor, token: Token.harness)
    try loop.add(child.descriptor, token: Token.child)
    try loop.add(executor.ready.descriptor, token: Token.codecs)
  }

  func run() throws -> Int32 {
    while exitCode == nil {
      for token in try loop.wait(until: pipeline?.deadline.map(clock.monotonic))
      where exitCode == nil {
        switch token {
        case Token.harness: readHarness()
        case Token.child: readChild()
        default: executor.ready.clear()
        }
      }
      turn()
    }
    _ = child.end(within: 1000)
    if framesLeftOut > 0 {
      harness.tell(.log("\(framesLeftOut) coded frames were left out: the agent did not read them"))
    }
    harness.finish()
    return exitCode ?? 0
  }

  private func turn() {
    guard let pipeline else { return }
    let now = clock.now
    pipeline.drain(at: now)
    if let deadline = pipeline.deadline, deadline <= now { pipeline.wake(at: now) }
    while let frame = endpoint.nextOutgoingFrame() {
      if !child.tell(.mediaFrame(frame, at: now)) { framesLeftOut += 1 }
    }
    while let kind = endpoint.nextKeyFrameRequest() { _ = child.tell(.keyFrameRequest(kind)) }
    while let event = pipeline.nextEvent() { harness.tell(.event(event.kind, at: event.at)) }
    while let still = pipeline.nextStill() { harness.tell(still) }
  }

  /// The wrapped agent broke: that is said, and all is over.
  private func fail(_ reason: String) {
    harness.tell(.error(reason))
    exitCode = 1
  }

  // MARK: From the harness

  private func readHarness() {
    guard let lines = harness.readLines() else {
      exitCode = 0
      return
    }
    for line in lines where !line.isEmpty {
      // What is no message here may be one to the agent behind.
      guard case .request(let id, let request)? = try? AgentMessage(line: line) else {
        child.pass(line)
        continue
      }
      switch request {
      case .hello: awaited[id] = .hello
      case .clock:
        harness.answer(.clock(nanoseconds: clock.now.nanoseconds), to: id)
        continue
      case .create(let setup): awaited[id] = .create(setup)
      case .command(.setTrackEnabled(let kind, let isEnabled)):
        pipeline?.set(kind, enabled: isEnabled, at: clock.now)
        harness.answer(.done, to: id)
        continue
      case .command(.setLocalDescription(let description)):
        awaited[id] = .apply(description, isLocal: true)
      case .command(.setRemoteDescription(let description)):
        awaited[id] = .apply(description, isLocal: false)
      case .command(.close): awaited[id] = .close
      case .command: break
      }
      child.pass(line)
    }
  }

  // MARK: From the wrapped agent

  private func readChild() {
    do throws(LineBuffer.TooLong) {
      guard let lines = try child.readLines() else {
        fail("the wrapped agent is gone: \(child.end(within: 1000))")
        return
      }
      for line in lines where !line.isEmpty && exitCode == nil { takeChild(line) }
    } catch {
      fail("the wrapped agent wrote a line of more than \(error.limit >> 20) MiB")
    }
  }

  private func takeChild(_ line: String) {
    do throws(AgentMessageError) {
      switch try AgentMessage(line: line) {
      case .answer(let id, let result): takeAnswer(line, id: id, result)
      case .failure(let id, _, _):
        awaited[id] = nil
        harness.pass(line, isAnswer: true)
      case .notice(let notice): take(notice, line)
      case .request, .unknownRequest, .unreadableRequest: harness.pass(line, isAnswer: false)
      }
    } catch {
      fail("the wrapped agent wrote '\(line.prefix(80))': \(error)")
    }
  }

  private func takeAnswer(_ line: String, id: Int64, _ result: JSONValue) {
    switch awaited.removeValue(forKey: id) {
    case .hello:
      greet(line, id: id, result)
      return
    case .create(let setup):
      if let reason = open(setup) {
        harness.answer(.failed(code: AgentAnswer.commandFailed, message: reason), to: id)
        return
      }
    case .apply(let description, let isLocal): endpoint.apply(description, isLocal: isLocal)
    case .close: exitCode = 0
    case nil: break
    }
    harness.pass(line, isAnswer: true)
  }

  /// The wrapped agent's hello, at the level that the two reach together.
  private func greet(_ line: String, id: Int64, _ result: JSONValue) {
    guard case .hello(var hello)? = try? AgentAnswer(result: result, to: .hello) else {
      harness.pass(line, isAnswer: true)
      return
    }
    guard hello.level >= 3 else {
      fail("the wrapped agent is of level \(hello.level): coded media is for level 3")
      return
    }
    hello.level = 4
    hello.features.insert(.mute)
    harness.answer(.hello(hello), to: id)
  }

  /// Opens the pipeline; why it could not, if so.
  private func open(_ setup: AgentSetup) -> String? {
    do {
      var setup = setup
      // Which way to the network is the wrapped agent's business.
      setup.iceServers = []
      setup.iceTransportPolicy = .all
      let configuration = try AgentConfiguration(setup, hostAddresses: [], executor: executor) {
        try readFile($0, atMost: SocketPeer.fileLimit)
      }
      clock.origin = setup.origin
      pipeline = MediaPipeline(configuration: configuration, endpoint: endpoint)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func take(_ notice: AgentNotice, _ line: String) {
    switch notice {
    case .mediaFrame(let frame, _):
      endpoint.receive(frame, at: clock.now)
      return
    case .keyFrameRequest(let kind):
      endpoint.keyFrameAsked(kind)
      return
    case .connectionState(let state, _):
      switch state {
      case .connected: endpoint.connected()
      case .failed, .closed: endpoint.disconnected()
      case .new, .connecting, .disconnected: break
      }
    case .event(.media(.sending(let mid, let codec, _, _)), _):
      endpoint.sends(mid: mid, codec: codec)
    case .event, .candidate, .track, .still, .secret, .srtpKeys, .log, .error, .unknown: break
    }
    harness.pass(line, isAnswer: false)
  }
}
