import Netem
import SansIO
import TestSupport
import Testing

@Suite("Settings that change while packets are in the link")
struct ChangeTests {
  /// Settings at the start, a change, when, and the arrivals (ms) of four packets of 1000 bytes offered at 0.
  private static let rows: [(String, DirectionSettings, DirectionSettings, Int64, [Int64])] = [
    (
      "twice the rate in the middle of the first packet", rate(800), rate(1600), 5,
      // Half of it took 5 ms, the other half takes 2.5 ms, the others 5 ms each.
      [7_500_000, 12_500_000, 17_500_000, 22_500_000]
    ),
    ("no rate any more: all leaves at once", rate(800), rate(nil), 15, [10, 15, 15, 15].ms),
    ("stop", rate(800), rate(0), 15, [10].ms),
    (
      "a smaller queue keeps what it holds", rate(800), rate(800, queue: .packets(1)), 5,
      [10, 20, 30, 40].ms
    ),
    (
      "loss comes after those in the queue", rate(800), rate(800, loss: .uniform(1)), 5,
      [10, 20, 30, 40].ms
    ),
    (
      "longer delay for those still queued", rate(800, delay: 10), rate(800, delay: 50), 15,
      [20, 70, 80, 90].ms
    ),
    (
      "shorter delay, but no overtaking", rate(800, delay: 100), rate(800, delay: 10), 25,
      [110, 120, 120, 120].ms
    ),
  ]

  @Test("hold from then on")
  func changes() {
    var table = Table()
    for (name, before, after, at, arrivals) in Self.rows {
      var run = LinkRun(before)
      run.offer(4)
      run.set(after, at: at * millisecond)
      run.wait()
      table.equal(run.arrivals.map(\.at), arrivals, name)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a blackout of three seconds holds the queue and loses what comes")
  func blackout() {
    var table = Table()
    let blackout = NetworkProfile.named("blackout")?.settings.up ?? .perfect
    var run = LinkRun(Self.rate(800))
    run.offer(4)
    run.set(blackout, at: 15 * millisecond)
    run.offer(5, from: 20 * millisecond, every: 100 * millisecond)
    run.set(Self.rate(800), at: 3015 * millisecond)
    run.offer(1, from: 3015 * millisecond)
    run.wait()
    // The second packet was half out; it ends 5 ms after the link is back.
    table.equal(run.arrivals.map(\.at), [10, 3020, 3030, 3040, 3050].ms, "arrivals")
    table.equal(run.arrivals.map(\.tag), [0, 1, 2, 3, 9], "tags")
    table.equal(run.drops.map(\.reason), Array(repeating: "loss", count: 5), "drops")
    table.equal(run.link.periods.map(\.from.nanoseconds), [0, 15, 3015].ms, "periods")
    table.equal(run.link.periods.map(\.measured.lossRatio), [0, 1, 0], "loss by period")
    table.equal(run.link.periods[1].measured.rate, BitRate(bitsPerSecond: 0), "rate 0 was measured")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a rate that never changes in effect changes nothing")
  func manySets() {
    var steady = LinkRun(Self.rate(333))
    var nudged = LinkRun(Self.rate(333))
    steady.offer(20)
    nudged.offer(20)
    for instant in 1..<100 { nudged.set(Self.rate(333), at: Int64(instant) * 1_234_567) }
    steady.wait()
    nudged.wait()
    #expect(steady.arrivals.map(\.at) == nudged.arrivals.map(\.at))
  }

  private static func rate(
    _ kilobits: Int64?, delay: Int = 0, queue: QueueLimit? = nil, loss: Loss? = nil
  ) -> DirectionSettings {
    DirectionSettings(
      rate: kilobits.map { .kilobits($0) }, queue: queue, delay: .milliseconds(delay), loss: loss)
  }
}

extension [Int64] {
  fileprivate var ms: [Int64] { map { $0 * millisecond } }
}
