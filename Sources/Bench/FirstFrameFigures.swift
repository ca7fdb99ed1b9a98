internal import FoundationEssentials
internal import LinuxIO
internal import Trace

/// How long pairs of equals take to the first picture, live: same strip, same links, the program as built.
///
/// Zero is the later of "offer created" and "callee accepted"; signalling takes no time.
struct FirstFrameFigures {
  private struct Path {
    var name: String
    /// As a scenario writes it.
    var network: String
    /// What our own pair is held to, in ms.
    var goals: (callee: Double, caller: Double)
  }

  /// Both ends of a call, of one stack, over one path; in ms, in the order of the rounds.
  private struct Times {
    var callee: [Double] = []
    var caller: [Double] = []
  }

  private static let rounds = 5
  private static let stacks = ["swift", "aiortc", "chromium"]
  /// One frame at 30 a second, and 20 ms of work.
  private static let allowance = 1000.0 / 30 + 20
  /// With DTLS 1.2 on the first valid pair the callee cannot have media before 3 round trips, the caller not before 3.5;
  /// a round trip less with DTLS 1.3, which Chromium speaks.
  private static let paths = [
    Path(name: "free path", network: "perfect", goals: (60, 60)),
    Path(
      name: "round trip of 300 ms", network: "{delay: 150ms}",
      goals: (900 + allowance, 1050 + allowance)),
  ]

  private(set) var rows: [Row] = []
  /// What was skipped or says little, and why.
  private(set) var notes: [String] = []

  init() throws {
    notes.append("Load before: \(Self.load)")
    let folder = try makeTemporaryFolder(in: "/tmp", prefix: "callproof-bench-")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for path in Self.paths {
      for stack in Self.stacks { try measure(stack, over: path, in: folder) }
    }
    notes.append("Load after: \(Self.load)")
  }

  private mutating func measure(_ stack: String, over path: Path, in folder: String) throws {
    let name = "first frame, \(path.name), \(stack) pair"
    let file = "\(folder)/bench.yaml"
    try writeFile(Array(Self.scenario(stack, path).utf8), to: file)
    try Self.run(file, output: "\(folder)/report")
    let report = try JSONValue(
      parsing: String(
        decoding: try readFile("\(folder)/report/report.json", atMost: 64 << 20), as: UTF8.self))
    var times = Times()
    for item in report["cases"]?.arrayValue ?? [] {
      let verdict = item["verdict"]?.stringValue ?? "no verdict"
      let reason = item["reason"]?.stringValue ?? "no reason"
      if verdict == "skipped" {
        notes.append("SKIPPED: \(name): \(reason)")
        return
      }
      // An overloaded machine spoils figures, but it spoils them for everybody.
      if verdict != "passed" { notes.append("\(name): a round was \(verdict): \(reason)") }
      for metric in item["metrics"]?.arrayValue ?? []
      where metric["name"]?.stringValue == "first frame" {
        guard let value = metric["value"]?.decimalValue?.doubleValue else { continue }
        if metric["subject"]?.stringValue == "bob" {
          times.callee.append(value)
        } else {
          times.caller.append(value)
        }
      }
    }
    let isOurs = stack == "swift"
    add("\(name): callee", times.callee, goal: isOurs ? path.goals.callee : nil)
    add("  caller", times.caller, goal: isOurs ? path.goals.caller : nil)
  }

  private mutating func add(_ name: String, _ times: [Double], goal: Double?) {
    let sorted = times.sorted()
    guard let worst = sorted.last else {
      notes.append("\(name): no picture in any round")
      return
    }
    rows.append(
      Row(
        "\(name), median of \(sorted.count)", sorted[sorted.count / 2], "ms",
        goal: goal.map { .atMost($0, places: 1) }))
    rows.append(Row("  worst", worst, "ms"))
  }

  private static func scenario(_ stack: String, _ path: Path) -> String {
    let peer = "{stack: \(stack), video: {size: 640x360, fps: 30, codecs: [VP8]}}"
    return """
      scenario: First frame
      worlds: [live]
      network: \(path.network)
      signalling: {delay: 0ms}
      peers: {alice: \(peer), bob: \(peer)}
      call:
        - alice dials bob
        - bob answers
        - connected within 15s
        - run for 2s
        - alice hangs up
      expect:
        - first frame: {alice: within 15s, bob: within 15s}
      """
  }

  private static func run(_ file: String, output: String) throws {
    let process = try ChildProcess(
      path: try builtProgram(),
      arguments: ["run", file, "--output", output, "--repeat", "\(rounds)"])
    while process.readLines() != nil {}
    process.end(within: 10_000)
  }

  /// Processes that wanted to run, on average over the last minute.
  private static var load: String {
    let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
    return text.split(separator: " ").first.map(String.init) ?? "unknown"
  }
}
