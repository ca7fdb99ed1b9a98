import SansIO
import TestSupport
import Testing

@testable import Netem

@Suite("Loss")
struct LossTests {
  private static let count = 100_000

  @Test("a chain is made from mean loss and mean burst")
  func formulas() {
    var table = Table()
    table.equal(
      Loss.bursts(meanLoss: 0.2, meanBurst: 4),
      .gilbertElliott(goodToBad: 0.0625, badToGood: 0.25, lossInGood: 0, lossInBad: 1), "20 %, 4")
    table.equal(
      Loss.bursts(meanLoss: 0, meanBurst: 2),
      .gilbertElliott(goodToBad: 0, badToGood: 0.5, lossInGood: 0, lossInBad: 1), "0 %")
    table.equal(Loss.bursts(meanLoss: 1, meanBurst: 2), .uniform(1), "100 %")
    table.equal(Loss.bursts(meanLoss: 0.6, meanBurst: 1), nil, "bursts too short")
    table.equal(Loss.bursts(meanLoss: 0.5, meanBurst: 1) == nil, false, "every other packet")
    for (loss, burst) in [
      (-0.1, 2.0), (1.1, 2), (.nan, 2), (0.1, 0.5), (0.1, .infinity), (0.1, .nan),
    ] {
      table.equal(Loss.bursts(meanLoss: loss, meanBurst: burst), nil, "\(loss), \(burst)")
    }
    for (loss, burst) in [(0.01, 1.0), (0.05, 3), (0.3, 2), (0.9, 20)] {
      let kind = Loss.bursts(meanLoss: loss, meanBurst: burst)
      table.holds(((kind?.mean ?? 0) - loss).magnitude < 1e-12, "mean \(loss)")
      table.holds(((kind?.meanBurst ?? 0) - burst).magnitude < 1e-9, "burst \(burst)")
    }
    table.equal(Loss.uniform(0.25).meanBurst, 1 / 0.75, "runs of uniform loss")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("uniform loss keeps within three deviations over 100 000 packets")
  func uniform() {
    var table = Table()
    for probability in [0.01, 0.1, 0.5] {
      let lost = Double(Self.lost(.uniform(probability)).count { $0 })
      let count = Double(Self.count)
      let deviation = (count * probability * (1 - probability)).squareRoot()
      table.holds(
        (lost - count * probability).magnitude < 3 * deviation, "\(probability): \(lost) lost")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a copy that is lost with its packet changes neither the share of loss nor its bursts")
  func copies() {
    var table = Table()
    for place in LossPlace.allCases {
      var run = LinkRun(
        DirectionSettings(loss: .uniform(0.5), duplication: 1, lossAt: place))
      run.offer(10_000)
      run.wait()
      let measured = run.link.statistics
      table.holds(((measured.lossRatio ?? 0) - 0.5).magnitude < 0.02, "\(place): share")
      table.holds(((measured.meanBurst ?? 0) - 2).magnitude < 0.1, "\(place): burst")
      table.equal(
        measured.delivered + measured.dropped, measured.offered + measured.duplicated,
        "\(place): all accounted for")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("bursty loss keeps mean and burst length within three deviations over 100 000 packets")
  func bursty() {
    var table = Table()
    for (mean, burst) in [(0.02, 2.0), (0.1, 3), (0.3, 8)] {
      guard let kind = Loss.bursts(meanLoss: mean, meanBurst: burst) else { continue }
      let losses = Self.lost(kind)
      let lost = Double(losses.count { $0 })
      let bursts = Double(zip(losses, [false] + losses).count { $0 && !$1 })
      // Of a two-state chain whose neighbours correlate by λ = 1 − goodToBad − badToGood.
      let correlation = 1 - mean / burst / (1 - mean) - 1 / burst
      let count = Double(Self.count)
      let deviation =
        (count * mean * (1 - mean) * (1 + correlation) / (1 - correlation)).squareRoot()
      table.holds((lost - count * mean).magnitude < 3 * deviation, "\(mean): \(lost) lost")
      // Of a geometric length with mean b: √(b (b − 1)).
      let burstDeviation = (burst * (burst - 1) / bursts).squareRoot()
      table.holds(
        (lost / bursts - burst).magnitude < 3 * burstDeviation, "\(burst): \(lost / bursts)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("the bad state may lose a part only, and the good one some")
  func fourParameters() {
    let kind = Loss.gilbertElliott(
      goodToBad: 0.05, badToGood: 0.2, lossInGood: 0.01, lossInBad: 0.5)
    let lost = Double(Self.lost(kind).count { $0 }) / Double(Self.count)
    // Bad a fifth of the time: 0.8 · 0.01 + 0.2 · 0.5.
    #expect((lost - 0.108).magnitude < 0.006 && (kind.mean - 0.108).magnitude < 1e-12, "\(lost)")
  }

  @Test("everything, and nothing, can be lost; before the queue or after it")
  func extremes() {
    var table = Table()
    for place in LossPlace.allCases {
      for (probability, delivered) in [(0.0, 50), (1, 0)] {
        var run = LinkRun(
          DirectionSettings(rate: .kilobits(800), loss: .uniform(probability), lossAt: place))
        run.offer(50)
        run.wait()
        table.equal(run.arrivals.count, delivered, "\(place) \(probability)")
        table.equal(
          run.drops.count { $0.reason == "loss" }, 50 - delivered, "\(place) \(probability)")
        // Behind the queue, what is lost has used its share of the link.
        table.equal(
          run.link.statistics.busy.milliseconds, place == .before && delivered == 0 ? 0 : 500,
          "\(place) \(probability): busy")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a link loses the packets that were drawn")
  func link() {
    let bursty = Loss.bursts(meanLoss: 0.2, meanBurst: 2)
    var run = LinkRun(DirectionSettings(loss: bursty), seed: 11)
    run.offer(1000)
    let drawn = Self.lost(bursty).prefix(1000).enumerated().filter(\.element).map(\.offset)
    #expect(run.drops.map(\.tag) == drawn)
  }

  /// Which of `count` packets are lost; the draws alone, since a link takes much longer.
  private static func lost(_ loss: Loss?) -> [Bool] {
    var chance = PacketChance(seed: Seed(11), name: "alice up")
    return (0..<UInt64(count)).map { chance.loses($0, loss) }
  }
}
