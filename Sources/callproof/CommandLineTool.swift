internal import Runner
internal import Scenario

/// A subcommand: its name, its options, and what it does.
protocol Subcommand {
  static var name: String { get }
  /// Behind the name in the usage line: "PATHS… [--seed N]".
  static var synopsis: String { get }
  static var summary: String { get }
  static var options: [OptionSpec] { get }
  static func run(_ arguments: ParsedArguments) throws -> ExitCode
}

/// `callproof` itself: finds the subcommand, tells errors in one form.
enum CommandLineTool {
  static let version = "0.1.0"
  private static var subcommands: [any Subcommand.Type] {
    [
      RunCommand.self, CheckCommand.self, ProfilesCommand.self,
    ]
  }

  static func run(_ arguments: [String]) -> ExitCode {
    do {
      return try dispatch(arguments)
    } catch let error as UsageError {
      Terminal.complain("callproof: \(error)\nTry 'callproof --help'.")
      return .wrongInput
    } catch let error as InputError {
      Terminal.complain(error.description)
      return .wrongInput
    } catch {
      Terminal.complain("callproof: \(error)")
      return .machineLacks
    }
  }

  private static func dispatch(_ arguments: [String]) throws -> ExitCode {
    guard let name = arguments.first else {
      Terminal.complain(help)
      return .wrongInput
    }
    let rest = Array(arguments.dropFirst())
    var terminal = Terminal()
    switch name {
    case "--help", "-h", "help":
      terminal.say(try rest.first.map { try helpText(of: find($0)) } ?? help)
      return .held
    case "--version":
      terminal.say("callproof \(version)")
      return .held
    case WorkerCommand.name: return WorkerCommand.run()
    default:
      let subcommand = try find(name)
      if rest.contains("--help") || rest.contains("-h") {
        terminal.say(helpText(of: subcommand))
        return .held
      }
      return try subcommand.run(ParsedArguments(rest, options: subcommand.options))
    }
  }

  private static func find(_ name: String) throws(UsageError) -> any Subcommand.Type {
    if let subcommand = subcommands.first(where: { $0.name == name }) { return subcommand }
    let near =
      Scenario.nearest(name, in: subcommands.map { $0.name })
      .map { "; did you mean '\($0)'?" } ?? ""
    throw UsageError(description: "unknown command '\(name)'\(near)")
  }

  private static var help: String {
    """
    callproof \(version): proves that WebRTC calls work

    Usage: callproof COMMAND …

    \(table(subcommands.map { ($0.name, $0.summary) }))

      --version  which callproof this is
      --help     this text; callproof COMMAND --help tells of a command

    Exit codes: 0 all expectations held; 1 one failed, or a case broke; 2 the input was wrong;
    3 the machine lacks something.
    """
  }

  private static func helpText(of subcommand: any Subcommand.Type) -> String {
    var text = """
      callproof \(subcommand.name): \(subcommand.summary)

      Usage: callproof \(subcommand.name) \(subcommand.synopsis)
      """
    if !subcommand.options.isEmpty {
      let rows = subcommand.options.map { option in
        ([option.name, option.value].compactMap(\.self).joined(separator: " "), option.help)
      }
      text += "\n\n" + table(rows)
    }
    return text
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.count + 2) + right
    }.joined(separator: "\n")
  }
}
