/// Which section of one description is which of another.
struct SectionAlignment {
  private(set) var pairs: [(before: Int, after: Int)] = []
  private(set) var removed: [Int] = []
  private(set) var added: [Int] = []

  var isReordered: Bool {
    zip(pairs, pairs.dropFirst()).contains { $0.after > $1.after }
  }

  /// By mid where both have the same ones for the same kinds, else by place where the kinds agree, else by kind in order; what
  /// is left over at the same place has become another kind.
  init(_ before: [SectionMeaning], _ after: [SectionMeaning]) {
    let (old, new) = (before.compactMap(\.mid), after.compactMap(\.mid))
    let common = min(before.count, after.count)
    let isNamed =
      old.count == before.count && new.count == after.count && Set(old).count == old.count
      && Set(new).count == new.count && Set(old.prefix(common)) == Set(new.prefix(common))
    let isKept = before.allSatisfy { section in
      after.first { $0.mid == section.mid }.map { $0.kind == section.kind } ?? true
    }
    let isPlaced = zip(before, after).allSatisfy { $0.kind == $1.kind }
    if isNamed, isKept {
      pair(old, new)
    } else if isPlaced {
      pairs = (0..<common).map { ($0, $0) }
      removed = Array(common..<before.count)
      added = Array(common..<after.count)
    } else {
      pair(Self.numbered(before), Self.numbered(after))
      let changed = removed.filter(added.contains)
      pairs = (pairs + changed.map { ($0, $0) }).sorted { $0.before < $1.before }
      removed.removeAll(where: changed.contains)
      added.removeAll(where: changed.contains)
    }
  }

  /// "video 0", "video 1": the kind and how many of it came before.
  private static func numbered(_ sections: [SectionMeaning]) -> [String] {
    var counts: [String: Int] = [:]
    return sections.map { section in
      counts[section.kind, default: 0] += 1
      return "\(section.kind) \(counts[section.kind] ?? 0)"
    }
  }

  private mutating func pair(_ before: [String], _ after: [String]) {
    var places: [String: Int] = [:]
    for (index, name) in after.enumerated() { places[name] = index }
    var taken: Set<Int> = []
    for (index, name) in before.enumerated() {
      if let place = places[name] {
        pairs.append((index, place))
        taken.insert(place)
      } else {
        removed.append(index)
      }
    }
    added = after.indices.filter { !taken.contains($0) }
  }
}
