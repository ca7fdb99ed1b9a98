/// A moment on the run's clock: nanoseconds since the run began; never goes back.
public struct Instant: Hashable, Comparable, Sendable {
  public let nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static let start = Instant(nanoseconds: 0)

  public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }

  public static func + (a: Self, d: Duration) -> Self {
    Self(nanoseconds: a.nanoseconds + d.nanoseconds)
  }

  public static func - (a: Self, b: Self) -> Duration {
    .nanoseconds(a.nanoseconds - b.nanoseconds)
  }

  public static func - (a: Self, d: Duration) -> Self {
    Self(nanoseconds: a.nanoseconds - d.nanoseconds)
  }
}

/// The earlier of two deadlines, where nil means that nothing is scheduled.
public func earliest(_ a: Instant?, _ b: Instant?) -> Instant? {
  guard let a else { return b }
  guard let b else { return a }
  return min(a, b)
}

extension Duration {
  /// Whole nanoseconds, rounded toward zero.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Whole microseconds, rounded toward zero.
  public var microseconds: Int64 { nanoseconds / 1000 }

  /// Whole milliseconds, rounded toward zero.
  public var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
