internal import Live

/// `callproof agent check CMD…`: tries an agent, prints the level that it reaches and what is missing.
enum AgentCheckCommand {
  static func run(_ command: [String], _ terminal: Terminal) throws -> ExitCode {
    guard !command.isEmpty else {
      throw UsageError(
        description: "agent check wants a program: callproof agent check python3 agent.py")
    }
    var terminal = terminal
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
    let declared = check.declaredLevel.map { ", declares level \($0)" } ?? ""
    terminal.say(
      "\(Terminal.harmless(check.name ?? "the agent")): reaches level \(check.level)\(declared)")
    return check.level > 0 && check.level >= check.declaredLevel ?? 1 ? .held : .failed
  }
}
