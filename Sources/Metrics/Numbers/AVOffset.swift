public import SansIO

/// How far sound and picture are apart, at each mark that was heard as Metrics.md defines it; positive: audio ahead of video.
public struct AVOffset: Hashable, Sendable {
  public struct Point: Hashable, Sendable {
    public var at: Instant
    public var milliseconds: Double
  }

  /// Milliseconds beyond which an offset is seen (ITU-R BT.1359-1) …
  public static let undetectable = -125.0...45.0
  /// … and beyond which it is not acceptable.
  public static let acceptable = -185.0...90.0
  /// What a drift has to add up to before it is one: the smallest offset that is seen.
  public static let leastDrift = 45.0

  /// After the first frame, while jitter buffers find their delay (libwebrtc's call tests ignore 2 s too).
  static let settling = Duration.seconds(2)
  /// Between pictures further apart there is nothing to compare a mark with; that is told by the freezes.
  static let longestBracket: Int64 = 1_000_000_000

  /// Every mark that could be compared, in the order of time.
  private(set) var points: [Point] = []
  /// Those after settling.
  public private(set) var settled: [Point] = []
  public private(set) var drift: RobustSlope?

  init(
    rendered: [StreamRecord.Rendered], marksPlayed: [Timed<UInt32>], marksSent: [Timed<UInt32>],
    end: Instant
  ) {
    var sent: [UInt32: Instant] = [:]  // for look-up only
    for mark in marksSent where sent[mark.value] == nil { sent[mark.value] = mark.at }
    let pictures: [(at: Instant, latency: Double)] = rendered.compactMap { picture in
      picture.captured.map { (picture.at, Self.milliseconds(from: $0, to: picture.at)) }
    }
    var next = 0
    for mark in marksPlayed where mark.at <= end {
      while next < pictures.count, pictures[next].at < mark.at { next += 1 }
      guard let sentAt = sent[mark.value], next < pictures.count,
        let video = Self.latency(at: mark.at, pictures[max(0, next - 1)], pictures[next])
      else { continue }
      let audio = Self.milliseconds(from: sentAt, to: mark.at)
      points.append(Point(at: mark.at, milliseconds: video - audio))
    }
    guard let first = rendered.first?.at else { return }
    settled = points.filter { $0.at >= first + Self.settling }
    drift = RobustSlope(
      settled.map { (x: Double($0.at.nanoseconds) / 1e9, y: $0.milliseconds) })
  }

  /// The offset whose magnitude is that percentile (nearest rank); it keeps its sign. Nil without settled marks.
  public func percentile(_ percent: Int) -> Double? {
    let ordered = settled.map(\.milliseconds).sorted { a, b in
      (a.magnitude, a) < (b.magnitude, b)
    }
    guard !ordered.isEmpty else { return nil }
    let rank = (ordered.count * percent + 99) / 100
    return ordered[max(0, min(ordered.count - 1, rank - 1))]
  }

  /// How long the settled marks reach.
  public var length: Duration {
    guard let first = settled.first, let last = settled.last else { return .zero }
    return last.at - first.at
  }

  private static func milliseconds(from: Instant, to: Instant) -> Double {
    Double(to.nanoseconds - from.nanoseconds) / 1e6
  }

  /// Video latency at an instant, on the line between the pictures shown before and after it.
  private static func latency(
    at: Instant, _ before: (at: Instant, latency: Double), _ after: (at: Instant, latency: Double)
  ) -> Double? {
    guard before.at <= at, at <= after.at else { return nil }
    let gap = after.at.nanoseconds - before.at.nanoseconds
    guard gap > 0 else { return after.latency }
    guard gap <= longestBracket else { return nil }
    let part = Double(at.nanoseconds - before.at.nanoseconds) / Double(gap)
    return before.latency + (after.latency - before.latency) * part
  }
}
