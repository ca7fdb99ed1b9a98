internal import Agents

/// `callproof agent NAME`: serves as an agent of the harness on standard input and output.
enum AgentCommand {
  static let name = "agent"
  static let summary =
    "speaks the agent protocol as a peer; 'agent check CMD…' tries a program of your own"

  static let help = """
    callproof agent: a peer that speaks the agent protocol on standard input and output

    Usage: callproof agent swift
           callproof agent coded -- CMD…
           callproof agent chromium [--binary PATH] [-- FLAGS…]
           callproof agent firefox [--binary PATH] [-- FLAGS…]
           callproof agent check CMD…

      swift     the Swift peer on the sockets of this machine, or of its namespace
      coded     an agent without codecs (level 3), which CMD starts: coded and decoded for it here
      chromium  a browser, driven by its DevTools
      firefox   a browser, driven by Marionette
      check     tries the agent that CMD starts, and prints the level that it reaches

    'callproof run' starts agents itself.
    """

  private static let browserOptions = [
    OptionSpec(name: "--binary", value: "PATH", help: "the browser (default: the one in PATH)")
  ]

  static func run(_ arguments: [String], _ terminal: Terminal) throws -> ExitCode {
    var terminal = terminal
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case "swift" where rest.isEmpty: return end(runSwiftAgent(version: CommandLineTool.version))
    case "coded" where rest.first == "--" && rest.count > 1:
      return end(runCodedAgent(command: Array(rest.dropFirst())))
    case "chromium": return try browse(rest, runChromiumAgent)
    case "firefox": return try browse(rest, runFirefoxAgent)
    case "check": return try AgentCheckCommand.run(rest, terminal)
    case "--help", "-h":
      terminal.say(help)
      return .held
    default:
      let found = arguments.isEmpty ? "nothing" : "'\(arguments.joined(separator: " "))'"
      throw UsageError(
        description:
          "agent: found \(found); expected swift, coded -- CMD…, chromium, firefox or check")
    }
  }

  private static func browse(
    _ arguments: [String], _ run: (String?, [String]) -> Int32
  ) throws(UsageError) -> ExitCode {
    let parsed = try ParsedArguments(arguments, options: browserOptions)
    return end(run(parsed.string("--binary"), parsed.paths))
  }

  private static func end(_ code: Int32) -> ExitCode { ExitCode(rawValue: code) ?? .failed }
}
