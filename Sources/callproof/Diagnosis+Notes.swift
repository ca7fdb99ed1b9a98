internal import Metrics
internal import Report
internal import SDPRules

extension Diagnosis {
  /// What stands below the verdict: what a user sees, what shows it, which suspects were cleared.
  ///
  /// - Parameters:
  ///   - seen: nil: nothing shows it.
  ///   - told: texts that findings have already.
  func notes(seen: Symptom?, without told: Set<String>) -> [FindingReport.Note] {
    let seen = seen.map { [$0.rawValue, peer].compactMap(\.self).joined(separator: ", ") }
    let shown = evidence.filter { !told.contains($0.text) }.map { item in
      [item.place, item.text, item.count].compactMap(\.self).joined(separator: ": ")
    }
    return (seen.map { [FindingReport.Note("seen", $0)] } ?? [])
      + shown.map { FindingReport.Note("shown", $0) }
      + cleared.map { FindingReport.Note("cleared", "\($0.name): \($0.clearedBy)") }
  }
}
