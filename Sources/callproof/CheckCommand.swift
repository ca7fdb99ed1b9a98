internal import Runner

/// `callproof check`: reads scenario files and runs nothing.
enum CheckCommand: Subcommand {
  static let name = "check"
  static let synopsis = "FILES…"
  static let summary = "reads scenario files and says what is wrong with them"
  static let options: [OptionSpec] = []

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    guard !arguments.paths.isEmpty else {
      throw UsageError(description: "check wants scenario files or folders")
    }
    var terminal = Terminal()
    var problems: [String] = []
    for file in try CaseList.files(in: arguments.paths) {
      do throws(InputError) {
        let count = try CaseList.scenarios(in: file).count
        terminal.say("\(file): \(count) \(count == 1 ? "case" : "cases")")
      } catch {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw InputError(problems) }
    return .held
  }
}
