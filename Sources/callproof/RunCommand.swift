internal import Runner

/// `callproof run`: runs scenarios, judges them, writes the report.
enum RunCommand: Subcommand {
  static let name = "run"
  static let synopsis = "PATHS… [OPTIONS]"
  static let summary = "runs the scenarios in files and folders and writes a report"
  static let details = """
    A report is a folder: index.html, junit.xml, report.json, machine.json, and for each case its trace and capture.
    The same seed gives the same report, byte for byte, apart from machine.json.

    Examples:
      callproof run Scenarios
      callproof run Scenarios/loss --network 3g-lossy --seed 7
      callproof run Scenarios --filter h264 --output /tmp/h264 --jobs 2
    """
  static let options = [
    OptionSpec(name: "--seed", value: "N", help: "the seed of every case, in place of the file's"),
    OptionSpec(
      name: "--network", value: "NAME", help: "a profile for the first peer's link (see 'profiles')"
    ),
    OptionSpec(
      name: "--output", value: "DIR", help: "where the report goes (default: below Reports/)"),
    OptionSpec(
      name: "--jobs", value: "N", help: "cases at the same time, each in a process (default 1)"),
    OptionSpec(
      name: "--filter", value: "TEXT", help: "only cases whose name or file contains TEXT"),
    OptionSpec(
      name: "--case-timeout", value: "SECONDS",
      help: "wall time after which a case counts as hung (default 600)"),
    OptionSpec(name: "--list", value: nil, help: "prints the cases and runs none"),
  ]

  static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
    let run = try Run(options(from: arguments))
    var terminal = terminal
    if arguments.has("--list") {
      for item in run.cases {
        let about = "  \(item.scenario.file)  seed \(item.seed.value)"
        terminal.say(Terminal.harmless(item.scenario.name) + terminal.paint(about, .dim))
      }
      return .held
    }
    Run.catchInterrupts()
    let network = arguments.string("--network")
    var progress = RunProgress(total: run.cases.count, network: network, terminal: terminal)
    let outcome = try run.perform(
      worker: (path: "/proc/self/exe", arguments: [WorkerCommand.name])
    ) { progress.update($0) }
    progress.finish(outcome)
    return outcome.isGreen ? .held : .failed
  }

  static func options(from arguments: ParsedArguments) throws(UsageError) -> Run.Options {
    guard !arguments.paths.isEmpty else {
      throw UsageError(description: "run wants scenario files or folders: callproof run Scenarios")
    }
    var options = Run.Options(paths: arguments.paths, version: CommandLineTool.version)
    options.selection.seed = try arguments.integer("--seed", in: 0...UInt64.max)
    options.selection.network = arguments.string("--network")
    options.selection.filter = arguments.string("--filter")
    options.output = arguments.string("--output")
    options.jobs = try arguments.integer("--jobs", in: 1...256) ?? options.jobs
    if let seconds = try arguments.integer("--case-timeout", in: 1...86_400) {
      options.caseTimeout = .seconds(seconds)
    }
    return options
  }
}
