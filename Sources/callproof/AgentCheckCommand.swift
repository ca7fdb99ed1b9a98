internal import Live

/// `callproof agent check CMD…`: tries an agent, prints the level that it reaches and what is missing.
enum AgentCheckCommand {
  private static let help = """
    callproof agent check: tries an agent, prints the level that it reaches and what is missing

    Usage: callproof agent check CMD…

    CMD… is the agent's program, by path or name, and its arguments: callproof agent check python3 agent.py
    It runs in a sandbox, without the machine's network and with a disk that it cannot write to, first alone, then,
    from level 2, in a call with the Swift peer.

    Exit codes: 0 it reaches a level, and the one that it declares; 1 it does not; 2 no program is named.
    """

  static func run(_ command: [String], _ terminal: Terminal) throws -> ExitCode {
    guard !command.isEmpty else {
      throw UsageError(
        description: "agent check wants a program: callproof agent check python3 agent.py")
    }
    var terminal = terminal
    guard !["--help", "-h"].contains(command[0]) else {
      terminal.say(help)
      return .held
    }
    let check = AgentCheck(command: command)
    for finding in check.findings {
      let word =
        switch finding.holds {
        case true?: terminal.paint("yes", .green)
        case false?: terminal.paint("no ", .red)
        case nil: terminal.paint("?  ", .yellow)
        }
      let detail = finding.detail.isEmpty ? "" : "  (\(Terminal.harmless(finding.detail)))"
      terminal.say("  level \(finding.level)  \(word)  \(finding.what)\(detail)")
    }
    if let failure = check.failure { terminal.complain(Terminal.harmless(failure)) }
    if let lack = check.sandboxLack {
      terminal.say("  tried without a sandbox, on the machine as it is: \(Terminal.harmless(lack))")
    }
    let reached = check.level == 0 ? "no level" : "level \(check.level)"
    let declared = check.declaredLevel.map { ", declares level \($0)" } ?? ""
    terminal.say(
      "\(Terminal.harmless(check.name ?? "the agent")): reaches \(reached)\(declared)")
    return check.level > 0 && check.level >= check.declaredLevel ?? 1 ? .held : .failed
  }
}
