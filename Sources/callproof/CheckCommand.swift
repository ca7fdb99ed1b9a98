internal import Runner

/// `callproof check`: reads scenario files and runs nothing.
enum CheckCommand: Subcommand {
  static let name = "check"
  static let synopsis = "PATHS…"
  static let summary = "reads scenario files and says what is wrong with them"
  static let details = """
    What is right goes to standard output, what is wrong to standard error, each with file, line and column.
    """
  static let options: [OptionSpec] = []

  static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
    guard !arguments.paths.isEmpty else {
      throw UsageError(
        description: "check wants scenario files or folders: callproof check Scenarios")
    }
    var terminal = terminal
    let found = ScenarioFiles(at: arguments.paths)
    var problems = found.problems
    for file in found.files {
      do throws(InputError) {
        let count = try ScenarioFiles.scenarios(in: file).count
        terminal.say("\(file): \(count) \(count == 1 ? "case" : "cases")")
      } catch {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw InputError(problems) }
    return .held
  }
}
