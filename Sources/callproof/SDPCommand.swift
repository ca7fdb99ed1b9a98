internal import SDPRules
internal import Scenario

/// `callproof sdp`: judges, shows and explains session descriptions.
enum SDPCommand: Subcommand {
  static let name = "sdp"
  static let synopsis = "check|lint|diff|show|rules FILES… [OPTIONS]"
  static let summary = "says what is wrong with session descriptions, and why there is no media"
  static let details = """
    callproof sdp check OFFER ANSWER [OFFER2 ANSWER2 …]   offers against their answers, and their history
    callproof sdp lint FILE…                              each description by itself
    callproof sdp diff A B                                what B means otherwise than A; of an offer and its
                                                          answer, what was taken and what was refused
    callproof sdp show FILE…                              what a description says
    callproof sdp rules [ID]                              every rule, or one with its examples

    A file is raw SDP, JSON {"type", "sdp"} or an array of it, text with escaped line ends, base64, what a log, a page or
    code holds, or a dump of chrome://webrtc-internals; '-' is standard input. Trickled candidates (JSON lines) may stand
    behind.
    Exit codes: 0 nothing of severity error (diff: no breaking change), 1 an error found, 2 the input could not be read.
    """
  static let options = [
    OptionSpec(
      name: "--format", value: "FORMAT",
      help: "text (default), json, sarif, markdown, html or github; rules: text or json"),
    OptionSpec(name: "--output", value: "FILE", help: "writes there instead of standard output"),
    OptionSpec(
      name: "--as", value: "WAY",
      help: "diff: same (two of one side) or pair (offer and answer), where it is told wrongly"),
  ]

  static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
    guard let verb = arguments.paths.first else {
      throw UsageError(description: "sdp wants a verb: check, lint, diff, show or rules")
    }
    let paths = Array(arguments.paths.dropFirst())
    switch verb {
    case "check", "lint":
      guard !paths.isEmpty else {
        throw UsageError(description: "sdp \(verb) wants files: callproof sdp \(verb) offer.sdp")
      }
      return try judge(paths, isHistory: verb == "check", arguments, terminal)
    case "diff": return try SDPDiff.run(paths, arguments, terminal)
    case "show":
      guard !paths.isEmpty else {
        throw UsageError(description: "sdp show wants files: callproof sdp show offer.sdp")
      }
      return try show(paths, arguments, terminal)
    case "rules": return try rules(paths, arguments, terminal)
    default:
      throw UsageError(
        description: "unknown verb '\(verb)'; expected one of check, lint, diff, show, rules")
    }
  }

  private static func judge(
    _ paths: [String], isHistory: Bool, _ arguments: ParsedArguments, _ terminal: Terminal
  ) throws -> ExitCode {
    let format = try format(arguments)
    let input = try SDPInput(paths)
    let check =
      isHistory
      ? SDPCheck.check(
        input.descriptions, kinds: input.kinds, connections: input.connections,
        candidates: input.candidates)
      : SDPCheck.lint(input.descriptions, candidates: input.candidates)
    let report = FindingReport(files: input.files, findings: check.findings)
    try SDPOutput.write(report.written(as: format), arguments, terminal)
    return report.hasErrors ? .failed : .held
  }

  static func format(_ arguments: ParsedArguments) throws(UsageError) -> FindingReport.Format {
    guard let name = arguments.string("--format") else { return .text }
    if let format = FindingReport.Format(rawValue: name) { return format }
    let names = FindingReport.Format.allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageError(description: "--format: found '\(name)'; expected one of \(names)")
  }

  private static func show(
    _ paths: [String], _ arguments: ParsedArguments, _ terminal: Terminal
  ) throws -> ExitCode {
    guard try format(arguments) == .text else {
      throw UsageError(description: "--format: sdp show writes text alone")
    }
    let input = try SDPInput(paths)
    var text = ""
    for (bytes, file) in zip(input.descriptions, input.files) {
      if input.descriptions.count > 1 { text += "\(Terminal.harmless(file.label)):\n" }
      guard let summary = DescriptionSummary(bytes) else {
        throw UsageError(description: "\(file.name): too large for a description")
      }
      text += summary.text
    }
    try SDPOutput.write(text, arguments, terminal)
    return .held
  }

  private static func rules(
    _ ids: [String], _ arguments: ParsedArguments, _ terminal: Terminal
  ) throws -> ExitCode {
    let format = try format(arguments)
    guard format == .text || format == .json else {
      throw UsageError(description: "--format: sdp rules writes text or json")
    }
    let rules = try ids.map { id throws(UsageError) in
      guard let rule = Rule.named(id) else {
        let known = (Rule.catalogue + Rule.captures + Rule.logs).map(\.id)
        let near = Scenario.nearest(id, in: known).map { "; did you mean '\($0)'?" } ?? ""
        throw UsageError(description: "no rule '\(id)'\(near); callproof sdp rules lists them")
      }
      return rule
    }
    let text =
      format == .json
      ? Rule.json(ids.isEmpty ? Rule.catalogue : rules)
      : ids.isEmpty ? Rule.index : rules.map(\.text).joined()
    try SDPOutput.write(text, arguments, terminal)
    return .held
  }
}
