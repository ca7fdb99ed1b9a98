public import Metrics

/// One call that a run made several times, and how often it did not hold.
public struct Repetition: Hashable, Sendable {
  /// "Basic call (live)".
  public var title: String
  public var file: String
  /// Skipped ones are not among them.
  public var runs: Int
  /// What did not hold, or broke.
  public var failures: Int
  /// What told nothing, such as on a machine that was too slow.
  public var doubts: Int

  /// "1 of 10 failed (10 %), 2 inconclusive", "1 of 3 inconclusive, 0 failed".
  public var share: String {
    guard runs > 0 else { return "never ran" }
    if failures == 0, doubts > 0 { return "\(doubts) of \(runs) inconclusive, 0 failed" }
    let share = "\(failures) of \(runs) failed (\((failures * 100 + runs / 2) / runs) %)"
    return doubts == 0 ? share : share + ", \(doubts) inconclusive"
  }

  /// Those of a run's results that were made more than once, in their order.
  public static func all(in results: [CaseResult]) -> [Repetition] {
    let repeated = results.filter { $0.attempt > 1 }
    func title(_ result: CaseResult) -> String {
      CaseResult.title(result.name, world: result.world, attempt: 1)
    }
    let keys = distinct(repeated.map { $0.file + "\0" + title($0) })
    return keys.compactMap { key in
      let same = results.filter { $0.file + "\0" + title($0) == key }
      guard let first = same.first else { return nil }
      return Repetition(
        title: title(first), file: first.file, runs: same.count { $0.verdict != .skipped },
        failures: same.count { $0.verdict == .failed || $0.verdict == .error },
        doubts: same.count { $0.verdict == .inconclusive })
    }
  }
}

/// The share of failures of each call that was made several times.
func repetitionTable(_ results: [CaseResult]) -> Markup {
  let repetitions = Repetition.all(in: results)
  guard !repetitions.isEmpty else { return "" }
  let rows = repetitions.map { repetition -> Markup in
    let style =
      repetition.failures > 0 ? "failed" : repetition.doubts > 0 ? "inconclusive" : "passed"
    return """
      <tr class="\(style)"><th scope="row">\(repetition.title)\
      <span class="file">\(repetition.file)</span></th><td class="number">\(repetition.runs)</td>\
      <td class="number measured">\(repetition.share)</td></tr>

      """
  }
  return """
    <table class="compared"><caption>Made several times</caption>
    <thead><tr><th>Case</th><th class="number">Times</th><th class="number">Share of failures</th></tr></thead>
    <tbody>
    \(rows)</tbody>
    </table>

    """
}
