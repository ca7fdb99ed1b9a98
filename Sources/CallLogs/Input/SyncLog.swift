internal import SansIO
internal import Trace

/// Presentation times of the newest sound and the newest picture, again and again.
struct SyncLog: Sendable {
  struct Point: Hashable, Sendable {
    var line: Int?
    /// When it was looked at.
    var seconds: Double
    /// Positive: the sound that plays was captured later than the picture that shows, so the picture is late.
    var offsetMilliseconds: Double
  }

  private(set) var points: [Point] = []
  private(set) var unread = 0
  private(set) var firstUnread: Int?

  /// Nil: no line of it has one of the times.
  init?(_ bytes: [UInt8]) {
    let lines = LogLines(bytes) { $0["audio_pts_ms"] != nil || $0["video_pts_ms"] != nil }
    unread = lines.unread
    firstUnread = lines.firstUnread
    for (line, json) in lines.objects {
      guard let audio = DecimalText.number(of: json["audio_pts_ms"]),
        let video = DecimalText.number(of: json["video_pts_ms"])
      else { continue }
      // Without a time of its own, a line's time is that of its sound.
      let time =
        DecimalText.number(of: json["uptime_ms"]) ?? DecimalText.number(of: json["t_ms"]) ?? audio
      points.append(
        Point(
          line: line, seconds: time.doubleValue / 1000,
          offsetMilliseconds: audio.doubleValue - video.doubleValue))
    }
    guard !lines.objects.isEmpty else { return nil }
    points.sort { $0.seconds < $1.seconds }
  }
}
