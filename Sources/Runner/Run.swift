internal import FoundationEssentials
internal import LinuxIO
public import Metrics
internal import Report
internal import SansIO

/// A whole run: cases to worker processes, their results to one report.
public struct Run {
  public struct Options: Sendable {
    public var paths: [String]
    public var selection = CaseList.Selection()
    /// Nil: a folder of its own below `Reports`.
    public var output: String?
    /// Worker processes.
    public var jobs = 1
    public var version: String

    public init(paths: [String], version: String) {
      self.paths = paths
      self.version = version
    }
  }

  /// What came of it.
  public struct Outcome: Sendable {
    public var folder: String
    /// In the order of the report.
    public var results: [CaseResult]
    /// The signal that ended the run early.
    public var interruptedBy: Int32?
  }

  private let options: Options
  public let cases: [Case]

  public init(_ options: Options) throws {
    self.options = options
    cases = try CaseList.cases(in: options.paths, options.selection)
    guard !cases.isEmpty else {
      let filter = options.selection.filter.map { " matches --filter '\($0)'" } ?? " was found"
      throw InputError(["no case\(filter)"])
    }
  }

  /// - Parameter worker: the program that turns lines of `WorkerTask` into lines of `WorkerAnswer`.
  public func perform(
    worker: (path: String, arguments: [String]), progress: (WorkerPool.Progress) -> Void
  ) throws -> Outcome {
    Interrupts.catchThem()
    let started = Date()
    let folder = try ReportFolder(
      output: options.output, name: name, timestamp: Self.timestamp(started))
    do {
      let tasks = cases.map { item in
        WorkerTask(
          file: item.scenario.file, name: item.scenario.name, seed: item.seed.value,
          network: options.selection.network, folder: "\(folder.draft)/cases/\(item.slug)",
          slug: item.slug)
      }
      let pool = WorkerPool(path: worker.path, arguments: worker.arguments, jobs: options.jobs)
      let answers = try pool.run(cases, tasks: tasks, progress: progress)
      let results = try write(answers, to: folder, started: started)
      try folder.publish()
      return Outcome(folder: folder.path, results: results, interruptedBy: Interrupts.caught)
    } catch {
      folder.discard()
      throw error
    }
  }

  private func write(
    _ answers: [WorkerAnswer?], to folder: ReportFolder, started: Date
  ) throws -> [CaseResult] {
    let order = cases.indices.sorted { cases[$0].sortKey < cases[$1].sortKey }
    let finished = order.map { index in
      answers[index]
        ?? .bare(cases[index], .skipped, reason: "the run was interrupted before this case")
    }
    let results = finished.map(\.result)
    let info = RunInfo(
      seed: options.selection.seed ?? cases[0].seed.value, version: options.version, title: name)
    try folder.write(junit(info, results), to: "junit.xml")
    try folder.write(reportJSON(info, results), to: "report.json")
    try folder.write(html(info, finished.map { ($0.result, $0.section) }), to: "index.html")
    try folder.write(
      machineJSON(
        host: ProcessInfo.processInfo.hostName, started: "\(Self.timestamp(started)) UTC",
        wallSeconds: FixedDecimal(
          units: Int64(Date().timeIntervalSince(started) * 1000), places: 3), jobs: options.jobs),
      to: "machine.json")
    return results
  }

  /// What the report is called: the paths, as words.
  private var name: String {
    let words = options.paths.map { path in
      let last = path.split(separator: "/").last.map(String.init) ?? "run"
      return last.split(separator: ".").first.map(String.init) ?? last
    }
    return String(
      words.joined(separator: "-").lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
        .prefix(60))
  }

  /// UTC, "20260102-030405".
  private static func timestamp(_ date: Date) -> String {
    let seconds = Int64(date.timeIntervalSince1970)
    let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    // Civil date from days since 1970-01-01 in the Gregorian calendar, years begun in March.
    let z = days + 719_468
    let era = z / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return
      "\(year)\(two(month))\(two(day))-\(two(rest / 3600))\(two(rest / 60 % 60))\(two(rest % 60))"
  }
}
