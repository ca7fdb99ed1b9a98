public import SansIO

/// The time between two changes of a link's settings: what was asked, and what the packets offered in it got.
public struct LinkPeriod: Hashable, Sendable {
  public var from: Instant
  public var asked: DirectionSettings
  public internal(set) var measured = LinkStatistics()

  init(from: Instant, asked: DirectionSettings) {
    self.from = from
    self.asked = asked
  }

  /// Asked and measured side by side, in a fixed order; rows that say nothing on both sides are left out.
  public var measures: [LinkMeasure] {
    [
      LinkMeasure("rate", asked.rate.map(Self.kilobits), measured.rate.map(Self.kilobits), "kbps"),
      LinkMeasure(
        "delay", .milliseconds(asked.delay),
        measured.propagation.mean.map(FixedDecimal.milliseconds),
        "ms"),
      LinkMeasure(
        "jitter", (asked.jitter?.standardDeviation).map(FixedDecimal.milliseconds),
        asked.jitter == nil
          ? nil : measured.propagation.standardDeviation.map(FixedDecimal.milliseconds), "ms"),
      LinkMeasure(
        "queueing", nil, measured.queueing.maximum.map(FixedDecimal.milliseconds), "ms"),
      share("loss", asked.loss?.mean, measured.lossRatio),
      LinkMeasure(
        "loss burst", asked.loss?.meanBurst.map(Self.packets), measured.meanBurst.map(Self.packets),
        "packets"),
      share("duplication", asked.duplication, ratio(measured.duplicated)),
      share("reordering", asked.reordering?.probability, ratio(measured.reordered)),
      share("corruption", asked.corruption, ratio(measured.corrupted)),
      LinkMeasure("queue full", nil, Self.count(measured.queueFull), "packets"),
      LinkMeasure("over MTU", nil, Self.count(measured.oversize), "packets"),
    ].filter { $0.asked != nil || $0.measured != nil }
  }

  private func ratio(_ count: Int) -> Double? { LinkStatistics.ratio(count, measured.offered) }

  /// Nothing asked and nothing seen is no row.
  private func share(_ name: String, _ asked: Double?, _ measured: Double?) -> LinkMeasure {
    let asked = asked.flatMap { $0 > 0 ? $0 : nil }
    let measured = asked == nil && measured == 0 ? nil : measured
    return LinkMeasure(name, asked.map(Self.percent), measured.map(Self.percent), "%")
  }

  private static func kilobits(_ rate: BitRate) -> FixedDecimal {
    FixedDecimal(units: rate.bitsPerSecond, places: 3)
  }

  private static func percent(_ share: Double) -> FixedDecimal {
    FixedDecimal(min(max(share, 0), 1) * 100, places: 3)
  }

  private static func packets(_ count: Double) -> FixedDecimal {
    FixedDecimal(min(count, 1e9), places: 2)
  }

  private static func count(_ count: Int) -> FixedDecimal? {
    count > 0 ? FixedDecimal(units: Int64(count), places: 0) : nil
  }
}

/// One property of a link, as asked and as measured; nil: not asked, not measured.
public struct LinkMeasure: Hashable, Sendable {
  public var name: String
  public var asked: FixedDecimal?
  public var measured: FixedDecimal?
  public var unit: String

  public init(
    _ name: String, _ asked: FixedDecimal?, _ measured: FixedDecimal?, _ unit: String
  ) {
    self.name = name
    self.asked = asked
    self.measured = measured
    self.unit = unit
  }
}

extension Jitter {
  /// Of the draw itself, before order is kept and negative delays are cut.
  var standardDeviation: Duration {
    let nanoseconds = Double(amount.boundedNanoseconds)
    // Uniform: the half width over √3. A normal distribution cut at three deviations keeps 0.98658 of its own.
    let share = distribution == .uniform ? 1 / 3.0.squareRoot() : 0.986578
    return .nanoseconds(Int64((nanoseconds * share).rounded()))
  }
}
