internal import SansIO

/// How many of the audio marks that should have been heard were.
struct MarkCount: Hashable, Sendable {
  /// Before the end of the call a mark may still be on its way.
  static let onItsWay = Duration.seconds(1)

  let sent: Int
  let lost: Int

  var percentLost: Double { Double(lost) * 100 / Double(sent) }

  /// Counts marks captured between `from`, when both ends were connected, and one second before `end`.
  ///
  /// Those captured around a mute are left out. Nil when none remain.
  init?(
    sent marks: [Timed<UInt32>], played: [Timed<UInt32>], from: Instant, end: Instant,
    inactive: [Span]
  ) {
    let heard = Set(played.map(\.value))
    let counted = marks.filter {
      $0.at >= from && $0.at + Self.onItsWay <= end && !inactive.contains($0.at)
    }
    guard !counted.isEmpty else { return nil }
    sent = counted.count
    lost = counted.count { !heard.contains($0.value) }
  }
}
