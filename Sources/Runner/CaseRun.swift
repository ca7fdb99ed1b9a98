public import Call
internal import FoundationEssentials
internal import Metrics
internal import Report
public import SansIO
public import Scenario
internal import Trace

/// One case from scenario to files: what a worker process does.
public struct CaseRun {
  /// Runs a scenario in some world; `files`: the bytes that its sources name.
  public typealias Perform = (
    _ scenario: Scenario, _ seed: Seed, _ files: [String: [UInt8]]
  ) throws -> RunRecord

  private let item: Case
  private let folder: String

  public init(_ item: Case, folder: String) {
    self.item = item
    self.folder = folder
  }

  /// Runs the case and writes its files; whatever goes wrong becomes an `error` verdict.
  public func answer(_ perform: Perform) -> WorkerAnswer {
    do {
      let record = try perform(item.scenario, item.seed, try sourceFiles())
      return try write(record)
    } catch {
      return .error(item, reason: "\(error)")
    }
  }

  /// Files that sources name lie beside the scenario file, unless their path is absolute.
  private func sourceFiles() throws -> [String: [UInt8]] {
    let base = item.scenario.file.lastIndex(of: "/").map { item.scenario.file[...$0] } ?? ""
    var files: [String: [UInt8]] = [:]
    for path in item.scenario.sourcePaths {
      let full = path.hasPrefix("/") ? path : base + path
      guard let data = FileManager.default.contents(atPath: full) else {
        throw InputError(["\(full): no such file (a source of \(item.scenario.file))"])
      }
      files[path] = Array(data)
    }
    return files
  }

  private func write(_ record: RunRecord) throws -> WorkerAnswer {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Self.write(Array(record.trace.lines.utf8), to: "\(folder)/trace.jsonl")
    try Self.write(record.capture, to: "\(folder)/capture.pcapng")
    try Self.write(Array(Self.json(record.keys).utf8), to: "\(folder)/srtp-keys.json")
    let analysis = Analysis(record.trace)
    let result = analysis.result(
      expectations: item.scenario.expectations.map(\.value), file: item.scenario.file,
      duration: record.duration)
    let page = CasePage(record: record, analysis: analysis, result: result, slug: item.slug)
    return WorkerAnswer(result: result, section: caseSection(page))
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  private static func json(_ keys: [SRTPKeys]) -> String {
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

extension WorkerAnswer {
  /// A case that could not be run or judged.
  static func error(_ item: Case, reason: String) -> WorkerAnswer {
    bare(item, .error, reason: reason)
  }

  /// A case without measurements: broken, or skipped.
  static func bare(_ item: Case, _ verdict: Verdict, reason: String) -> WorkerAnswer {
    let result = CaseResult(
      name: item.scenario.name, file: item.scenario.file, world: WorldKind.simulated.rawValue,
      seed: item.seed.value, verdict: verdict, reason: reason)
    return WorkerAnswer(
      result: result, section: caseSection(CasePage(result: result, slug: item.slug)))
  }
}
