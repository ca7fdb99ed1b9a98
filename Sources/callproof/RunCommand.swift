internal import Metrics
internal import Runner
internal import SansIO

/// `callproof run`: runs scenarios, judges them, writes the report.
enum RunCommand: Subcommand {
  static let name = "run"
  static let synopsis = "PATHS… [OPTIONS]"
  static let summary = "runs the scenarios in files and folders and writes a report"
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
    OptionSpec(name: "--list", value: nil, help: "prints the cases and runs none"),
  ]

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    guard !arguments.paths.isEmpty else {
      throw UsageError(description: "run wants scenario files or folders: callproof run Scenarios")
    }
    var options = Run.Options(paths: arguments.paths, version: CommandLineTool.version)
    options.selection.seed = try arguments.integer("--seed", atLeast: UInt64(0))
    options.selection.network = arguments.string("--network")
    options.selection.filter = arguments.string("--filter")
    options.output = arguments.string("--output")
    options.jobs = try arguments.integer("--jobs", atLeast: 1) ?? 1
    let run = try Run(options)
    var terminal = Terminal()
    if arguments.has("--list") {
      for item in run.cases {
        terminal.say("\(item.scenario.name)  \(terminal.paint(item.scenario.file, .dim))")
      }
      return .held
    }
    var progress = RunProgress(total: run.cases.count, terminal: terminal)
    let outcome = try run.perform(
      worker: (path: "/proc/self/exe", arguments: [WorkerCommand.name])
    ) { progress.update($0) }
    return progress.finish(outcome)
  }
}

/// What a person sees while cases run: a line for each that ended, and on a terminal what runs now.
struct RunProgress {
  private let total: Int
  private var terminal: Terminal
  private var running: [String] = []
  private var finished = 0

  init(total: Int, terminal: Terminal) {
    self.total = total
    self.terminal = terminal
  }

  mutating func update(_ progress: WorkerPool.Progress) {
    switch progress {
    case .began(let item): running.append(item.scenario.name)
    case .finished(let result):
      if let index = running.firstIndex(of: result.name) { running.remove(at: index) }
      finished += 1
      terminal.say(line(of: result))
      for warning in result.warnings {
        terminal.say("    \(terminal.paint("warning", .yellow)): \(warning)")
      }
    }
    if !running.isEmpty {
      terminal.show("[\(finished)/\(total)] \(running.joined(separator: ", ")) …")
    }
  }

  mutating func finish(_ outcome: Run.Outcome) -> ExitCode {
    var counts: [(Verdict, Int)] = []
    for verdict in Verdict.allCases {
      let count = outcome.results.count { $0.verdict == verdict }
      if count > 0 { counts.append((verdict, count)) }
    }
    let summary = counts.map { "\($0.1) \($0.0.rawValue)" }.joined(separator: ", ")
    terminal.say("\(summary). Report: \(outcome.folder)/index.html")
    if outcome.interruptedBy != nil {
      terminal.say("Interrupted: the report holds what was done until then.")
    }
    let isGreen = outcome.results.allSatisfy { $0.verdict == .passed || $0.verdict == .skipped }
    let isProved = outcome.results.contains { $0.verdict == .passed }
    return isGreen && isProved && outcome.interruptedBy == nil ? .held : .failed
  }

  private func line(of result: CaseResult) -> String {
    let colour: Terminal.Colour =
      switch result.verdict {
      case .passed: .green
      case .failed, .error: .red
      case .inconclusive, .skipped: .yellow
      }
    var text = "\(terminal.paint(result.verdict.rawValue, colour))  \(result.name)"
    text += terminal.paint("  seed \(result.seed)", .dim)
    if let reason = result.reason { text += "\n    \(reason)" }
    for judgement in result.expectations where judgement.verdict != .passed {
      text += "\n    \(describe(judgement))"
    }
    return text
  }

  private func describe(_ judgement: Judgement) -> String {
    let unit = judgement.unit.isEmpty ? "" : " \(judgement.unit)"
    let measured = judgement.measured.map { "\($0)\(unit)" } ?? "not measured"
    let note = judgement.note.map { " (\($0))" } ?? ""
    return
      "\(judgement.name), \(judgement.subject): \(measured); expected \(judgement.limit)\(unit)\(note)"
  }
}
