public import Metrics
internal import SDPRules
internal import Scenario

extension CaseResult {
  private static let lockName = "lock"

  /// Holds the case to the lock beside its scenario file, where there is one: each change is an expectation that failed.
  mutating func hold(to analysis: Analysis, of scenario: Scenario) throws(InputError) {
    let path = LockFile.path(for: scenario.file)
    guard let lock = try LockFile.read(path) else { return }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    guard let before = lock.named(scenario.name) else {
      warnings.append("\(file) has nothing of this case; 'callproof lock --update' writes it")
      return
    }
    let now = analysis.locked(as: scenario.name)
    let changes = before.changes(to: now)
    if changes.isEmpty {
      let count = now.exchanges.count
      expectations.append(
        Judgement(
          name: Self.lockName, subject: "the descriptions", limit: "as in \(file)",
          measured: "the same", unit: "", verdict: .passed,
          note: "\(count) \(count == 1 ? "offer and its answer" : "offers and their answers")"))
      return
    }
    let judgements = changes.map { found in
      Judgement(
        name: Self.lockName, subject: found.subject, limit: found.change.before ?? "none",
        measured: found.change.after ?? "none", unit: "", verdict: .failed,
        note: "\(found.change.grade.rawValue): \(found.change.message)")
    }
    expectations += judgements
    let words = judgements.map {
      "\($0.name) of \($0.subject): \($0.measured ?? "none"), expected \($0.limit)"
    }
    reason = ([reason].compactMap(\.self) + words).joined(separator: "; ")
    if verdict == .passed || verdict == .inconclusive { verdict = .failed }
  }
}
