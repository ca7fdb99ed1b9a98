internal import Report
internal import Runner
internal import Scenario

/// `callproof run`: runs scenarios, judges them, writes the report.
enum RunCommand: Subcommand {
  static let name = "run"
  static let synopsis = "PATHS… [OPTIONS]"
  static let summary = "runs the scenarios in files and folders and writes a report"
  static let details = """
    A report is a folder: index.html, junit.xml, report.json, machine.json, and for each case its trace and capture.
    The same seed gives the same report, byte for byte, apart from machine.json and from live cases.

    A case runs in the simulated world where its file allows that, else live, which takes real peers in network
    namespaces (see 'doctor'); a case that wants a peer that is not there is skipped, and its reason is in the report.
    Nothing leaves the machine: a case that names a public server is skipped without --allow-public.

    Examples:
      callproof run Scenarios
      callproof run Scenarios/loss --network 3g-lossy --seed 7
      callproof run Scenarios --filter h264 --output /tmp/h264 --jobs 2
      callproof run Scenarios/interop --require chromium,firefox --repeat 10
    """
  static let options = [
    OptionSpec(name: "--seed", value: "N", help: "the seed of every case, in place of the file's"),
    OptionSpec(
      name: "--network", value: "NAME", help: "a profile for the first peer's link (see 'profiles')"
    ),
    OptionSpec(
      name: "--world", value: "WORLD",
      help: "simulated, live or both, and a table of where they differ"),
    OptionSpec(
      name: "--require", value: "STACKS",
      help: "exit code 3 where one of these is missing: chromium,firefox"),
    OptionSpec(name: "--repeat", value: "N", help: "each case N times, and the share of failures"),
    OptionSpec(
      name: "--output", value: "DIR", help: "where the report goes (default: below Reports/)"),
    OptionSpec(
      name: "--jobs", value: "N", help: "simulated cases at the same time (default 1)"),
    OptionSpec(name: "--live-jobs", value: "N", help: "live cases at the same time (default 1)"),
    OptionSpec(
      name: "--filter", value: "TEXT", help: "only cases whose name or file contains TEXT"),
    OptionSpec(
      name: "--case-timeout", value: "SECONDS",
      help: "wall time after which a case counts as hung (default 600)"),
    OptionSpec(
      name: "--allow-public", value: nil,
      help: "lets live calls reach the public servers that scenarios name"),
    OptionSpec(name: "--list", value: nil, help: "prints the cases and runs none"),
  ]

  static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
    let run = try Run(options(from: arguments))
    var terminal = terminal
    if arguments.has("--list") {
      for item in run.cases {
        let about = "  \(item.scenario.file)  seed \(item.seed.value)"
        terminal.say(Terminal.harmless(item.title) + terminal.paint(about, .dim))
      }
      return .held
    }
    let machine = LiveMachine.machine
    let missing = try required(arguments).map(machine.missing) ?? []
    guard missing.isEmpty else {
      for reason in missing { terminal.complain("callproof: --require: \(reason)") }
      return .machineLacks
    }
    Run.catchInterrupts()
    let given = RunArguments(
      network: arguments.string("--network"),
      caseTimeout: try arguments.integer("--case-timeout", in: 1...86_400),
      allowsPublic: arguments.has("--allow-public"))
    var progress = RunProgress(total: run.cases.count, arguments: given, terminal: terminal)
    let outcome = try run.perform(
      worker: (path: "/proc/self/exe", arguments: [WorkerCommand.name]), machine: machine
    ) { progress.update($0) }
    progress.finish(outcome)
    return outcome.isGreen ? .held : outcome.isAllSkipped ? .machineLacks : .failed
  }

  /// The stacks behind `--require`; nil: it was not given.
  private static func required(_ arguments: ParsedArguments) throws(UsageError) -> [String]? {
    guard let text = arguments.string("--require") else { return nil }
    let names = text.split(separator: ",").map(String.init)
    let known = Scenario.stacks.filter { $0 != "agent" } + ["coturn"]
    for name in names where !known.contains(name) {
      let near = Scenario.nearest(name, in: known).map { "; did you mean '\($0)'?" } ?? ""
      throw UsageError(
        description:
          "--require: found '\(name)'; expected some of \(known.joined(separator: ","))\(near)")
    }
    return names
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
    options.allowsPublic = arguments.has("--allow-public")
    if let word = arguments.string("--world") {
      guard let world = WorldChoice(rawValue: word) else {
        throw UsageError(
          description: "--world: found '\(word)'; expected simulated, live or both")
      }
      options.selection.world = world
    }
    options.selection.repeats = try arguments.integer("--repeat", in: 1...1000) ?? 1
    options.liveJobs = try arguments.integer("--live-jobs", in: 1...64) ?? options.liveJobs
    options.jobs = try arguments.integer("--jobs", in: 1...256) ?? options.jobs
    if let seconds = try arguments.integer("--case-timeout", in: 1...86_400) {
      options.caseTimeout = .seconds(seconds)
    }
    return options
  }
}
