import Netem
import SansIO
import TestSupport
import Testing

@Suite("What a link measures")
struct LinkStatisticsTests {
  @Test("counts, rate and delays of a small queue")
  func statistics() {
    var table = Table()
    var run = LinkRun(
      DirectionSettings(
        rate: .kilobits(800), queue: .packets(2), delay: .milliseconds(5), mtu: 1200))
    run.offer(3)
    run.offer(1, byteCount: 1300)
    run.offer(1, byteCount: 500, from: 100 * millisecond)
    run.wait()
    let measured = run.link.statistics
    table.equal(
      [measured.offered, measured.offeredBytes, measured.delivered, measured.deliveredBytes],
      [5, 4800, 3, 2500], "counts")
    table.equal(DropReason.allCases.map(measured.dropped), [0, 1, 1], "drops")
    table.equal(measured.dropped, 2, "drops")
    table.equal(measured.busy, .milliseconds(25), "busy")
    table.equal(measured.rate, .kilobits(800), "rate")
    table.equal(measured.delay.minimum, .milliseconds(10), "delay")
    table.equal(measured.delay.mean, .microseconds(16_666) + .nanoseconds(666), "delay")
    table.equal(measured.delay.maximum, .milliseconds(25), "delay")
    table.equal(measured.propagation.maximum, .milliseconds(5), "propagation")
    table.equal(measured.propagation.standardDeviation, .zero, "propagation")
    table.equal(measured.queueing.maximum, .milliseconds(20), "queueing")
    table.equal(LinkStatistics().delay.mean, nil, "nothing measured")
    table.equal(LinkStatistics().rate, nil, "nothing measured")
    table.equal(LinkStatistics().lossRatio, nil, "nothing measured")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("asked and measured stand side by side")
  func measures() {
    var settings = DirectionSettings(
      rate: .kilobits(2000), queue: .packets(10), delay: .milliseconds(20),
      loss: .bursts(meanLoss: 0.1, meanBurst: 2), mtu: 1200)
    var run = LinkRun(settings)
    run.offer(500, every: 5 * millisecond)
    run.offer(1, byteCount: 1300, from: 2500 * millisecond)
    settings.loss = nil
    settings.jitter = Jitter(distribution: .uniform, amount: .milliseconds(3), keepsOrder: false)
    settings.rate = nil
    run.set(settings, at: 3000 * millisecond)
    run.offer(500, from: 3000 * millisecond, every: 5 * millisecond)
    run.wait()
    func rows(_ period: Int) -> [String] {
      run.link.periods[period].measures.map {
        "\($0.name) \($0.asked.map(\.description) ?? "-") \($0.measured.map(\.description) ?? "-") \($0.unit)"
      }
    }
    var table = Table()
    table.equal(
      rows(0),
      [
        "rate 2000.000 2000.000 kbps", "delay 20.000 20.000 ms", "queueing - 4.000 ms",
        "loss 10.000 \(Self.loss(run)) %", "loss burst 2.00 \(Self.burst(run)) packets",
        "over MTU - 1 packets",
      ], "first period")
    table.equal(
      rows(1).map { String($0.prefix { $0 != " " }) },
      ["delay", "jitter", "queueing", "reordering"],
      "second period")
    table.holds(rows(1)[1].hasPrefix("jitter 1.732 1.7"), rows(1)[1])
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  private static func loss(_ run: LinkRun) -> FixedDecimal {
    FixedDecimal(units: Int64(run.drops.count { $0.reason == "loss" }) * 200, places: 3)
  }

  private static func burst(_ run: LinkRun) -> FixedDecimal {
    let tags = run.drops.filter { $0.reason == "loss" }.map(\.tag)
    let bursts = zip(tags, [-2] + tags).count { $0 != $1 + 1 }
    return FixedDecimal(Double(tags.count) / Double(bursts), places: 2)
  }
}
