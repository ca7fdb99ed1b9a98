internal import Scenario

/// Wrong use of the command line.
struct UsageError: Error, Hashable, CustomStringConvertible {
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
  /// `--help` or `-h` was among the options: nothing else matters then.
  private(set) var wantsHelp = false

  /// `--name value`, `--name=value`, `--flag`; everything behind `--` is a path.
  init(_ arguments: [String], options: [OptionSpec]) throws(UsageError) {
    let ownOptions = arguments.prefix { $0 != "--" }
    guard !ownOptions.contains("--help"), !ownOptions.contains("-h") else {
      wantsHelp = true
      return
    }
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
        throw UsageError(description: Self.unknown(name, among: options))
      }
      let attached = parts.count == 2 ? String(parts[1]) : nil
      guard values[name] == nil else {
        throw UsageError(description: "\(name) is given twice")
      }
      values[name] = try Self.value(of: option, attached: attached, rest: &rest)
    }
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  func string(_ name: String) -> String? { values[name] }

  func integer<Number: FixedWidthInteger>(
    _ name: String, in range: ClosedRange<Number>
  ) throws(UsageError) -> Number? {
    guard let text = values[name] else { return nil }
    // `Number(text)` would take a sign, too.
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Number(text), range.contains(number)
    else {
      throw UsageError(
        description:
          "\(name): found '\(text)'; expected a whole number, \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return number
  }

  private static func value(
    of option: OptionSpec, attached: String?, rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let placeholder = option.value else {
      guard attached == nil else { throw UsageError(description: "\(option.name) takes no value") }
      return ""
    }
    // What looks like an option is one; a value that looks so is written `--name=--value`.
    let value = attached ?? (rest.first?.hasPrefix("--") == true ? nil : rest.popFirst())
    guard let value, !value.isEmpty else {
      throw UsageError(description: "\(option.name) wants a value: \(option.name) \(placeholder)")
    }
    return value
  }

  private static func unknown(_ name: String, among options: [OptionSpec]) -> String {
    let names = options.map(\.name) + ["--help"]
    if let near = Scenario.nearest(name, in: names) {
      return "unknown option '\(name)'; did you mean '\(near)'?"
    }
    return "unknown option '\(name)'; expected one of \(names.joined(separator: ", "))"
  }
}
