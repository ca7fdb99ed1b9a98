internal import Metrics
internal import SDPRules
internal import Scenario

extension CaseResult {
  private static let lockName = "lock"

  /// Holds the case to the lock beside its scenario file, where there is one: each change is an expectation that failed.
  mutating func hold(to analysis: Analysis, of scenario: Scenario) {
    let path = LockFile.path(for: scenario.file)
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let lock: DescriptionLock
    do throws(InputError) {
      guard let found = try LockFile.read(path) else { return }
      lock = found
    } catch {
      let problem = error.problems.joined(separator: "; ")
      fail([
        Judgement(
          name: Self.lockName, subject: "the descriptions", limit: "as in \(file)", measured: nil,
          unit: "", verdict: .failed, note: problem)
      ])
      return
    }
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
    fail(
      changes.map { found in
        Judgement(
          name: Self.lockName, subject: found.subject, limit: found.change.before ?? "none",
          measured: found.change.after ?? "none", unit: "", verdict: .failed,
          note: "\(found.change.grade.rawValue): \(found.change.message)")
      })
  }

  private mutating func fail(_ judgements: [Judgement]) {
    expectations += judgements
    let words = judgements.map { judgement in
      let head = "\(judgement.name) of \(judgement.subject): "
      guard let measured = judgement.measured else { return head + (judgement.note ?? "") }
      return head + "\(measured), expected \(judgement.limit)"
    }
    reason = ([reason].compactMap(\.self) + words).joined(separator: "; ")
    if verdict == .passed || verdict == .inconclusive { verdict = .failed }
  }
}
