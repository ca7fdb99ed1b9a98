import Netem
import SansIO
import TestSupport
import Testing

@Suite("Jitter, reordering, duplication, corruption")
struct ImpairmentTests {
  private static let count = 20_000

  @Test("jitter has the distribution it names")
  func distributions() {
    var table = Table()
    let mean = 100.0
    for (distribution, amount, deviation) in [
      (Jitter.Distribution.uniform, 30, 30 / 3.0.squareRoot()), (.normal, 10, 9.86578),
    ] {
      let run = Self.run(
        Jitter(distribution: distribution, amount: .milliseconds(amount), keepsOrder: false))
      let delays = Self.delays(run)
      let average = delays.reduce(0, +) / Double(delays.count)
      let variance =
        delays.reduce(0) { $0 + ($1 - average) * ($1 - average) } / Double(delays.count)
      let bound = 3 * deviation / Double(delays.count).squareRoot()
      table.holds((average - mean).magnitude < bound, "\(distribution): mean \(average)")
      // The error of a deviation over n draws is below deviation / √n for both.
      table.holds(
        (variance.squareRoot() - deviation).magnitude < bound, "\(distribution): \(variance)")
      let limit = Double(distribution == .normal ? 3 * amount : amount)
      table.holds(
        delays.allSatisfy { ($0 - mean).magnitude <= limit }, "\(distribution): within its bounds")
      // Distribution functions: a quarter below −half the width; 15.9 % below one deviation.
      let (point, share) = distribution == .uniform ? (mean - 15, 0.25) : (mean - 10, 0.15753)
      let below = Double(delays.count { $0 < point }) / Double(delays.count)
      table.holds((below - share).magnitude < 0.01, "\(distribution): \(below) below \(point)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("jitter reorders only where it may, and never makes a delay negative")
  func order() {
    var table = Table()
    for keepsOrder in [true, false] {
      let run = Self.run(
        Jitter(distribution: .uniform, amount: .milliseconds(30), keepsOrder: keepsOrder))
      let tags = run.arrivals.map(\.tag)
      table.equal(tags == tags.sorted(), keepsOrder, "keepsOrder \(keepsOrder)")
      table.equal(
        run.link.statistics.reordered > 0, !keepsOrder, "keepsOrder \(keepsOrder): counted")
      table.equal(tags.count, Self.count, "all arrive")
    }
    let run = Self.run(Jitter(distribution: .normal, amount: .seconds(1), keepsOrder: false))
    table.holds(Self.delays(run).allSatisfy { $0 >= 0 }, "no negative delay")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("packets held back are overtaken by those behind them")
  func reordering() {
    var table = Table()
    var settings = DirectionSettings(
      delay: .milliseconds(10), reordering: Reordering(probability: 1, extraDelay: .milliseconds(5))
    )
    var run = LinkRun(settings)
    run.offer(1)
    settings.reordering = nil
    run.set(settings, at: 0)
    run.offer(2, from: millisecond, every: millisecond)
    run.wait()
    table.equal(run.arrivals.map(\.tag), [1, 2, 0], "the first comes last")
    table.equal(run.arrivals.map(\.at), [11, 12, 15].map { $0 * millisecond }, "arrivals")
    table.equal(run.link.statistics.reordered, 1, "counted once")

    settings.reordering = Reordering(probability: 0.1, extraDelay: .milliseconds(5))
    run = LinkRun(settings)
    run.offer(Self.count, every: millisecond)
    run.wait()
    let share = Double(run.link.statistics.reordered) / Double(Self.count)
    // Three deviations of a share of 0.1; those right at the end and pairs of neighbours change it little.
    table.holds(
      (share - 0.1).magnitude < 3 * (0.09 / Double(Self.count)).squareRoot() + 0.001, "\(share)")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a copy comes right behind its packet and uses the link like one")
  func duplication() {
    var table = Table()
    var run = LinkRun(DirectionSettings(rate: .kilobits(800), duplication: 1))
    run.offer(2)
    run.wait()
    table.equal(run.arrivals.map(\.tag), [0, 0, 1, 1], "tags")
    table.equal(run.arrivals.map(\.at), [10, 20, 30, 40].map { $0 * millisecond }, "arrivals")
    table.equal(run.link.statistics.duplicated, 2, "counted")
    table.equal(run.link.statistics.reordered, 0, "a copy is not a reordered packet")
    run = LinkRun(DirectionSettings(duplication: 0.05))
    run.offer(Self.count)
    let copies = Double(run.arrivals.count - Self.count)
    table.holds((copies - 1000).magnitude < 3 * (1000 * 0.95).squareRoot(), "\(copies) copies")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("corruption flips one bit of the payload, anywhere in it")
  func corruption() {
    var table = Table()
    var run = LinkRun(DirectionSettings(corruption: 1))
    run.offer(2000, byteCount: 28 + 8)
    var bits = [Int](repeating: 0, count: 64)
    for arrival in run.arrivals {
      var flipped: [Int] = []
      for bit in 0..<64
      where arrival.payload[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0x55 & (0x80 >> UInt8(bit % 8)) {
        flipped.append(bit)
      }
      table.equal(flipped.count, 1, "packet \(arrival.tag)")
      if let bit = flipped.first { bits[bit] += 1 }
    }
    // 31 each on average; five deviations.
    table.holds(bits.allSatisfy { (4...59).contains($0) }, "\(bits)")
    run.offer(1, byteCount: 28)
    table.equal(run.arrivals.last?.payload, [], "nothing to flip")
    run = LinkRun(DirectionSettings(corruption: 0.1))
    run.offer(Self.count, byteCount: 40)
    let corrupted = Double(run.link.statistics.corrupted)
    table.holds((corrupted - 2000).magnitude < 3 * (2000 * 0.9).squareRoot(), "\(corrupted)")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  private static func run(_ jitter: Jitter) -> LinkRun {
    var run = LinkRun(DirectionSettings(delay: .milliseconds(100), jitter: jitter))
    run.offer(count, byteCount: 40, every: millisecond)
    run.wait()
    return run
  }

  /// Milliseconds; packets were offered one a millisecond.
  private static func delays(_ run: LinkRun) -> [Double] {
    run.arrivals.map { Double($0.at) / 1e6 - Double($0.tag) }
  }
}
