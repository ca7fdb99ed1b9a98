internal import FoundationEssentials
internal import LinuxIO
public import Metrics
internal import Report
internal import SansIO
internal import Scenario

/// A whole run: cases to worker processes, their results to one report.
public struct Run {
  public struct Options: Sendable {
    public var paths: [String]
    public var selection = CaseList.Selection()
    /// Nil: a folder of its own below `Reports`.
    public var output: String?
    /// Worker processes for simulated cases.
    public var jobs = 1
    /// Worker processes for live cases, which share the machine's time with the peers that they measure.
    public var liveJobs = 1
    /// How long a case may take in wall time before it counts as hung.
    public var caseTimeout = usualCaseTimeout
    static let usualCaseTimeout = Duration.seconds(600)
    /// Whether what peers send to public servers may leave the machine.
    public var allowsPublic = false
    public var version: String

    public init(paths: [String], version: String) {
      self.paths = paths
      self.version = version
    }
  }

  /// What came of it.
  public struct Outcome: Sendable {
    /// Where the report is.
    public var folder: String
    /// In the order of the report.
    public var results: [CaseResult]
    /// The signal that ended the run early: "SIGINT, interrupt".
    public var interruptedBy: String?
    public var wallTime: Duration

    public init(
      folder: String, results: [CaseResult], interruptedBy: String?, wallTime: Duration
    ) {
      self.folder = folder
      self.results = results
      self.interruptedBy = interruptedBy
      self.wallTime = wallTime
    }

    /// Every case passed, apart from skipped ones, and at least one did: else the run is red.
    public var isGreen: Bool {
      interruptedBy == nil && results.contains { $0.verdict == .passed }
        && results.allSatisfy { $0.verdict == .passed || $0.verdict == .skipped }
    }

    /// Nothing ran, for want of something or because nothing was to.
    public var isAllSkipped: Bool {
      interruptedBy == nil && results.allSatisfy { $0.verdict == .skipped }
    }
  }

  private let options: Options
  public let cases: [Case]
  private let title: String

  public init(_ options: Options) throws(InputError) {
    self.options = options
    cases = try CaseList.cases(in: options.paths, options.selection)
    guard !cases.isEmpty else {
      let filter = options.selection.filter.map { " matches --filter '\($0)'" } ?? " was found"
      throw InputError(["no case\(filter)"])
    }
    title = Self.title(options.paths)
  }

  /// From now on a signal that would end the process ends the run instead, and the report keeps what was done.
  public static func catchInterrupts() { Interrupts.catchThem() }

  /// - Parameters:
  ///   - worker: the program that serves a `WorkerLoop`.
  ///   - machine: what there is for live cases; those that want more are skipped.
  public func perform(
    worker: (path: String, arguments: [String]), machine: Machine,
    progress: (WorkerPool.Progress) -> Void
  ) throws -> Outcome {
    let started = Date()
    let clock = ContinuousClock()
    let begin = clock.now
    let folder = try ReportFolder(output: options.output, name: "\(started.timestamp)-\(title)")
    do {
      let finished = try finish(
        folder: folder, worker: worker, machine: machine, progress: progress)
      let signal = Interrupts.caught.map(signalName)
      let wallTime = clock.now - begin
      let results = try write(
        finished, to: folder, interruptedBy: signal, started: started, wallTime: wallTime)
      return Outcome(
        folder: try folder.publish(), results: results, interruptedBy: signal, wallTime: wallTime)
    } catch {
      folder.discard()
      throw error
    }
  }

  /// One entry a case, in the order of `cases`; nil: the run was interrupted before the case began.
  private func finish(
    folder: ReportFolder, worker: (path: String, arguments: [String]), machine: Machine,
    progress: (WorkerPool.Progress) -> Void
  ) throws -> [WorkerPool.Finished?] {
    let tasks = cases.map { task(for: $0, folder: folder) }
    var finished: [WorkerPool.Finished?] = cases.map { _ in nil }
    let inventory = Inventory(machine, allowsPublic: options.allowsPublic)
    for index in cases.indices {
      guard let reason = cases[index].skip ?? inventory.lacks(cases[index]) else { continue }
      let answer = WorkerAnswer.bare(tasks[index], .skipped, reason: reason)
      finished[index] = WorkerPool.Finished(answer: answer, isWhole: false, wallTime: .zero)
      progress(.finished(answer.result))
    }
    // Live ones last and by themselves: they measure time.
    for world in [WorldKind.simulated, .live] {
      let runnable = cases.indices.filter { finished[$0] == nil && cases[$0].world == world }
      let pool = WorkerPool(
        command: worker, jobs: world == .live ? options.liveJobs : options.jobs,
        caseTimeout: options.caseTimeout, servesOne: world == .live)
      let answers = try pool.run(runnable.map { tasks[$0] }, progress: progress)
      for (index, answer) in zip(runnable, answers) { finished[index] = answer }
    }
    for index in cases.indices where finished[index]?.isWhole != true {
      folder.discardCase(cases[index].slug)
    }
    return finished
  }

  private func task(for item: Case, folder: ReportFolder) -> WorkerTask {
    WorkerTask(
      file: item.scenario.file, name: item.scenario.name, seed: item.seed.value,
      network: options.selection.network, folder: "\(folder.draft)/cases/\(item.slug)",
      slug: item.slug, world: item.world, attempt: item.attempt,
      caseTimeout: options.caseTimeout == Options.usualCaseTimeout
        ? nil : options.caseTimeout.components.seconds,
      allowsPublic: options.allowsPublic)
  }

  private func write(
    _ finished: [WorkerPool.Finished?], to folder: ReportFolder, interruptedBy signal: String?,
    started: Date, wallTime: Duration
  ) throws -> [CaseResult] {
    let order = cases.indices.sorted { cases[$0].sortKey < cases[$1].sortKey }
    let answers = order.map { index in
      var answer =
        finished[index]?.answer
        ?? .bare(
          task(for: cases[index], folder: folder), .skipped,
          reason: "the run was ended by \(signal ?? "a signal") before this case began")
      answer.result.pairing = cases[index].scenario.pairing
      return answer
    }
    let results = answers.map(\.result)
    var info = RunInfo(
      seed: options.selection.seed ?? CaseList.defaultSeed, version: options.version, title: title)
    info.note = signal.map { signal in
      "ended by \(signal) after \(finished.count { $0?.isInterrupted == false }) of \(cases.count) cases"
    }
    try folder.write(junit(info, results), to: "junit.xml")
    try folder.write(reportJSON(info, results), to: "report.json")
    try folder.write(html(info, answers.map { ($0.result, $0.section) }), to: "index.html")
    try folder.write(
      machineJSON(
        host: ProcessInfo.processInfo.hostName, started: "\(started.timestamp) UTC",
        wallSeconds: Self.seconds(wallTime), jobs: options.jobs,
        cases: order.compactMap { index in
          finished[index].map { (cases[index].title, Self.seconds($0.wallTime)) }
        }),
      to: "machine.json")
    return results
  }

  private static func seconds(_ duration: Duration) -> FixedDecimal {
    FixedDecimal(units: Int64(duration / .milliseconds(1)), places: 3)
  }

  /// What the report is called: the folder whose scenarios these are, else the paths, as words, in an order of their own.
  ///
  /// So a folder and the list of its files, in whatever order, make the same report.
  private static func title(_ paths: [String]) -> String {
    let words = (ScenarioFiles(at: paths).folder.map { [$0] } ?? paths).map { path in
      let last = path.split(separator: "/").last { $0 != "." && $0 != ".." } ?? ""
      return Slug.make(String(last.split(separator: ".").first ?? ""), otherwise: "run")
    }
    return Slug.make(Set(words).sorted().joined(separator: "-"), limit: 60, otherwise: "run")
  }
}
