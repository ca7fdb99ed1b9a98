internal import AgentProtocol
internal import LinuxIO
internal import Trace

/// The agent side of a browser: passes lines of the agent protocol between the harness and the page.
///
/// The page speaks the protocol itself. Added here: the browser's start and end, its name, the run's clock, and a
/// limit on everything that is waited for.
final class BrowserAgent {
  private struct Request {
    let id: Int64
    let method: String
    let deadline: Int64
  }

  private static let helloLimit: Int64 = 18_000_000_000
  private static let createLimit: Int64 = 25_000_000_000
  private static let commandLimit: Int64 = 12_000_000_000
  private static let closeLimit: Int64 = 2_000_000_000
  private static let clockLimit: Int64 = 2_000_000_000
  private static let clockInterval: Int64 = 4_000_000_000

  private let launch: (_ deadline: Int64) throws(BrowserError) -> any Browser
  private let input: Int32
  private let output: Int32
  private var browser: (any Browser)?
  private var harness: LineReader
  private var clock = PageClock()
  private var origin: Int64 = 0
  private var pending: [Request] = []
  private var nextClockLook = Int64.max
  /// The conversation is over; the process's exit code.
  private var end: Int32?

  /// - Parameters:
  ///   - input: Where the harness's lines come from.
  ///   - output: Where lines to the harness go.
  init(
    input: Int32, output: Int32,
    launch: @escaping (_ deadline: Int64) throws(BrowserError) -> any Browser
  ) {
    self.input = input
    harness = LineReader(input, limit: AgentMessage.lineLimit)
    self.output = output
    self.launch = launch
  }

  /// Serves until the harness says `close`, goes away, or the browser breaks; returns the exit code.
  func run() -> Int32 {
    Descriptor.makeNonBlocking(input)
    while end == nil, Interrupts.caught == nil {
      do throws(BrowserError) {
        try turn()
      } catch {
        fail(error)
      }
    }
    browser?.quit()
    browser?.process.end(within: 2000)
    return end ?? 1
  }

  private func turn() throws(BrowserError) {
    var descriptors = [input]
    if let browser { descriptors += [browser.output, browser.process.log] }
    let now = monotonicNanoseconds()
    let next = min(pending.map(\.deadline).min() ?? .max, nextClockLook, now + 1_000_000_000)
    let ready = waitForInput(descriptors, milliseconds: Int32(max(0, (next - now) / 1_000_000) + 1))
    if ready.contains(2) { browser?.process.readLog() }
    for line in try browser?.takeLines() ?? [] { hear(line) }
    if ready.contains(0) {
      // No lines: the harness is gone, or writes one without end.
      guard let lines = try? harness.read() else {
        end = 0
        return
      }
      for line in lines where end == nil { try serve(line) }
    }
    if monotonicNanoseconds() >= nextClockLook { try readClock(times: 2) }
    expire()
  }

  // From the harness.

  private func serve(_ line: String) throws(BrowserError) {
    guard let message = try? JSONValue(parsing: line, roundingNumbers: true),
      let id = message["id"]?.integerValue,
      let method = message["method"]?.stringValue
    else {
      tell(.log("not a request: \(line.prefix(200))"))
      return
    }
    switch method {
    case "hello":
      do throws(BrowserError) {
        try open(until: monotonicNanoseconds() + Self.helloLimit)
      } catch {
        refuse(id, explain(error))
        end = 1
        return
      }
      try pass(line, id, method, within: Self.helloLimit)
    case "clock":
      write(AgentAnswer.clock(nanoseconds: monotonicNanoseconds() - origin).line(id: id))
    case "create":
      origin = message["params"]?["origin"]?.integerValue ?? 0
      try readClock(times: 10)
      try pass(line, id, method, within: Self.createLimit)
    case "close": try pass(line, id, method, within: Self.closeLimit)
    default: try pass(line, id, method, within: Self.commandLimit)
    }
  }

  private func pass(
    _ line: String, _ id: Int64, _ method: String, within limit: Int64
  ) throws(BrowserError) {
    guard let browser else {
      refuse(id, "the browser is not there yet: say hello first")
      if method == "close" { end = 0 }
      return
    }
    pending.append(Request(id: id, method: method, deadline: monotonicNanoseconds() + limit))
    try browser.run("window.driver.receive(\(JSONValue.string(line).line))")
  }

  private func open(until deadline: Int64) throws(BrowserError) {
    guard browser == nil else { return }
    let browser = try launch(deadline)
    self.browser = browser
    if let warning = browser.warning { tell(.log(warning)) }
    try browser.open(Page.write(into: browser.process.folder), until: deadline)
  }

  // From the page.

  private func hear(_ line: String) {
    guard line.hasPrefix("{\"jsonrpc\":\"2.0\",\"id\":") else {
      write(line)
      return
    }
    guard let message = try? JSONValue(parsing: line, roundingNumbers: true),
      let id = message["id"]?.integerValue,
      let index = pending.firstIndex(where: { $0.id == id })
    else { return }
    let request = pending.remove(at: index)
    switch (request.method, message["result"]) {
    case ("hello", .object(let members)?): introduce(id, members)
    case ("close", _):
      write(line)
      end = 0
    default: write(line)
    }
  }

  /// The page knows its codecs, and nothing of the browser around it.
  private func introduce(_ id: Int64, _ members: [JSONMember]) {
    guard let browser else { return }
    let known = members.map { member in
      guard member.name == "features", let features = member.value.arrayValue else { return member }
      return JSONMember("features", .array(features + browser.features.map(JSONValue.string)))
    }
    let names = [
      JSONMember("name", .string(browser.name)), JSONMember("version", .string(browser.version)),
    ]
    // As it is, for it may name what this harness does not know.
    write(
      JSONValue.object([
        JSONMember("jsonrpc", .string("2.0")), JSONMember("id", .integer(id)),
        JSONMember("result", .object(names + known)),
      ]).line)
  }

  /// Asks the page for its clock, and tells it how far it is from the run's.
  private func readClock(times: Int) throws(BrowserError) {
    guard let browser else { return }
    for _ in 0..<times {
      let sent = monotonicNanoseconds()
      let page = try browser.value(
        of: "Math.round(performance.now() * 1e6)", until: sent + Self.clockLimit)
      guard let page = Int64(page) else { throw BrowserError("the page's clock says \(page)") }
      clock.add(sent: sent, received: monotonicNanoseconds(), page: page)
    }
    nextClockLook = monotonicNanoseconds() + Self.clockInterval
    guard let offset = clock.offset else { return }
    try browser.run("window.driver.agent.clock.set(\(offset - origin), \(clock.uncertainty))")
  }

  // To the harness.

  private func expire() {
    let now = monotonicNanoseconds()
    for request in pending where request.deadline <= now {
      refuse(request.id, "the page did not answer in time")
      if request.method == "close" { end = 0 }
    }
    pending.removeAll { $0.deadline <= now }
  }

  private func fail(_ error: BrowserError) {
    tell(.error(explain(error)))
    for request in pending { refuse(request.id, error.description) }
    pending.removeAll()
    end = 1
  }

  /// The error, and how the browser ended, which it does now if it had not.
  private func explain(_ error: BrowserError) -> String {
    guard let process = browser?.process else { return error.description }
    return "\(error); \(process.program) ended: \(process.ending())"
  }

  private func refuse(_ id: Int64, _ message: String) {
    write(AgentAnswer.failed(code: AgentAnswer.commandFailed, message: message).line(id: id))
  }

  private func tell(_ notice: AgentNotice) { write(notice.line) }

  private func write(_ line: String) {
    do {
      try writeAll(Array((line + "\n").utf8), to: output)
    } catch {
      // Nobody listens any more.
      end = end ?? 1
    }
  }
}
