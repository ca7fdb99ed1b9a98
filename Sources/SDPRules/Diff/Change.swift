internal import SansIO

/// One thing that a description says otherwise than another.
public struct Change: Hashable, Sendable {
  /// What comes of it.
  public enum Grade: String, Hashable, Sendable, CaseIterable {
    /// A peer that got along with the first may refuse the second, or media stops flowing.
    case breaking
    /// The call works and does something else.
    case behaviour
    /// Nobody will notice.
    case cosmetic
  }

  public var grade: Grade
  /// Index of the section, in the second description, or in the first where the second has none; nil: the session.
  public var mline: Int?
  public var kind: String?
  public var mid: String?
  /// "codecs", "direction"
  public var subject: String
  public var before: String?
  public var after: String?
  /// One sentence: what it means.
  public var message: String
  /// From 1, in the first description and in the second; nil where it has no such section, or nobody looked.
  public var lineBefore: Int?
  public var lineAfter: Int?

  /// "section 1 (video, mid 1)", "session"
  public var place: String {
    guard let mline else { return "session" }
    let details = [kind, mid.map { "mid \($0)" }].compactMap(\.self)
    return details.isEmpty
      ? "section \(mline)" : "section \(mline) (\(details.joined(separator: ", ")))"
  }
}

extension Change {
  /// "section 1 (video, mid 1), line 30 → 31"
  var placeWithLines: String {
    switch (lineBefore, lineAfter) {
    case (let before?, let after?): "\(place), line \(before) → \(after)"
    case (let before?, nil): "\(place), line \(before) before"
    case (nil, let after?): "\(place), line \(after) after"
    case (nil, nil): place
    }
  }
}

/// Changes as they are found.
struct Changes {
  private(set) var list: [Change] = []

  mutating func add(
    _ grade: Change.Grade, _ section: (index: Int, meaning: SectionMeaning)?, _ subject: String,
    _ before: String?, _ after: String?, _ message: String
  ) {
    list.append(
      Change(
        grade: grade, mline: section?.index, kind: section?.meaning.kind, mid: section?.meaning.mid,
        subject: subject, before: before.flatMap { $0.isEmpty ? nil : $0 },
        after: after.flatMap { $0.isEmpty ? nil : $0 }, message: message))
  }

  mutating func append(_ more: [Change]) { list += more }

  /// The worst first, then in the order of sections; what holds of several sections alike is told once.
  var ordered: [Change] {
    var told: [[String?]: Int] = [:]
    var merged: [(change: Change, others: [Int])] = []
    for change in list {
      let words = [
        change.grade.rawValue, change.subject, change.before, change.after, change.message,
      ]
      if let mline = change.mline, let index = told[words], merged[index].change.mline != nil {
        merged[index].others.append(mline)
      } else {
        told[words] = merged.count
        merged.append((change, []))
      }
    }
    let changes = merged.map { change, others in
      guard !others.isEmpty else { return change }
      var change = change
      let numbers = others.map { String($0) }.joined(separator: ", ")
      change.message += " Likewise in section\(others.count == 1 ? "" : "s") \(numbers)."
      return change
    }
    return Change.Grade.allCases.flatMap { grade in changes.filter { $0.grade == grade } }
  }
}
