import Netem
import SansIO
import TestSupport
import Testing

@Suite("The n-th packet meets the same draw whatever else changes")
struct IndependenceTests {
  private static let bursty = Loss.bursts(meanLoss: 0.2, meanBurst: 3)

  /// One setting each, beside the one under test.
  private static let others: [(String, @Sendable (inout DirectionSettings) -> Void)] = [
    ("rate", { $0.rate = .kilobits(2000) }),
    ("delay", { $0.delay = .milliseconds(80) }),
    (
      "jitter",
      { $0.jitter = Jitter(distribution: .normal, amount: .milliseconds(4), keepsOrder: false) }
    ),
    ("duplication", { $0.duplication = 0.3 }),
    ("corruption", { $0.corruption = 0.3 }),
    ("reordering", { $0.reordering = Reordering(probability: 0.2, extraDelay: .milliseconds(9)) }),
    ("MTU", { $0.mtu = 1200 }),
    ("overhead", { $0.overheadBytesPerPacket = 14 }),
    ("loss behind the queue", { $0.lossAt = .after }),
  ]

  @Test("loss")
  func loss() {
    var table = Table()
    for kind in [Loss.uniform(0.2), Self.bursty] {
      let plain = Self.dropped(DirectionSettings(loss: kind))
      for (name, change) in Self.others {
        var settings = DirectionSettings(loss: kind)
        change(&settings)
        table.equal(Self.dropped(settings), plain, name)
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("loss draws go on where a packet fell to the MTU")
  func lossBehindMTU() {
    func dropped(mtu: Int?) -> [Int] {
      var run = LinkRun(DirectionSettings(loss: Self.bursty, mtu: mtu))
      for _ in 0..<200 {
        run.offer(1, byteCount: 1400)
        run.offer(1, byteCount: 900)
      }
      return run.drops.map(\.tag).filter { $0 % 2 == 1 }
    }
    #expect(dropped(mtu: 1200) == dropped(mtu: nil))
  }

  @Test("jitter, corruption, duplication and reordering, of the packets that loss leaves")
  func others() {
    let settings = DirectionSettings(
      delay: .milliseconds(50),
      jitter: Jitter(distribution: .uniform, amount: .milliseconds(20), keepsOrder: false),
      duplication: 0.2, reordering: Reordering(probability: 0.1, extraDelay: .milliseconds(100)),
      corruption: 0.2)
    func arrivals(_ settings: DirectionSettings) -> [String] {
      var run = LinkRun(settings)
      run.offer(500, every: millisecond)
      run.wait()
      return run.arrivals.map { "\($0.tag) \($0.at) \(hexadecimal($0.payload.prefix(8)))" }
    }
    var lossy = settings
    lossy.loss = Self.bursty
    let lost = Set(Self.dropped(DirectionSettings(loss: Self.bursty)).map { "\($0)" })
    let remaining = arrivals(settings).filter { !lost.contains(String($0.prefix { $0 != " " })) }
    #expect(lost.count > 50 && arrivals(lossy) == remaining)
  }

  @Test("links and seeds draw apart")
  func names() {
    func dropped(_ seed: UInt64, _ name: String) -> [Int] {
      var run = LinkRun(DirectionSettings(loss: .uniform(0.5)), seed: seed, name: name)
      run.offer(200)
      return run.drops.map(\.tag)
    }
    let sequences = [dropped(7, "alice up"), dropped(7, "alice down"), dropped(8, "alice up")]
    #expect(Set(sequences).count == 3 && dropped(7, "alice up") == sequences[0])
  }

  private static func dropped(_ settings: DirectionSettings) -> [Int] {
    var run = LinkRun(settings)
    run.offer(500, every: 4 * millisecond)
    run.wait()
    // Behind the queue a copy is lost with its original: one tag, twice.
    return run.drops.map(\.tag).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
