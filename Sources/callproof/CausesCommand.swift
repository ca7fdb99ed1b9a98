internal import Metrics
internal import Scenario

/// `callproof causes`: what a diagnosis can name.
enum CausesCommand: Subcommand {
  static let name = "causes"
  static let synopsis = "[ID…]"
  static let summary =
    "lists what diagnoses name: the stage of the call, what is the case, the law and the remedy"
  static let details = """
    Without an id all of them, in the order of a call's stages. 'diagnose' and the reports of 'run' name them, and a
    scenario asks for one by 'fails with: ID'; some show in logs alone.
    """
  static let options: [OptionSpec] = []

  static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
    let causes = try arguments.paths.map { id throws(UsageError) in try cause(id) }
    var terminal = terminal
    terminal.say(causes.isEmpty ? index : causes.map(text).joined(separator: "\n\n"))
    return .held
  }

  private static func cause(_ id: String) throws(UsageError) -> Cause {
    if let cause = Cause.named(id) { return cause }
    let near = Scenario.nearest(id, in: Cause.all.map(\.id)).map { "; did you mean '\($0)'?" }
    throw UsageError(
      description: "no cause '\(id)'\(near ?? "; callproof causes lists them")")
  }

  private static var index: String {
    let width = Cause.all.map(\.id.count).max() ?? 0
    return CallStage.allCases.map { stage in
      let rows = Cause.all.filter { $0.stage == stage }.map { cause in
        let id = cause.id + String(repeating: " ", count: width - cause.id.count)
        return "\n  \(id)  \(cause.sentence)"
      }
      return stage.rawValue + rows.joined()
    }.joined(separator: "\n\n")
  }

  private static func text(_ cause: Cause) -> String {
    let use =
      Cause.ofRuns.contains(cause)
      ? "fails with: \(cause.id)" : "nothing: it shows in logs and captures alone"
    return """
      \(cause.id) (\(cause.stage.rawValue))
        \(cause.sentence)
        law     \(cause.clause)
        mend    \(cause.fix)
        expect  \(use)
      """
  }
}
