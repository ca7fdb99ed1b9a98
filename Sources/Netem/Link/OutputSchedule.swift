internal import SansIO

/// What a link will say, by instant; equal instants keep the order in which they were put in.
struct OutputSchedule: Sendable {
  enum Outcome: Sendable {
    case arrival(LinkPacket, leftQueue: Instant)
    case drop(tag: Int, DropReason)
  }

  private struct Entry: Sendable {
    var at: Instant
    var outcome: Outcome
  }

  /// Sorted from `head` on. Packets mostly arrive in order, so that insertion is mostly at the end.
  private var entries: [Entry] = []
  private var head = 0

  var first: Instant? { head < entries.count ? entries[head].at : nil }

  mutating func insert(_ outcome: Outcome, at instant: Instant) {
    // The first entry that is later: a binary search, since a long delay holds many.
    var low = head
    var high = entries.count
    if let last = entries.last, last.at <= instant { low = high }
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].at <= instant { low = middle + 1 } else { high = middle }
    }
    entries.insert(Entry(at: instant, outcome: outcome), at: low)
  }

  mutating func pop(by now: Instant) -> (at: Instant, Outcome)? {
    guard let first, first <= now else { return nil }
    let outcome = entries[head].outcome
    head += 1
    if head == entries.count || (head > 64 && head * 2 > entries.count) {
      entries.removeFirst(head)
      head = 0
    }
    return (first, outcome)
  }
}
