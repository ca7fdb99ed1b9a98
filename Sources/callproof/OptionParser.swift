internal import Scenario

/// Wrong use of the command line.
struct UsageError: Error, CustomStringConvertible {
  var description: String
}

/// An option that a subcommand knows.
struct OptionSpec {
  var name: String
  /// What stands for the value in the help; nil: the option is a flag.
  var value: String?
  var help: String
}

/// The arguments of one subcommand: options by name, the rest in order.
struct ParsedArguments {
  private var values: [String: String] = [:]
  private(set) var paths: [String] = []

  /// `--name value`, `--name=value`, `--flag`; everything behind `--` is a path.
  init(_ arguments: [String], options: [OptionSpec]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        paths += rest
        return
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        paths.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name }) else {
        let near =
          Scenario.nearest(name, in: options.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
        throw UsageError(description: "unknown option '\(name)'\(near)")
      }
      guard let placeholder = option.value else {
        guard parts.count == 1 else { throw UsageError(description: "\(name) takes no value") }
        values[name] = ""
        continue
      }
      guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
        throw UsageError(description: "\(name) wants a value: \(name) \(placeholder)")
      }
      values[name] = value
    }
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  func string(_ name: String) -> String? { values[name] }

  func integer<Number: FixedWidthInteger>(
    _ name: String, atLeast least: Number
  ) throws(UsageError) -> Number? {
    guard let text = values[name] else { return nil }
    guard let number = Number(text), number >= least else {
      throw UsageError(
        description: "\(name): found '\(text)'; expected a whole number of at least \(least)")
    }
    return number
  }
}
