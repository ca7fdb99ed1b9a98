/// `callproof doctor`: what this machine can do live, and what to install.
enum DoctorCommand: Subcommand {
  static let name = "doctor"
  static let synopsis = ""
  static let summary = "says what this machine can do live, and what to install"
  static let details = """
    Simulated calls need nothing of this. Exit code 3: live calls are not possible here.
    """
  static let options: [OptionSpec] = []

  static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
    if let path = arguments.paths.first {
      throw UsageError(description: "doctor takes no arguments: found '\(path)'")
    }
    return tell(LiveMachine.abilities, stacks: LiveMachine.stacks, terminal)
  }

  static func tell(
    _ abilities: [LiveMachine.Part], stacks: [LiveMachine.Part], _ terminal: Terminal
  ) -> ExitCode {
    var terminal = terminal
    terminal.say("This machine, for live calls:")
    list(abilities, &terminal)
    terminal.say("")
    terminal.say("Implementations and servers that a live call can have:")
    list(stacks, &terminal)
    terminal.say("")
    let isPossible = !abilities.contains { $0.isNeeded && $0.missing != nil }
    let lacking = stacks.count { $0.missing != nil }
    let inAll = "\(stacks.count - lacking) of \(stacks.count) implementations are there"
    terminal.say(
      isPossible
        ? "\(terminal.paint("Live calls are possible", .green)): \(inAll)."
        : "\(terminal.paint("Live calls are not possible here", .red)); simulated ones are.")
    if lacking > 0 { terminal.say("What the registries have is installed by: ci/setup --peers") }
    return isPossible ? .held : .machineLacks
  }

  private static func list(_ parts: [LiveMachine.Part], _ terminal: inout Terminal) {
    let width = parts.map(\.name.count).max() ?? 0
    for part in parts {
      let name = part.name + String(repeating: " ", count: width - part.name.count)
      let colour: Terminal.Colour =
        part.missing == nil ? .green : part.isNeeded ? .red : .yellow
      let word = terminal.paint(part.missing == nil ? "yes" : "no ", colour)
      let words = part.missing ?? part.detail
      terminal.say("  \(name)  \(word)" + (words.isEmpty ? "" : "  \(Terminal.harmless(words))"))
    }
  }
}
