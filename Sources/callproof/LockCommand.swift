internal import Runner

/// `callproof lock`: writes down what the descriptions of scenarios mean, and says when that has moved.
enum LockCommand: Subcommand {
  static let name = "lock"
  static let synopsis = "PATHS… [OPTIONS]"
  static let summary = "keeps codecs, extensions, BUNDLE and directions of scenarios beside them"
  static let details = """
    Runs each case and writes SCENARIO.lock.yaml beside its file: of each offer and answer the codecs in order with
    the parameters that matter, the extensions, the BUNDLE groups and the directions. From then on 'callproof run'
    fails when the meaning moved, and shows what changed. A lock that is there is compared, and only rewritten with
    --update; what it says of cases that could not run is kept.

    Exit codes: 0 locks written or unchanged, 1 the meaning moved or a case left nothing to lock, 2 wrong input.
    """
  static let options = [
    OptionSpec(name: "--update", value: nil, help: "rewrites locks whose meaning moved"),
    OptionSpec(
      name: "--world", value: "WORLD",
      help: "simulated or live (default: as 'run': simulated where the file allows that)"),
    OptionSpec(
      name: "--output", value: "DIR", help: "where the report goes (default: below Reports/)"),
    OptionSpec(
      name: "--jobs", value: "N", help: "simulated cases at the same time (default 1)"),
  ]

  static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
    guard !arguments.paths.isEmpty else {
      throw UsageError(
        description: "lock wants scenario files or folders: callproof lock Scenarios")
    }
    let options = try RunCommand.options(from: arguments)
    guard options.selection.world != .both else {
      throw UsageError(description: "--world: found 'both'; a lock is made from one world")
    }
    let run = try Run(options)
    // A lock that cannot be read is told before any case runs.
    for file in files(of: run) where !arguments.has("--update") {
      _ = try LockFile.read(LockFile.path(for: file))
    }
    Run.catchInterrupts()
    var terminal = terminal
    let total = run.cases.count
    var done = 0
    let outcome = try run.perform(
      worker: (path: "/proc/self/exe", arguments: [WorkerCommand.name]),
      machine: LiveMachine.machine
    ) { progress in
      switch progress {
      case .began(let task): terminal.show("[\(done)/\(total)] \(task.title) …")
      case .finished: done += 1
      }
    }
    if let signal = outcome.interruptedBy {
      terminal.complain("callproof: ended by \(signal); no lock was written")
      return .failed
    }
    var isGood = true
    for file in files(of: run) {
      let cases = run.cases.filter { $0.scenario.file == file }
      let session = LockSession(file: file, cases: cases, outcome: outcome)
      if try !session.settle(isUpdate: arguments.has("--update"), &terminal) { isGood = false }
    }
    return isGood ? .held : .failed
  }

  /// Each once, in the order of the cases.
  private static func files(of run: Run) -> [String] {
    var files: [String] = []
    for item in run.cases where files.last != item.scenario.file {
      files.append(item.scenario.file)
    }
    return files
  }
}
