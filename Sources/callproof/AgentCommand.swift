internal import Agents

/// `callproof agent NAME`: serves as an agent of the harness on standard input and output.
enum AgentCommand {
  static let name = "agent"

  static let help = """
    callproof agent: a peer that speaks the agent protocol on standard input and output

    Usage: callproof agent swift
           callproof agent coded -- CMD…
           callproof agent chromium|firefox [--binary PATH] [-- FLAG…]

      swift  the Swift peer on the sockets of this machine, or of its namespace
      coded  an agent without codecs (level 3), which CMD starts: coded and decoded for it here
      chromium, firefox
             a page in that browser, which is started with these flags beside the usual ones

    'callproof run' starts these itself.
    """

  static func run(_ arguments: [String], _ terminal: Terminal) throws -> ExitCode {
    var terminal = terminal
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case "swift" where rest.isEmpty: return end(runSwiftAgent(version: CommandLineTool.version))
    case "coded" where rest.first == "--" && rest.count > 1:
      return end(runCodedAgent(command: Array(rest.dropFirst())))
    case "chromium", "firefox":
      let isBinary = rest.first == "--binary" && rest.count > 1
      let flags = rest.dropFirst(isBinary ? 2 : 0)
      guard flags.isEmpty || flags.first == "--" else { fallthrough }
      let serve = arguments[0] == "chromium" ? runChromiumAgent : runFirefoxAgent
      return end(serve(isBinary ? rest[1] : nil, Array(flags.dropFirst())))
    case "--help", "-h":
      terminal.say(help)
      return .held
    default:
      let found = arguments.isEmpty ? "nothing" : "'\(arguments.joined(separator: " "))'"
      throw UsageError(
        description: "agent: found \(found); expected swift, chromium, firefox, or coded -- CMD…")
    }
  }

  private static func end(_ code: Int32) -> ExitCode { ExitCode(rawValue: code) ?? .failed }
}
