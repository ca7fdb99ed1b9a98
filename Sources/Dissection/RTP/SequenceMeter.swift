/// Loss, reordering and duplicates of a stream from its sequence numbers, in the order of arrival.
struct SequenceMeter: Sendable {
  /// A jump beyond that is a restart of the sender, no loss (RFC 3550 A.1: MAX_DROPOUT).
  private static let dropout: Int64 = 3000
  private static let missingLimit = 100_000

  private(set) var duplicates = 0
  private(set) var reordered = 0
  private(set) var restarts = 0
  /// Lost before restarts, and what the table had no room for.
  private var lostEarlier = 0
  private var expectedEarlier: Int64 = 0
  private var missing: Set<Int64> = []
  private(set) var first: Int64?
  private(set) var highest: Int64 = 0
  /// Of the runs before restarts.
  private var earlierBursts: [Int] = []

  enum Outcome { case next, late, duplicate }

  mutating func add(_ sequence: UInt16) -> Outcome {
    guard let first else {
      self.first = Int64(sequence)
      highest = Int64(sequence)
      return .next
    }
    let distance = Int64(Int16(bitPattern: sequence &- UInt16(truncatingIfNeeded: highest)))
    let number = highest + distance
    if distance > 0 {
      if distance > Self.dropout {
        restart(at: number)
        return .next
      }
      for lost in highest + 1..<number {
        if missing.count < Self.missingLimit { missing.insert(lost) } else { lostEarlier += 1 }
      }
      highest = number
      return .next
    }
    if number < first {
      guard first - number <= 100 else {
        restart(at: number)
        return .next
      }
      // What was sent before the first that came.
      for lost in number + 1..<first { missing.insert(lost) }
      self.first = number
      reordered += 1
      return .late
    }
    if missing.remove(number) != nil {
      reordered += 1
      return .late
    }
    duplicates += 1
    return .duplicate
  }

  private mutating func restart(at number: Int64) {
    restarts += 1
    lostEarlier += missing.count
    expectedEarlier += highest - (first ?? highest) + 1
    if earlierBursts.count < 1000 { earlierBursts += bursts }
    missing.removeAll()
    first = number
    highest = number
  }

  var expected: Int64 { expectedEarlier + (first.map { highest - $0 + 1 } ?? 0) }
  var lost: Int { lostEarlier + missing.count }
  func isMissing(_ sequence: UInt16) -> Bool {
    let distance = Int64(Int16(bitPattern: sequence &- UInt16(truncatingIfNeeded: highest)))
    let number = highest + distance
    return number < (first ?? 0) || number > highest || missing.contains(number)
  }

  /// The lengths of runs of lost packets.
  var bursts: [Int] {
    var runs = earlierBursts
    var last: Int64?
    for number in missing.sorted() {
      if let previous = last, previous + 1 == number, !runs.isEmpty {
        runs[runs.count - 1] += 1
      } else {
        runs.append(1)
      }
      last = number
    }
    return runs
  }
}
