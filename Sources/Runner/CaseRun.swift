public import Call
internal import Diagnosis
internal import FoundationEssentials
internal import LinuxIO
internal import Metrics
internal import Report
public import SansIO
public import Scenario
internal import Trace

/// One case from scenario to files: what a worker process does.
public struct CaseRun {
  /// Runs a scenario in some world.
  public typealias Perform = (
    _ scenario: Scenario, _ seed: Seed, _ terms: Terms
  ) throws -> RunRecord

  /// What a world is given beside the scenario.
  public struct Terms {
    /// The bytes that sources name.
    public var files: [String: [UInt8]]
    /// Whether what peers send to public servers may leave the machine.
    public var allowsPublic: Bool
    /// Where a line comes, the reason, when a live case is to end before its time.
    public var orders: Int32
  }

  /// A recording is held in memory while its case runs.
  private static let sourceLimit = 2 << 30

  let task: WorkerTask

  /// Runs the case and writes its files; whatever goes wrong becomes an `error` verdict.
  func answer(_ worlds: [WorldKind: Perform]) -> WorkerAnswer {
    guard let perform = worlds[task.world] else {
      return .bare(task, .error, reason: "this program has no \(task.world.rawValue) world")
    }
    do {
      let item = try CaseList.find(task)
      let terms = Terms(
        files: try Self.sourceFiles(of: item.scenario), allowsPublic: task.allowsPublic,
        orders: OwnProcess.standardInput)
      let record = try perform(item.scenario, item.seed, terms)
      return try write(record, of: item)
    } catch let error as InputError {
      // A reason is one line.
      return .bare(task, .error, reason: error.problems.joined(separator: "; "))
    } catch {
      try? FileManager.default.removeItem(atPath: task.folder)  // half a case is none
      return .bare(task, .error, reason: "\(error)")
    }
  }

  /// Files that sources name lie beside the scenario file, unless their path is absolute.
  private static func sourceFiles(of scenario: Scenario) throws(InputError) -> [String: [UInt8]] {
    let base = scenario.file.lastIndex(of: "/").map { scenario.file[...$0] } ?? ""
    var files: [String: [UInt8]] = [:]
    var problems: [String] = []
    for path in scenario.sourcePaths {
      let full = path.hasPrefix("/") ? path : base + path
      do {
        files[path] = try readFile(full, atMost: sourceLimit)
      } catch {
        problems.append("\(full), a source of \(scenario.file), cannot be read: \(error)")
      }
    }
    guard problems.isEmpty else { throw InputError(problems) }
    return files
  }

  private func write(_ record: RunRecord, of item: Case) throws -> WorkerAnswer {
    let folder = task.folder
    try makeFolders(folder)
    try writeFile(Array(record.trace.lines.utf8), to: "\(folder)/trace.jsonl")
    try writeFile(record.capture, to: "\(folder)/capture.pcapng")
    try writeFile(Array(Self.json(record.keys).utf8), to: "\(folder)/srtp-keys.json")
    for log in record.logs { try writeFile(log.bytes, to: "\(folder)/\(log.name).log") }
    let analysis = Analysis(record.trace)
    var result = result(of: analysis, item, record)
    result.attempt = item.attempt
    result.hold(to: analysis, of: item.scenario)
    result.label(item.scenario.peers)
    result.take(failure: record.failure, overload: record.overload)
    var page = CasePage(record: record, analysis: analysis, result: result, slug: item.slug)
    page.rerun = task.arguments
    return WorkerAnswer(result: result, section: caseSection(page))
  }

  /// A case that is not green, or that has to fail, is explained; that costs a second look, into the capture too.
  private func result(of analysis: Analysis, _ item: Case, _ record: RunRecord) -> CaseResult {
    let expectations = item.scenario.expectations.map(\.value)
    func result(_ diagnosis: Diagnosis?) -> CaseResult {
      analysis.result(
        expectations: expectations, file: item.scenario.file, duration: record.duration,
        diagnosis: diagnosis)
    }
    let plain = result(nil)
    // Of a peer that broke, or a machine that was too slow, the trace shows no cause that lies in the call.
    guard plain.verdict.isRed || expectations.contains(where: \.isFailure), record.failure == nil,
      record.overload == nil
    else { return plain }
    let diagnosis = diagnose(
      analysis, capture: CaptureFindings.find(record, analysis.call),
      complaints: Complaints(expectations, plain.expectations))
    return diagnosis.map { result($0) } ?? plain
  }

  static func json(_ keys: [SRTPKeys]) -> String {
    JSONValue.array(
      keys.map { keys in
        .object([
          JSONMember("peer", .string(keys.peer)), JSONMember("profile", .string(keys.profile)),
          JSONMember("sends", .string(hexadecimal(keys.local))),
          JSONMember("receives", .string(hexadecimal(keys.remote))),
        ])
      }
    ).document
  }
}

extension CaseResult {
  /// What broke, or a machine that was too slow, stands above what the expectations say.
  mutating func take(failure: String?, overload: String?) {
    if let failure {
      verdict = .error
      reason = [failure, reason].compactMap(\.self).joined(separator: "; ")
    } else if let overload, verdict != .error {
      // Neither what held nor what did not is the stacks' doing.
      verdict = .inconclusive
      reason = ["the machine was overloaded: \(overload)", reason].compactMap(\.self)
        .joined(separator: "; ")
    }
  }
}

extension CaseResult {
  /// What the level of the Swift peer is, where it takes part without an agent's `hello`.
  private static let swiftLevel = 4

  /// Puts the file's labels on the implementations; one that said nothing of itself is named by its stack.
  mutating func label(_ peers: [PeerPlan]) {
    for peer in peers {
      guard let label = peer.label else { continue }
      if let index = implementations.firstIndex(where: { $0.peer == peer.name }) {
        implementations[index].label = label
      } else if !peer.isForeign {
        implementations.append(
          PeerImplementation(
            peer: peer.name, implementation: peer.stack, version: "", level: Self.swiftLevel,
            label: label))
      }
    }
  }
}

extension WorkerAnswer {
  /// A case without measurements: broken, or skipped.
  static func bare(_ task: WorkerTask, _ verdict: Verdict, reason: String) -> WorkerAnswer {
    let result = CaseResult(
      name: task.name, file: task.file, world: task.world.rawValue, seed: task.seed,
      verdict: verdict, reason: reason, attempt: task.attempt)
    return WorkerAnswer(
      result: result,
      section: caseSection(CasePage(result: result, slug: task.slug, rerun: task.arguments)))
  }
}
