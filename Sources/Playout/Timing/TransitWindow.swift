internal import SansIO

/// Transit times of the last seconds, kept sorted: their least and their quantiles.
struct TransitWindow: Sendable {
  private var samples: [(transit: Int64, at: Instant)] = []
  private var oldest = 0
  private var sorted: [Int64] = []
  private let span: Duration
  private let capacity: Int

  init(span: Duration, capacity: Int) {
    self.span = span
    self.capacity = capacity
  }

  var count: Int { sorted.count }
  var minimum: Int64? { sorted.first }

  /// The least transit that at least `perMille` thousandths of the samples do not exceed.
  func quantile(perMille: Int) -> Int64? {
    guard !sorted.isEmpty else { return nil }
    let rank = (sorted.count * perMille + 999) / 1000
    return sorted[min(sorted.count, max(1, rank)) - 1]
  }

  mutating func insert(_ transit: Int64, at now: Instant) {
    while oldest < samples.count,
      samples.count - oldest >= capacity || now - samples[oldest].at > span
    {
      sorted.remove(at: lowerBound(samples[oldest].transit))
      oldest += 1
    }
    if oldest > capacity {
      samples.removeFirst(oldest)
      oldest = 0
    }
    samples.append((transit, now))
    sorted.insert(transit, at: lowerBound(transit))
  }

  mutating func removeAll() {
    samples.removeAll(keepingCapacity: true)
    sorted.removeAll(keepingCapacity: true)
    oldest = 0
  }

  private func lowerBound(_ value: Int64) -> Int {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
