/// What the descriptions of a scenario file's cases mean, kept so that a later run can be held to it.
public struct DescriptionLock: Hashable, Sendable {
  /// Of the form; a file of another version is not read.
  public static let version = 1

  /// One offer and the answer to it.
  public struct Exchange: Hashable, Sendable {
    public var offerer: String
    public var offer: DescriptionMeaning
    public var answerer: String
    public var answer: DescriptionMeaning

    public init(
      offerer: String, offer: DescriptionMeaning, answerer: String, answer: DescriptionMeaning
    ) {
      self.offerer = offerer
      self.offer = offer
      self.answerer = answerer
      self.answer = answer
    }
  }

  /// One case: its name, and what was agreed in it, in the order of time for each pair of peers.
  public struct Case: Hashable, Sendable {
    public var name: String
    public var exchanges: [Exchange]

    /// Sorts the pairs of peers by name: which of two calls agrees first is the machine's doing.
    public init(name: String, exchanges: [Exchange]) {
      self.name = name
      func pair(_ exchange: Exchange) -> [String] {
        [exchange.offerer, exchange.answerer].sorted()
      }
      self.exchanges = exchanges.enumerated().sorted { a, b in
        let (x, y) = (pair(a.element), pair(b.element))
        return x == y ? a.offset < b.offset : x.lexicographicallyPrecedes(y)
      }.map(\.element)
    }
  }

  public var cases: [Case]

  public init(cases: [Case]) { self.cases = cases }

  public func named(_ name: String) -> Case? { cases.first { $0.name == name } }
}

/// A change against a lock, and whose description it is in.
public struct LockedChange: Hashable, Sendable {
  /// "alice's offer", "bob's second answer"; "the call" where an exchange as such came or went.
  public var whose: String
  public var change: Change

  /// "alice's offer, section 1 (video): codec order"
  public var subject: String { "\(whose), \(change.place): \(change.subject)" }
}

extension DescriptionLock.Case {
  /// What this case means otherwise than it did; empty where the lock holds.
  public func changes(to now: DescriptionLock.Case) -> [LockedChange] {
    var changes: [LockedChange] = []
    if exchanges.count != now.exchanges.count {
      changes.append(
        Self.session(
          "offers that were answered", String(exchanges.count), String(now.exchanges.count),
          "The peers agreed more or less often."))
    }
    for (index, pair) in zip(exchanges, now.exchanges).enumerated() {
      let (before, after) = pair
      let (old, new) = (
        "\(before.offerer) to \(before.answerer)", "\(after.offerer) to \(after.answerer)"
      )
      guard old == new else {
        changes.append(
          Self.session("who offers to whom", old, new, "Another side offers."))
        continue
      }
      let number = index == 0 ? "" : " \(index + 1)"
      changes += MeaningDiff.changes(from: before.offer, to: after.offer).map {
        LockedChange(whose: "\(before.offerer)'s offer\(number)", change: $0)
      }
      changes += MeaningDiff.changes(from: before.answer, to: after.answer).map {
        LockedChange(whose: "\(before.answerer)'s answer\(number)", change: $0)
      }
    }
    return changes
  }

  private static func session(
    _ subject: String, _ before: String, _ after: String, _ message: String
  ) -> LockedChange {
    LockedChange(
      whose: "the call",
      change: Change(
        grade: .breaking, subject: subject, before: before, after: after, message: message))
  }
}
