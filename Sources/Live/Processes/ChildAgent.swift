internal import AgentProtocol
internal import LinuxIO
internal import SansIO
internal import Trace

/// The harness's side of the agent protocol with one process: requests out, answers and notices in, everything bounded.
///
/// Instants are CLOCK_MONOTONIC in nanoseconds, since an agent is spoken to before its run begins.
final class ChildAgent {
  /// What came from the process, in order.
  enum Arrival {
    case answer(id: Int64, to: AgentRequest, AgentAnswer, result: JSONValue, sentAt: Int64)
    case notice(AgentNotice)
  }

  private struct Pending {
    var request: AgentRequest
    var sentAt: Int64
    var deadline: Int64
    var limit: Duration
  }

  /// More in one second is no agent's work: the busiest writes a few hundred lines and some pictures.
  private static let linesPerSecond = 20_000
  private static let bytesPerSecond = 64 << 20
  /// The most talkative of browsers writes less to its log.
  private static let logBytesPerSecond = 4 << 20
  /// Read at once, so that no agent starves the others.
  private static let pieceByteCount = 256 << 10
  /// What waits for an agent that does not read.
  private static let outgoingLimit = 32 << 20

  /// Between the end of its output and the news of how it ended.
  private static let exitLimit: Int64 = 1_000_000_000

  let name: String
  let stack: String
  let process: any AgentProcess
  private(set) var log = ProcessLog()
  /// Set once; nothing comes out after it.
  private(set) var failure: PeerFailure?
  /// `close` was asked for: the end of the process is no failure any more.
  private(set) var isClosing = false
  /// When the end of its output was seen.
  private(set) var endedAt: Int64?
  private(set) var logHasEnded = false

  private var pending: [Int64: Pending] = [:]
  private var nextID: Int64 = 1
  private var outgoing: [UInt8] = []
  private var incoming = LineBuffer(limit: AgentMessage.lineLimit)
  private var arrivals = Queue<Arrival>()
  private var buffer = [UInt8](repeating: 0, count: ChildAgent.pieceByteCount)
  private var readByteCount = 0
  private var window: (began: Int64, lines: Int, bytes: Int) = (0, 0, 0)
  private var logWindow: (began: Int64, bytes: Int) = (0, 0)

  init(name: String, stack: String, process: any AgentProcess) {
    self.name = name
    self.stack = stack
    self.process = process
  }

  /// Sends a request; its answer is an arrival of that id.
  @discardableResult
  func ask(_ request: AgentRequest, limit: Duration, at now: Int64) -> Int64 {
    let id = nextID
    nextID += 1
    if case .command(.close) = request { isClosing = true }
    pending[id] = Pending(
      request: request, sentAt: now, deadline: now + limit.nanoseconds, limit: limit)
    outgoing += Array((request.line(id: id) + "\n").utf8)
    flush()
    return id
  }

  /// Writes what the process takes now.
  func flush() {
    guard !outgoing.isEmpty, failure == nil else { return }
    guard let count = Pipe.write(outgoing[...], to: process.input) else {
      outgoing = []  // its end shows at its output
      return
    }
    outgoing.removeFirst(count)
    if outgoing.count > Self.outgoingLimit { fail(.flooded("it does not read its input")) }
  }

  var wantsToWrite: Bool { !outgoing.isEmpty && failure == nil }

  func nextArrival() -> Arrival? { arrivals.popFirst() }

  var hasEnded: Bool { endedAt != nil }

  /// The earliest time at which an answer is overdue, or silence is taken for an end.
  var deadline: Int64? {
    guard failure == nil else { return nil }
    if let endedAt { return isClosing ? nil : endedAt + Self.exitLimit }
    return pending.values.map(\.deadline).min()
  }

  func check(at now: Int64) {
    guard failure == nil else { return }
    if let endedAt {
      if !isClosing, endedAt + Self.exitLimit <= now { fail(.silent) }
      return
    }
    // The first that was asked is the one that it hangs on.
    let overdue = pending.filter { $0.value.deadline <= now }.min { $0.key < $1.key }
    if let overdue = overdue?.value {
      fail(.hung(method: overdue.request.method, limit: overdue.limit))
    }
  }

  /// Reads one piece of its output.
  func readOutput(at now: Int64) {
    guard failure == nil, !hasEnded else { return }
    switch Pipe.read(process.output, into: &buffer) {
    case .nothing: return
    case .closed: endedAt = now
    case .bytes(let count):
      guard isWithinLimits(byteCount: count, at: now) else { return }
      incoming.append(buffer[..<count])
      do throws(LineBuffer.TooLong) {
        while let line = try incoming.next() {
          if line.isEmpty { continue }
          guard accept(line, at: now) else { return }
        }
      } catch {
        fail(
          .nonsense(
            line: Self.excerpt(error.beginning),
            expected: "a line of at most \(error.limit >> 20) MiB"))
      }
    }
  }

  /// Reads one piece of its standard error.
  func readLog(at now: Int64) {
    if now - logWindow.began > 1_000_000_000 { logWindow = (now, 0) }
    logWindow.bytes += takeLog()
    if logWindow.bytes > Self.logBytesPerSecond {
      fail(.flooded("more than \(Self.logBytesPerSecond >> 20) MiB of log in a second"))
    }
  }

  /// Returns how many bytes there were.
  @discardableResult
  private func takeLog() -> Int {
    switch Pipe.read(process.log, into: &buffer) {
    case .nothing: return 0
    case .closed:
      logHasEnded = true
      return 0
    case .bytes(let count):
      log.append(buffer[..<count])
      return count
    }
  }

  /// The process has ended, and how is known. What it wrote before is read first.
  func ended(_ exit: ChildProcess.Exit, at now: Int64) {
    while failure == nil, !hasEnded {
      let before = readByteCount
      readOutput(at: now)
      if readByteCount == before { break }
    }
    endedAt = endedAt ?? now
    if !isClosing { fail(.ended(exit)) }
  }

  func fail(_ kind: PeerFailure.Kind) {
    guard failure == nil else { return }
    takeLog()
    failure = PeerFailure(peer: name, stack: stack, kind: kind, log: log.lines(5))
  }

  // MARK: Lines

  /// False: the agent has failed.
  private func accept(_ line: String, at now: Int64) -> Bool {
    window.lines += 1
    let message: AgentMessage
    do throws(AgentMessageError) {
      message = try AgentMessage(line: line)
    } catch {
      fail(.nonsense(line: Self.excerpt(line), expected: error.expected))
      return false
    }
    switch message {
    case .notice(.log(let text)): log.append(line: text)
    case .notice(.error(let reason)):
      if isClosing { return true }
      fail(.broke(reason))
      return false
    case .notice(let notice): arrivals.append(.notice(notice))
    case .answer(let id, let result):
      // An answer to nothing is of no use to anybody, and harms nobody.
      guard let asked = pending.removeValue(forKey: id) else { return true }
      do throws(AgentMessageError) {
        let answer = try AgentAnswer(result: result, to: asked.request)
        arrivals.append(
          .answer(id: id, to: asked.request, answer, result: result, sentAt: asked.sentAt))
      } catch {
        fail(
          .nonsense(
            line: Self.excerpt(line),
            expected: "\(error.expected) in the answer to '\(asked.request.method)'"))
        return false
      }
    case .failure(let id, let code, let message):
      guard let asked = pending.removeValue(forKey: id) else { return true }
      arrivals.append(
        .answer(
          id: id, to: asked.request, .failed(code: code, message: message), result: .null,
          sentAt: asked.sentAt))
    case .request(_, let request):
      fail(.nonsense(line: Self.excerpt(line), expected: "no request ('\(request.method)')"))
      return false
    case .unknownRequest(_, let method), .unreadableRequest(_, let method, _):
      fail(.nonsense(line: Self.excerpt(line), expected: "no request ('\(method)')"))
      return false
    }
    return true
  }

  /// False: it has written more than any agent needs to.
  private func isWithinLimits(byteCount: Int, at now: Int64) -> Bool {
    if now - window.began > 1_000_000_000 { window = (now, 0, 0) }
    window.bytes += byteCount
    readByteCount += byteCount
    if window.lines > Self.linesPerSecond {
      fail(.flooded("more than \(Self.linesPerSecond) lines in a second"))
    } else if window.bytes > Self.bytesPerSecond {
      fail(.flooded("more than \(Self.bytesPerSecond >> 20) MiB in a second"))
    }
    return failure == nil
  }

  private static func excerpt(_ line: String) -> String {
    line.count > 200 ? "\(line.prefix(200))…" : line
  }
}
