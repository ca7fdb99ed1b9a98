internal import Metrics
internal import Report
internal import Runner

/// What a person sees while cases run: a line for each that ended, and on a terminal what runs now.
struct RunProgress {
  /// Of more red cases than that, the report tells how to repeat them.
  private static let rerunLimit = 5

  private let total: Int
  private let arguments: RunArguments
  private var terminal: Terminal
  private var running: [String] = []
  private var finished = 0

  /// - Parameter arguments: what belongs into the commands that repeat a case.
  init(total: Int, arguments: RunArguments, terminal: Terminal) {
    self.total = total
    self.arguments = arguments
    self.terminal = terminal
  }

  mutating func update(_ progress: WorkerPool.Progress) {
    switch progress {
    case .began(let task): running.append(task.title)
    case .finished(let result):
      if let index = running.firstIndex(of: result.title) { running.remove(at: index) }
      finished += 1
      tell(result)
    }
    if !running.isEmpty {
      terminal.show("[\(finished)/\(total)] \(running.joined(separator: ", ")) …")
    }
  }

  mutating func finish(_ outcome: Run.Outcome) {
    let counts = Verdict.allCases.compactMap { verdict -> String? in
      let count = outcome.results.count { $0.verdict == verdict }
      return count == 0
        ? nil : terminal.paint("\(count) \(verdict.rawValue)", Self.colour(of: verdict))
    }
    let seconds = Int64(outcome.wallTime / .milliseconds(100))
    let time = terminal.paint("in \(seconds / 10).\(seconds % 10) s", .dim)
    terminal.say("")
    for repetition in Repetition.all(in: outcome.results) {
      terminal.say("\(Terminal.harmless(repetition.title)): \(repetition.share)")
    }
    terminal.say("\(counts.joined(separator: ", ")) \(time)")
    if let signal = outcome.interruptedBy {
      terminal.say(
        terminal.paint("Ended by \(signal)", .red) + "; the report holds what was done until then.")
    } else if outcome.isAllSkipped {
      terminal.say(terminal.paint("Every case was skipped", .red) + ", so nothing was proved.")
    } else if !outcome.results.contains(where: { $0.verdict == .passed }) {
      terminal.say(terminal.paint("No case passed", .red) + ", so nothing was proved.")
    }
    terminal.say("Report: \(Terminal.harmless(outcome.folder))/index.html")
    tellWorlds(outcome)
    tellReruns(outcome.results.filter { $0.verdict.isRed })
  }

  private mutating func tell(_ result: CaseResult) {
    let verdict = terminal.paint(result.verdict.rawValue, Self.colour(of: result.verdict))
    terminal.say(
      "\(verdict)  \(Terminal.harmless(result.title))"
        + terminal.paint("  seed \(result.seed)", .dim))
    let labelled = result.implementations.filter { $0.label != nil }.map(\.words)
    if !labelled.isEmpty {
      terminal.say("    " + terminal.paint(labelled.joined(separator: ", "), .dim))
    }
    if let diagnosis = result.diagnosis, result.verdict.isRed { tell(diagnosis) }
    for line in result.grounds { terminal.say("    " + Terminal.harmless(line)) }
    for warning in result.warnings {
      terminal.say("    \(terminal.paint("warning", .yellow)): \(Terminal.harmless(warning))")
    }
  }

  private mutating func tell(_ diagnosis: Diagnosis) {
    let cause = terminal.paint(diagnosis.cause.id, .red)
    terminal.say("    \(cause): \(Terminal.harmless(diagnosis.sentence))")
    terminal.say("    " + terminal.paint("what to do: \(Terminal.harmless(diagnosis.fix))", .dim))
  }

  /// Where a run in both worlds has them side by side.
  private mutating func tellWorlds(_ outcome: Run.Outcome) {
    let pairs = WorldPair.all(in: outcome.results)
    guard !pairs.isEmpty else { return }
    let differing = pairs.count(where: \.differs)
    let verdicts =
      differing == 0 ? "the same verdicts" : "\(differing) with verdicts that differ"
    terminal.say(
      "Both worlds side by side (\(pairs.count) \(pairs.count == 1 ? "case" : "cases"), \(verdicts)): "
        + "\(Terminal.harmless(outcome.folder))/index.html#worlds")
  }

  private mutating func tellReruns(_ red: [CaseResult]) {
    guard !red.isEmpty else { return }
    terminal.say(red.count == 1 ? "To repeat it alone:" : "To repeat one alone:")
    for result in red.prefix(Self.rerunLimit) {
      terminal.say("  " + Terminal.harmless(result.rerun(arguments)))
    }
    if red.count > Self.rerunLimit {
      terminal.say("  … and \(red.count - Self.rerunLimit) more, as the report says")
    }
  }

  private static func colour(of verdict: Verdict) -> Terminal.Colour {
    switch verdict {
    case .passed: .green
    case .failed, .error: .red
    case .inconclusive, .skipped: .yellow
    }
  }
}
