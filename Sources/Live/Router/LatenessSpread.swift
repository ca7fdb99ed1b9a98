/// How late things were: the percentiles that overload is judged by.
public struct LatenessSpread: Hashable, Sendable {
  public var count: Int
  public var p50: Duration
  public var p99: Duration
  public var maximum: Duration

  public static let none = LatenessSpread([] as [Int64])

  /// Nanoseconds, in any order.
  init(_ values: some Sequence<Int64>) {
    let sorted = values.sorted()
    count = sorted.count
    // The nearest rank: the least value that p percent do not exceed.
    func percentile(_ percent: Int) -> Duration {
      guard !sorted.isEmpty else { return .zero }
      return .nanoseconds(sorted[max((sorted.count * percent + 99) / 100, 1) - 1])
    }
    p50 = percentile(50)
    p99 = percentile(99)
    maximum = .nanoseconds(sorted.last ?? 0)
  }
}
