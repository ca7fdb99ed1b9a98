internal import SansIO
internal import Trace

/// How well the links of a live run kept their time, in the live world's own words.
struct EmulatorRecord: Sendable {
  /// How late packets left their links: median, 99th percentile, most.
  private(set) var lateness: [(name: String, value: Duration)] = []
  /// Packets that devices and captures lost; nil: not a live run.
  private(set) var drops: Int?

  mutating func add(_ event: HarnessEvent) {
    guard
      case .emulator(let median, let p99, let most, _, let deviceDrops, let captureDrops) = event
    else { return }
    lateness = [("p50", median), ("p99", p99), ("worst", most)].map {
      (name: $0.0, value: Limits.clamp($0.1))
    }
    drops = Limits.count(Limits.count(deviceDrops) + Limits.count(captureDrops))
  }
}
