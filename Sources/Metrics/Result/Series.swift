public import SansIO

/// One line of a chart: a number over the time of the run.
public struct Series: Hashable, Sendable {
  public struct Point: Hashable, Sendable {
    public var at: Instant
    public var value: FixedDecimal

    public init(at: Instant, value: FixedDecimal) {
      self.at = at
      self.value = value
    }
  }

  /// "received bitrate", "target bitrate", "av offset", "frame rate".
  public var name: String
  /// "bob video".
  public var subject: String
  public var unit: String
  /// In the order of time. Of a bucket, the instant at which it began.
  public var points: [Point]

  public init(name: String, subject: String, unit: String, points: [Point] = []) {
    self.name = name
    self.subject = subject
    self.unit = unit
    self.points = points
  }
}
