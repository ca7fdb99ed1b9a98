internal import Runner
internal import Scenario

/// A subcommand: its name, its options, and what it does.
protocol Subcommand {
  static var name: String { get }
  /// Behind the name in the usage line: "PATHS… [OPTIONS]".
  static var synopsis: String { get }
  static var summary: String { get }
  /// What stands below the options in the help.
  static var details: String { get }
  static var options: [OptionSpec] { get }
  static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode
}

/// `callproof` itself: finds the subcommand, tells errors in one form.
enum CommandLineTool {
  static let version = "0.1.0"
  static var subcommands: [any Subcommand.Type] {
    [
      RunCommand.self, CheckCommand.self, LockCommand.self, SDPCommand.self, CaptureCommand.self,
      DiagnoseCommand.self, CausesCommand.self, ProfilesCommand.self, DoctorCommand.self,
      PeersCommand.self,
    ]
  }

  static func run(_ arguments: [String], _ terminal: Terminal = Terminal()) -> ExitCode {
    do {
      return try dispatch(arguments, terminal)
    } catch let error as UsageError {
      let names = subcommands.map { $0.name } + [AgentCommand.name]
      let command = names.first { $0 == arguments.first }.map { " \($0)" } ?? ""
      terminal.complain("callproof: \(error)\nTry 'callproof\(command) --help'.")
      return .wrongInput
    } catch let error as InputError {
      for problem in error.problems { terminal.complain(problem) }
      return .wrongInput
    } catch {
      terminal.complain("callproof: \(error)")
      return .machineLacks
    }
  }

  private static func dispatch(
    _ arguments: [String], _ terminal: Terminal
  ) throws -> ExitCode {
    guard let name = arguments.first else {
      terminal.complain(help)
      return .wrongInput
    }
    let rest = Array(arguments.dropFirst())
    var terminal = terminal
    switch name {
    case "help" where rest.first == AgentCommand.name:
      terminal.say(AgentCommand.help)
      return .held
    case "--help", "-h", "help":
      terminal.say(try rest.first.map { try helpText(of: find($0)) } ?? help)
      return .held
    case "--version":
      terminal.say("callproof \(version)")
      return .held
    case WorkerCommand.name: return WorkerCommand.run(terminal)
    case AgentCommand.name: return try AgentCommand.run(rest, terminal)
    default:
      let subcommand = try find(name)
      let parsed = try ParsedArguments(rest, options: subcommand.options)
      guard !parsed.wantsHelp else {
        terminal.say(helpText(of: subcommand))
        return .held
      }
      return try subcommand.run(parsed, terminal)
    }
  }

  private static func find(_ name: String) throws(UsageError) -> any Subcommand.Type {
    if let subcommand = subcommands.first(where: { $0.name == name }) { return subcommand }
    let names = subcommands.map { $0.name } + [AgentCommand.name]
    let kind = name.hasPrefix("-") ? "option" : "command"
    if let near = Scenario.nearest(name, in: names + ["--help", "--version"]) {
      throw UsageError(description: "unknown \(kind) '\(name)'; did you mean '\(near)'?")
    }
    throw UsageError(
      description: "unknown \(kind) '\(name)'; expected one of \(names.joined(separator: ", "))")
  }

  private static var help: String {
    """
    callproof \(version): proves that WebRTC calls work

    Usage: callproof COMMAND …

    \(table(subcommands.map { ($0.name, $0.summary) } + [(AgentCommand.name, AgentCommand.summary)]))

      --version  which callproof this is
      --help     this text; callproof COMMAND --help tells of a command

    Exit codes: 0 all expectations held; 1 one failed, a case broke, or nothing was proved;
    2 the input was wrong; 3 the machine lacks something.
    """
  }

  private static func helpText(of subcommand: any Subcommand.Type) -> String {
    var usage = "callproof \(subcommand.name)"
    if !subcommand.synopsis.isEmpty { usage += " \(subcommand.synopsis)" }
    var text = """
      callproof \(subcommand.name): \(subcommand.summary)

      Usage: \(usage)
      """
    let rows = subcommand.options.map { option in
      ([option.name, option.value].compactMap(\.self).joined(separator: " "), option.help)
    }
    if !rows.isEmpty { text += "\n\n" + table(rows) }
    if !subcommand.details.isEmpty { text += "\n\n" + subcommand.details }
    return text
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.count + 2) + right
    }.joined(separator: "\n")
  }
}
