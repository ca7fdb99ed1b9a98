internal import Runner
internal import SDPRules

/// `callproof sdp diff A B`: what two descriptions mean to each other.
enum SDPDiff {
  static func run(
    _ paths: [String], _ arguments: ParsedArguments, _ terminal: Terminal
  ) throws -> ExitCode {
    guard (1...2).contains(paths.count) else {
      throw UsageError(
        description: "sdp diff wants two descriptions: callproof sdp diff before.sdp after.sdp")
    }
    let format = try SDPCommand.format(arguments)
    let input = try SDPInput(paths)
    // One file may hold both; of two files with more, nobody knows which are meant.
    guard input.descriptions.count == 2 else {
      throw InputError([
        "\(paths.joined(separator: ", ")): found \(input.descriptions.count) descriptions; expected two"
      ])
    }
    let (first, second) = (input.descriptions[0], input.descriptions[1])
    switch try way(arguments) ?? DescriptionDiff.way(first, second, kinds: input.kinds) {
    case .same:
      guard let diff = DescriptionDiff(before: first, after: second) else { throw tooLarge(paths) }
      let report = DiffReport(
        before: input.files[0].name, after: input.files[1].name, diff: diff)
      try SDPOutput.write(report.written(as: format), arguments, terminal)
      return diff.hasBreaking ? .failed : .held
    case .pair:
      let check = SDPCheck.check([first, second], candidates: input.candidates)
      let findings = FindingReport(files: input.files, findings: check.findings)
      guard let report = PairReport(offer: first, answer: second, findings: findings) else {
        throw tooLarge(paths)
      }
      try SDPOutput.write(report.written(as: format), arguments, terminal)
      return findings.hasErrors ? .failed : .held
    }
  }

  private static func way(_ arguments: ParsedArguments) throws(UsageError) -> DescriptionDiff.Way? {
    guard let word = arguments.string("--as") else { return nil }
    if let way = DescriptionDiff.Way(rawValue: word) { return way }
    throw UsageError(description: "--as: found '\(word)'; expected same or pair")
  }

  private static func tooLarge(_ paths: [String]) -> InputError {
    InputError(["\(paths.joined(separator: ", ")): too large for a description"])
  }
}
