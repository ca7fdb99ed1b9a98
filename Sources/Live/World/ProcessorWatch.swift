internal import LinuxIO
internal import SansIO
internal import Trace

/// Looks once a second whether the processes of each peer got a processor when they wanted one.
struct ProcessorWatch {
  static let interval = Duration.seconds(1)

  private var counts: SchedulerCounts
  /// Index into the networks, by peer.
  private let homes: [Int]
  private var last: Instant

  init(_ networks: [NetworkNamespace], homes: [Int], at now: Instant) {
    counts = SchedulerCounts(networks)
    self.homes = homes
    last = now
  }

  var deadline: Instant { last + Self.interval }

  /// What each peer got since the last look; of peers that share a host, what all of them got.
  mutating func look(at now: Instant) -> [(peer: PeerID, event: HarnessEvent)] {
    let passed = now - last
    last = now
    let shares = counts.take()
    return homes.enumerated().compactMap { peer, home in
      shares[home].map { share in
        (
          PeerID(index: peer),
          .processor(
            passed: passed, running: .nanoseconds(share.running),
            waiting: .nanoseconds(share.waiting))
        )
      }
    }
  }
}
