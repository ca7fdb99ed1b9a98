internal import Netem
internal import SansIO

/// `callproof profiles`: the networks that have a name, with their figures.
enum ProfilesCommand: Subcommand {
  static let name = "profiles"
  static let synopsis = ""
  static let summary = "lists the network profiles with their figures and sources"
  static let details =
    "Any of them goes into a scenario (network: NAME) or behind 'callproof run --network'."
  static let options: [OptionSpec] = []

  static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
    if let path = arguments.paths.first {
      throw UsageError(description: "profiles takes no arguments: found '\(path)'")
    }
    var terminal = terminal
    let header = ["profile", "down / up kbps", "delay ms", "loss %", "queue", "from"]
    var rows = [header]
    for profile in NetworkProfile.all {
      let (up, down) = (profile.settings.up, profile.settings.down)
      rows.append([
        profile.name, "\(rate(down)) / \(rate(up))",
        "\(down.delay.milliseconds) / \(up.delay.milliseconds)\(jitter(down))", loss(down),
        queue(down), profile.source,
      ])
    }
    let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      terminal.say(line)
    }
    return .held
  }

  private static func rate(_ settings: DirectionSettings) -> String {
    settings.rate.map { String($0.bitsPerSecond / 1000) } ?? "none"
  }

  private static func jitter(_ settings: DirectionSettings) -> String {
    settings.jitter.map { " ± \($0.amount.milliseconds)" } ?? ""
  }

  private static func loss(_ settings: DirectionSettings) -> String {
    guard let loss = settings.loss else { return "0" }
    let percent = FixedDecimal(loss.mean * 100, places: 1).description
    let text = percent.hasSuffix(".0") ? String(percent.dropLast(2)) : percent
    guard let burst = loss.meanBurst, case .gilbertElliott = loss else { return text }
    return "\(text), bursts of \(FixedDecimal(burst, places: 0))"
  }

  private static func queue(_ settings: DirectionSettings) -> String {
    switch settings.queue {
    case .packets(let count): "\(count) packets"
    case .bytes(let count): "\(count / 1000) kB"
    case .milliseconds(let count): "\(count) ms"
    case nil: "none"
    }
  }
}
