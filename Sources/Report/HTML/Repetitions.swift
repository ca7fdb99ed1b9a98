public import Metrics

/// One call that a run made several times, and how often it did not hold.
public struct Repetition: Hashable, Sendable {
  /// "Basic call (live)".
  public var title: String
  public var file: String
  /// Skipped ones are not among them.
  public var runs: Int
  /// Everything red.
  public var failures: Int

  /// "1 of 10 failed (10 %)".
  public var share: String {
    guard runs > 0 else { return "never ran" }
    return "\(failures) of \(runs) failed (\((failures * 100 + runs / 2) / runs) %)"
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
        failures: same.count(where: \.verdict.isRed))
    }
  }
}

/// The share of failures of each call that was made several times.
func repetitionTable(_ results: [CaseResult]) -> Markup {
  let repetitions = Repetition.all(in: results)
  guard !repetitions.isEmpty else { return "" }
  let rows = repetitions.map { repetition -> Markup in
    """
    <tr class="\(repetition.failures > 0 ? "failed" : "passed")"><th scope="row">\(repetition.title)\
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
