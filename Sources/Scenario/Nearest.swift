extension Scenario {
  /// The candidate that `word` was most likely meant to be; nil when none is near.
  ///
  /// Near: at most one slip (a letter wrong, missing, added, or two swapped) for each three letters, and at least one
  /// is allowed. Case does not count. Of several equally near ones, the first.
  public static func nearest(_ word: String, in candidates: [String]) -> String? {
    let wanted = Array(word.lowercased().utf8.prefix(longestWord + 1))
    guard !wanted.isEmpty, wanted.count <= longestWord else { return nil }
    var best: (candidate: String, slips: Int)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased().utf8.prefix(longestWord))
      let allowed = max(1, min(wanted.count, letters.count) / 3)
      let slips = slips(between: wanted, and: letters)
      // A slip for every letter is another word.
      guard slips <= allowed, slips < letters.count else { continue }
      if best.map({ slips < $0.slips }) ?? true { best = (candidate, slips) }
    }
    return best?.candidate
  }

  /// Bounds the work that a hostile file can ask for.
  private static let longestWord = 64

  /// Optimal string alignment distance: insertions, deletions, substitutions, swaps of neighbours.
  private static func slips(between a: [UInt8], and b: [UInt8]) -> Int {
    var twoBack: [Int] = []
    var oneBack = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        let substituted = oneBack[j] + (a[i] == b[j] ? 0 : 1)
        var least = min(substituted, oneBack[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, twoBack[j - 1] + 1)
        }
        row.append(least)
      }
      twoBack = oneBack
      oneBack = row
    }
    return oneBack[b.count]
  }
}
