internal import Metrics
internal import Report

extension Diagnosis {
  /// What stands below the findings on a terminal: what a user sees, what shows it, which suspects were cleared.
  ///
  /// - Parameter told: texts that stand above already.
  func text(without told: Set<String>) -> String {
    let harmless = Terminal.harmless
    var lines = [
      "  seen     \(harmless(symptom.rawValue))\(peer.map { ", \(harmless($0))" } ?? "")"
    ]
    for item in evidence where !told.contains(item.text) {
      let words = [item.place, item.text, item.count].compactMap(\.self).joined(separator: ": ")
      lines.append("  shown    \(harmless(words))")
    }
    for suspect in cleared {
      lines.append("  cleared  \(harmless(suspect.name)): \(harmless(suspect.clearedBy))")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
