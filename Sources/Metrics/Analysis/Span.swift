public import SansIO

/// A stretch of the run's time, from inclusive to exclusive.
public struct Span: Hashable, Sendable {
  public var from: Instant
  public var to: Instant

  public var nanoseconds: Int64 { max(0, to.nanoseconds - from.nanoseconds) }

  public func contains(_ at: Instant) -> Bool { from <= at && at < to }

  /// The nanoseconds that both have.
  func overlap(_ other: Span) -> Int64 {
    max(
      0,
      min(to.nanoseconds, other.to.nanoseconds) - max(from.nanoseconds, other.from.nanoseconds))
  }
}

extension [Span] {
  func contains(_ at: Instant) -> Bool { contains { $0.contains(at) } }

  /// Each one longer by that much at its ends; those that then touch become one. They must be in the order of time.
  func widened(before: Duration, after: Duration) -> [Span] {
    var wide: [Span] = []
    for span in self {
      let next = Span(from: span.from - before, to: span.to + after)
      if let last = wide.last, next.from <= last.to {
        wide[wide.count - 1].to = Swift.max(last.to, next.to)
      } else {
        wide.append(next)
      }
    }
    return wide
  }

  /// The nanoseconds of a span that lie in none of these, which must not overlap each other.
  func outside(_ span: Span) -> Int64 {
    span.nanoseconds - reduce(0) { $0 + $1.overlap(span) }
  }
}

/// A value and when it was so.
public struct Timed<Value: Hashable & Sendable>: Hashable, Sendable {
  public var at: Instant
  public var value: Value
}
