internal import Metrics
internal import Runner
internal import SDPRules

/// The lock of one scenario file against what its cases just did.
struct LockSession {
  let file: String
  let cases: [Case]
  let outcome: Run.Outcome

  /// Compares, writes where that is due, and says what it did; false: something needs a person.
  func settle(isUpdate: Bool, _ terminal: inout Terminal) throws -> Bool {
    let path = LockFile.path(for: file)
    let old: DescriptionLock?
    do throws(InputError) {
      old = try LockFile.read(path)
    } catch {
      // An update replaces what cannot be read, too.
      guard isUpdate else { throw error }
      old = nil
    }
    var new = DescriptionLock(cases: [])
    var isGood = true
    var changes: [(name: String, change: LockedChange)] = []
    for item in cases {
      let name = item.scenario.name
      let before = old?.named(name)
      guard let now = locked(item) else {
        let what = before == nil ? "is not locked" : "keeps what the lock says of it"
        terminal.say("\(Terminal.harmless(name)): \(what): \(Terminal.harmless(reason(item)))")
        if let before {
          new.cases.append(before)
        } else if verdict(item) != .skipped {
          isGood = false
        }
        continue
      }
      new.cases.append(now)
      changes += before?.changes(to: now).map { (name, $0) } ?? []
    }
    for (name, found) in changes { tell(name, found, &terminal) }
    let shown = Terminal.harmless(path)
    if old == nil, new.cases.isEmpty {
      terminal.say("\(shown): not written, since no case left anything to lock")
      return isGood
    }
    if let old, changes.isEmpty, old.cases.map(\.name) == new.cases.map(\.name) {
      terminal.say("\(shown): the same meaning")
      return isGood
    }
    guard old == nil || isUpdate else {
      let what =
        changes.isEmpty
        ? "other cases" : changes.count == 1 ? "1 change" : "\(changes.count) changes"
      terminal.say("\(shown): \(what); --update rewrites it")
      return false
    }
    try LockFile.write(new, for: file)
    let count = new.cases.count
    terminal.say(
      "\(shown): \(old == nil ? "written" : "rewritten"), \(count) \(count == 1 ? "case" : "cases")"
    )
    return isGood
  }

  private func locked(_ item: Case) -> DescriptionLock.Case? {
    guard let verdict = verdict(item), verdict != .skipped, verdict != .error else { return nil }
    return LockFile.locked(item, report: outcome.folder)
  }

  private func result(_ item: Case) -> CaseResult? {
    outcome.results.first {
      $0.file == item.scenario.file && $0.name == item.scenario.name
        && $0.world == item.world.rawValue
    }
  }

  private func verdict(_ item: Case) -> Verdict? { result(item)?.verdict }

  private func reason(_ item: Case) -> String {
    result(item)?.reason ?? "it left no trace"
  }

  private func tell(_ name: String, _ found: LockedChange, _ terminal: inout Terminal) {
    let change = found.change
    terminal.say(
      Terminal.harmless("\(name): \(change.grade.rawValue): \(found.subject): \(change.message)"))
    if let before = change.before { terminal.say(Terminal.harmless("  - \(before)")) }
    if let after = change.after { terminal.say(Terminal.harmless("  + \(after)")) }
  }
}
