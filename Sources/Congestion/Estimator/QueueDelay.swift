internal import SansIO

/// How long packets wait in the bottleneck, from one-way delays whose zero nobody knows.
///
/// The least delay of the last half minute stands for the empty queue; a clock that drifts moves it with time.
struct QueueDelay: Sendable {
  /// The least delay within a window, by slots of time.
  private struct WindowedMinimum: Sendable {
    let slot: Int64
    let slots: Int
    private var minima: [(number: Int64, value: Int64)] = []

    init(slot: Duration, slots: Int) {
      self.slot = slot.nanoseconds
      self.slots = slots
    }

    var value: Int64? { minima.lazy.map(\.value).min() }

    mutating func add(_ value: Int64, at now: Instant) {
      let number = now.nanoseconds / slot
      if let last = minima.last, last.number == number {
        minima[minima.count - 1].value = min(last.value, value)
      } else {
        minima.append((number, value))
        minima.removeAll { $0.number <= number - Int64(slots) }
      }
    }

    mutating func reset() { minima.removeAll() }
  }

  private var base = WindowedMinimum(slot: .seconds(3), slots: 10)
  private var recent = WindowedMinimum(slot: .milliseconds(50), slots: 5)
  /// Of the packet that came last, in milliseconds.
  private(set) var latest = 0.0

  /// - Parameter delay: arrival minus departure, in nanoseconds; only differences matter.
  mutating func add(_ delay: Int64, at now: Instant) {
    base.add(delay, at: now)
    recent.add(delay, at: now)
    latest = Double(delay - (base.value ?? delay)) / 1e6
  }

  /// The least wait of the last quarter of a second, in milliseconds: what jitter does not explain.
  var standing: Double {
    guard let base = base.value, let recent = recent.value else { return 0 }
    return Double(recent - base) / 1e6
  }

  /// The path has become longer: what was seen lately is the empty queue from now on.
  mutating func rebase(at now: Instant) {
    guard let recent = recent.value else { return }
    base.reset()
    base.add(recent, at: now)
  }

  mutating func reset() {
    base.reset()
    recent.reset()
    latest = 0
  }
}
