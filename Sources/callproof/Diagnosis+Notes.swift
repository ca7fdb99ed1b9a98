internal import Metrics
internal import Report
internal import SDPRules

extension Diagnosis {
  /// What stands below the verdict: what a user sees, what shows it, which suspects were cleared.
  ///
  /// - Parameter told: texts that findings have already.
  func notes(without told: Set<String>) -> [FindingReport.Note] {
    let seen = [symptom.rawValue, peer].compactMap(\.self).joined(separator: ", ")
    let shown = evidence.filter { !told.contains($0.text) }.map { item in
      [item.place, item.text, item.count].compactMap(\.self).joined(separator: ": ")
    }
    return [FindingReport.Note("seen", seen)] + shown.map { FindingReport.Note("shown", $0) }
      + cleared.map { FindingReport.Note("cleared", "\($0.name): \($0.clearedBy)") }
  }
}
