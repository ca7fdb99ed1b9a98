internal import SDP
internal import SansIO

/// What differs between two descriptions and means nothing, counted.
public struct FoldedChanges: Hashable, Sendable {
  public enum Category: String, Hashable, Sendable, CaseIterable {
    /// ufrag, password, fingerprint, TLS id.
    case credentials
    case addresses = "ports and addresses"
    /// Session, mid, payload type, extension number, stream, SSRC.
    case ids
    case order = "lines in another order"
    /// Another way to write the same parameters.
    case spelling
  }

  public private(set) var counts: [Category: Int] = [:]

  public var total: Int { counts.values.reduce(0, +) }

  /// "4 credentials, 2 ids"; nil when nothing was.
  public var text: String? {
    let parts = Category.allCases.compactMap { category in
      counts[category].map { "\($0) \(category.rawValue)" }
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  init(_ before: DescriptionView, _ after: DescriptionView, _ alignment: SectionAlignment) {
    let (a, b) = (before.reading.description, after.reading.description)
    if a.origin != b.origin { add(.ids, 1) }
    compare(a.lines, b.lines)
    for pair in alignment.pairs {
      let (old, new) = (before.sections[pair.before], after.sections[pair.after])
      if old.section.port != new.section.port, old.isUsed == new.isUsed { add(.addresses, 1) }
      compare(old.section.lines, new.section.lines)
      spelling(old, new)
    }
  }

  private mutating func add(_ category: Category, _ count: Int) {
    if count > 0 { counts[category, default: 0] += count }
  }

  private mutating func compare(_ before: [DescriptionLine], _ after: [DescriptionLine]) {
    for category in [Category.credentials, .addresses, .ids] {
      let old = before.filter { FoldedLine.category(of: $0) == category }.map(\.text)
      let new = after.filter { FoldedLine.category(of: $0) == category }.map(\.text)
      var left: [String: Int] = [:]
      for text in old { left[text, default: 0] += 1 }
      var added = 0
      for text in new {
        if let count = left[text], count > 0 { left[text] = count - 1 } else { added += 1 }
      }
      add(category, max(added, left.values.reduce(0, +)))
    }
    add(.order, Self.moved(before.map(\.text), after.map(\.text)))
  }

  /// How many of the lines that both have are to be moved to make one order of the other.
  private static func moved(_ before: [String], _ after: [String]) -> Int {
    var places: [String: Int] = [:]
    for (index, text) in before.enumerated() where places[text] == nil { places[text] = index }
    var seen: Set<String> = []
    let common = after.compactMap { text in
      seen.insert(text).inserted ? places[text] : nil
    }
    // The longest run that is in order stays; `tails[n]` ends the best one of n + 1 lines.
    var tails: [Int] = []
    for place in common {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if tails[middle] < place { low = middle + 1 } else { high = middle }
      }
      if low == tails.count { tails.append(place) } else { tails[low] = place }
    }
    return common.count - tails.count
  }

  private mutating func spelling(_ before: SectionView, _ after: SectionView) {
    var texts: [CodecMeaning: [String]] = [:]
    for (entry, meaning) in CodecMeaning.entries(before) {
      texts[meaning, default: []].append(entry.parameterText ?? "")
    }
    // The parameters of RED are numbers of other codecs.
    for (entry, meaning) in CodecMeaning.entries(after) where entry.name != "red" {
      if let old = texts[meaning], !old.contains(entry.parameterText ?? "") { add(.spelling, 1) }
    }
  }
}
