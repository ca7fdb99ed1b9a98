import SansIO
import TestSupport
import Testing
import Trace

@testable import Metrics

@Suite("Numbers against values reckoned by hand")
struct NumberTests {
  /// Instants that far apart, in ms, from 0 on.
  private func instants(_ intervals: [Int]) -> [Instant] {
    var at = 0
    return [SampleCall.at(0)]
      + intervals.map {
        at += $0
        return SampleCall.at(at)
      }
  }

  @Test("freezes: max(3·avg, avg + 150 ms) of the last 30 frames")
  func freezes() {
    let steady = [Int](repeating: 40, count: 10)
    let slow = [Int](repeating: 100, count: 10)
    var table = Table()
    func check(
      _ name: String, _ intervals: [Int], tail: Int = 0, freezes: [Int64], gaps: Int,
      pauses: Int = 0
    ) {
      let rendered = instants(intervals)
      let end = rendered[rendered.count - 1] + .milliseconds(tail)
      let smoothness = Smoothness(rendered: rendered, inactive: [], end: end)
      table.equal(smoothness.freezes.map { $0.nanoseconds / 1_000_000 }, freezes, name)
      table.equal(smoothness.longGaps, gaps, "\(name): gaps")
      table.equal(smoothness.pauses, pauses, "\(name): pauses")
    }
    check("steady", steady, tail: 30, freezes: [], gaps: 0)
    // avg 40: max(120, 190) = 190.
    check("just short", steady + [189], freezes: [], gaps: 0)
    check("exactly", steady + [190], freezes: [190], gaps: 0)
    // avg 100: max(300, 250) = 300.
    check("slow, just short", slow + [299], freezes: [], gaps: 1)
    check("slow, exactly", slow + [300], freezes: [300], gaps: 1)
    check("four samples are too few", [40, 40, 40, 40, 900], freezes: [], gaps: 1)
    check("five samples", [40, 40, 40, 40, 40, 900], freezes: [900], gaps: 1)
    // The first freeze is in the average of the second: (10·40 + 1500)/11 = 172.7, times 3 = 518.2.
    check("a freeze raises the bar", steady + [1500, 518], freezes: [1500], gaps: 2)
    check("and is passed", steady + [1500, 519], freezes: [1500, 519], gaps: 2)
    // 30 frames later it has left the window.
    let later = [1500] + [Int](repeating: 40, count: 30) + [190]
    check("the window forgets", steady + later, freezes: [1500, 190], gaps: 1)
    check("dead to the end", steady, tail: 6000, freezes: [6000], gaps: 1, pauses: 1)
    check("one frame, then nothing", [], tail: 6000, freezes: [6000], gaps: 1, pauses: 1)
    check("the last frame is cut short", steady, tail: 189, freezes: [], gaps: 0)
    check("5 s", steady + [5000], freezes: [5000], gaps: 1)
    check("more than 5 s", steady + [5001], freezes: [5001], gaps: 1, pauses: 1)
    let paused = Smoothness(
      rendered: instants(steady + [3000] + steady),
      inactive: [Span(from: SampleCall.at(410), to: SampleCall.at(3390))], end: SampleCall.at(3800))
    table.equal(paused.freezes.count, 0, "time without a track is not freeze time")
    table.equal(paused.longGaps, 0, "nor a gap")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("harmonic frame rate, percentiles, loss, rates")
  func formulas() {
    var table = Table()
    func rate(_ intervals: [Int]) -> FixedDecimal? {
      let rendered = instants(intervals)
      return Smoothness(rendered: rendered, inactive: [], end: rendered[rendered.count - 1])
        .frameRate.map { .rounded($0, places: 3) }
    }
    table.equal(rate([40, 40, 40])?.description, "25.000", "even")
    // Σd = 0.4, Σd² = 0.01 + 0.09 = 0.1; the plain mean would say 5.
    table.equal(rate([100, 300])?.description, "4.000", "uneven")
    table.equal(rate([]), nil, "one frame")

    func offset(_ milliseconds: [Int]) -> AVOffset {
      let rendered = [0, 1000, 2000, 3000, 4000, 5000].map {
        StreamRecord.Rendered(
          at: SampleCall.at($0), captured: SampleCall.at($0), psnr: nil, ssim: nil)
      }
      let marks = milliseconds.indices.map { 2500 + 20 * $0 }
      return AVOffset(
        rendered: rendered,
        marksPlayed: marks.enumerated().map {
          Timed(at: SampleCall.at($1), value: UInt32($0))
        },
        marksSent: marks.enumerated().map {
          // Video has no latency here, so that the offset is what the mark is early.
          Timed(at: SampleCall.at($1 + milliseconds[$0]), value: UInt32($0))
        }, end: SampleCall.at(5000))
    }
    let twenty = offset((1...20).map { $0 % 2 == 0 ? -$0 : $0 })
    table.equal(twenty.percentile(95), 19, "p95 of 1, −2 … −20 by magnitude")
    table.equal(twenty.percentile(50), -10, "p50")
    table.equal(twenty.percentile(100), -20, "worst")
    table.equal(offset([]).percentile(95), nil, "none")

    var sample = StreamSample(mid: "1", direction: .received)
    table.equal(PacketLoss(sample), nil, "no packets are not 0 %")
    sample.packets = 90
    sample.cumulativeLost = 10
    sample.lostPackets = 4
    table.equal(PacketLoss(sample)?.afterRepair, 4, "after repair")
    table.equal(PacketLoss(sample)?.beforeRepair, 10, "before repair")

    let samples = stride(from: 0, through: 4000, by: 200).map { ms -> Timed<StreamSample> in
      var sample = StreamSample(mid: "1", direction: .received)
      sample.bytes = ms <= 2000 ? ms * 100 : 200_000 + (ms - 2000) * 50
      return Timed(at: SampleCall.at(ms), value: sample)
    }
    let throughput = Throughput(samples: samples, from: .start, end: SampleCall.at(4000))
    table.equal(throughput?.mean, 600, "mean of 800 and 400")
    table.equal(throughput?.buckets.map(\.kbps), [800, 800, 400, 400], "buckets")
    // s = 230.94, n = 4: 3.182 · 230.94 / 2.
    table.equal(
      throughput?.halfWidth.map { FixedDecimal.rounded($0, places: 1).description }, "367.4", "±")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("Theil–Sen finds the slope that jitter and outliers hide, within its interval")
  func slopes() {
    var table = Table()
    table.equal(RobustSlope([]) == nil, true, "no points")
    table.equal(
      RobustSlope((0..<20).map { _ in (x: 1.0, y: 2.0) }) == nil, true, "all at one x")
    for slope in [-1.0, 0, 0.25, 3] {
      let exact = RobustSlope((0..<40).map { (x: Double($0) / 4, y: 7 + slope * Double($0) / 4) })
      table.equal(exact?.slope, slope, "exact \(slope)")
      table.equal(exact?.lower, slope, "lower \(slope)")
      table.equal(exact?.upper, slope, "upper \(slope)")
      var inside = 0
      for seed in 0..<20 as Range<UInt64> {
        var chance = Seed(seed).stream("slope")
        let points = (0..<50).map { index -> (x: Double, y: Double) in
          let x = Double(index) / 4
          let jitter = (chance.next().unitInterval - 0.5) * 20
          return (x, 5 + slope * x + (index % 13 == 5 ? 400 : jitter))
        }
        guard let found = RobustSlope(points) else { continue }
        table.holds((found.slope - slope).magnitude < 1.2, "\(slope), seed \(seed): \(found)")
        if found.lower <= slope, slope <= found.upper { inside += 1 }
      }
      // 95 % of 20 is 19; three standard deviations below that is 16.
      table.holds(inside >= 16, "\(inside) of 20 intervals hold \(slope)")
    }
    // A buffer that wanders, as a random walk does, is no drift: its interval must hold 0 nearly always.
    var holdsZero = 0
    for seed in 0..<20 as Range<UInt64> {
      var chance = Seed(seed).stream("walk")
      var y = 0.0
      let points = (0..<100).map { index -> (x: Double, y: Double) in
        y = y * 0.8 + (chance.next().unitInterval - 0.5) * 10
        return (Double(index) / 4, y)
      }
      if let found = RobustSlope(points), found.lower <= 0, 0 <= found.upper { holdsZero += 1 }
    }
    table.holds(holdsZero >= 16, "\(holdsZero) of 20 wandering offsets are no drift")
    let many = RobustSlope((0..<3000).map { (x: Double($0), y: 2 * Double($0)) })
    table.equal(many?.slope, 2, "more points than are paired")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("estimates against limits")
  func estimates() {
    var table = Table()
    func check(
      _ name: String, _ value: Double, _ half: Double, _ bound: Bound, _ verdict: Verdict,
      settles: Int64? = nil
    ) {
      let estimate = Estimate(
        value, value - half, value + half, places: 1, narrowing: .slope, length: .seconds(40))
      table.equal(estimate.verdict(bound), verdict, name)
      guard verdict == .inconclusive else { return }
      table.equal(estimate.settlingLength(bound), settles.map { .seconds($0) }, name)
    }
    check("inside", 10, 5, .between(-20, 20), .passed)
    check("outside", 30, 5, .between(-20, 20), .failed)
    check("outside below", -30, 5, .between(-20, 20), .failed)
    // 40 · (8/1)^(2/3) = 160, rounded up to ten seconds.
    check("straddles", 19, 8, .between(-20, 20), .inconclusive, settles: 170)
    check("straddles from outside", 21, 8, .between(-20, 20), .inconclusive, settles: 170)
    check("on the limit", 20, 8, .between(-20, 20), .inconclusive)
    check("open on one side", 100, 5, .least(20), .passed)
    table.equal(Estimate.twoThirdsPower(1), 1, "1^(2/3)")
    table.holds((Estimate.twoThirdsPower(27) - 9).magnitude < 1e-9, "27^(2/3)")
    table.equal(FixedDecimal(units: 2_000_000, places: 3).plain, "2000", "plain")
    table.equal(FixedDecimal(units: -500, places: 3).plain, "-0.5", "plain")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
