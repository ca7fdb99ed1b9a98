/// Which packets of one place are which of another: indices into the two lists.
struct SightingMatch: Sendable {
  struct Pair: Hashable, Sendable {
    var here: Int
    var there: Int
    /// The time there less the time here.
    var difference: Int64
  }

  /// In the order of the packets here.
  private(set) var pairs: [Pair] = []

  /// Packets that are seen once at both places are sure. Of those that were sent again as they were, each arrival is taken for
  /// the latest sending that is not too late for it: the sure ones say how long the way takes at least.
  init(_ here: [Sighting], _ there: [Sighting]) {
    var groups: [UInt64: (here: [Int], there: [Int])] = [:]
    groups.reserveCapacity(here.count)
    for (index, sighting) in here.enumerated() {
      groups[sighting.identity, default: ([], [])].here.append(index)
    }
    for (index, sighting) in there.enumerated() {
      groups[sighting.identity]?.there.append(index)
    }
    func pair(_ first: Int, _ second: Int) -> Pair {
      Pair(here: first, there: second, difference: there[second].time - here[first].time)
    }
    // In the order of the packets here: the mean below is a sum of floating-point numbers.
    var repeated: [UInt64] = []
    for (index, sighting) in here.enumerated() {
      let identity = sighting.identity
      guard let group = groups[identity], group.here.first == index else { continue }
      switch (group.here.count, group.there.count) {
      case (_, 0): break
      case (1, 1): pairs.append(pair(group.here[0], group.there[0]))
      case (let a, let b) where a == b:
        pairs += zip(group.here, group.there).map { pair($0, $1) }
      default: repeated.append(identity)
      }
    }
    // The sure ones need not hold the fastest: as far as their mean is above the least, it may be below.
    let least = pairs.lazy.map(\.difference).min()
    let earliest = least.map { Double($0) - ((meanDifference ?? Double($0)) - Double($0)) }
    for identity in repeated {
      guard let group = groups[identity] else { continue }
      var next = 0
      for arrival in group.there {
        guard next < group.here.count else { break }
        func isInTime(_ index: Int) -> Bool {
          Double(there[arrival].time - here[group.here[index]].time) >= earliest ?? 0
        }
        var index = next
        while index + 1 < group.here.count, isInTime(index + 1) { index += 1 }
        pairs.append(pair(group.here[index], arrival))
        next = index + 1
      }
    }
    pairs.sort { $0.here < $1.here }
  }

  /// Seen from the other place.
  var reversed: SightingMatch {
    var match = self
    match.pairs = pairs.map { pair in
      Pair(here: pair.there, there: pair.here, difference: -pair.difference)
    }
    match.pairs.sort { $0.here < $1.here }
    return match
  }

  var meanDifference: Double? {
    guard !pairs.isEmpty else { return nil }
    return pairs.reduce(0) { $0 + Double($1.difference) } / Double(pairs.count)
  }
}
