internal import SansIO

/// How long something took, over many packets.
public struct DelaySpread: Hashable, Sendable {
  public private(set) var count = 0
  private var least: Int64 = 0
  private var most: Int64 = 0
  private var sum: Int128 = 0
  /// In square milliseconds, so that a day's squares stay exact enough.
  private var sumOfSquares = 0.0

  public init() {}

  public var minimum: Duration? { count > 0 ? .nanoseconds(least) : nil }
  public var maximum: Duration? { count > 0 ? .nanoseconds(most) : nil }
  public var mean: Duration? { count > 0 ? .nanoseconds(Int64(sum / Int128(count))) : nil }

  public var standardDeviation: Duration? {
    guard count > 0 else { return nil }
    let mean = Double(sum) / 1e6 / Double(count)
    let variance = max(sumOfSquares / Double(count) - mean * mean, 0)
    return .nanoseconds(Int64((variance.squareRoot() * 1e6).rounded()))
  }

  mutating func add(_ duration: Duration) {
    let nanoseconds = duration.nanoseconds
    least = count == 0 ? nanoseconds : min(least, nanoseconds)
    most = count == 0 ? nanoseconds : max(most, nanoseconds)
    count += 1
    sum += Int128(nanoseconds)
    let milliseconds = Double(nanoseconds) / 1e6
    sumOfSquares += milliseconds * milliseconds
  }

  mutating func add(_ other: DelaySpread) {
    guard other.count > 0 else { return }
    least = count == 0 ? other.least : min(least, other.least)
    most = count == 0 ? other.most : max(most, other.most)
    count += other.count
    sum += other.sum
    sumOfSquares += other.sumOfSquares
  }
}
