internal import SansIO
internal import Trace

/// What makes a mute a mute, to the one who listens.
enum Muting {
  /// What was said before is still on its way, and in the jitter buffer.
  static let fading = Duration.milliseconds(500)
  /// After the track is on again, until marks must be heard.
  static let returning = Duration.seconds(1)
  /// What one reported level covers (`MediaEvent.played`).
  static let levelPeriod = Duration.milliseconds(100)
  /// dB below full scale: what counts as silence.
  static let silence = -60
}

extension Analysis {
  func silentWhileMuted(_ index: Int) -> Finding {
    guard let far = source(for: index) else { return .failed(nil, "there is no far side") }
    let name = peers[far].name
    let mutes = peers[far].disabledSpans(.audio, end: call.end)
    guard !mutes.isEmpty else { return .failed(nil, "\(name) never muted audio") }
    let streams = peers[index].streams.filter { $0.kind == .audio }
    let marks = streams.flatMap(\.marksPlayed).map(\.at).sorted()
    let levels = streams.flatMap(\.levels)
    guard !marks.isEmpty else { return .failed(nil, "no mark was heard in the whole call") }

    var loudest: Int?
    for (number, mute) in mutes.enumerated() {
      let before = number == 0 ? Instant.start : mutes[number - 1].to
      let after = number + 1 < mutes.count ? mutes[number + 1].from : call.end
      func heard(_ from: Instant, _ to: Instant) -> Bool {
        marks.contains { from <= $0 && $0 < to }
      }
      guard heard(before, mute.from) else {
        return .failed(nil, "no mark was heard before the mute at \(mute.from.plain)")
      }
      let silent = Span(from: mute.from + Muting.fading, to: mute.to)
      guard silent.nanoseconds > 0 else {
        return .failed(nil, "the mute at \(mute.from.plain) is too short to tell")
      }
      if let mark = marks.first(where: silent.contains) {
        return .failed("heard", "a mark was heard at \(mark.plain), while \(name) was muted")
      }
      // A level is that of the time before it.
      let inside = levels.filter {
        silent.contains($0.at) && silent.from <= $0.at - Muting.levelPeriod
      }
      guard let level = inside.map(\.level).max() else {
        return .failed(nil, "no sound level was reported during the mute at \(mute.from.plain)")
      }
      loudest = max(loudest ?? level, level)
      if level > Muting.silence {
        return .failed(
          "\(level) dB", "louder than \(Muting.silence) dB below full scale while \(name) was muted"
        )
      }
      guard mute.to < call.end else {
        return .failed(nil, "\(name) never unmuted, so nothing could be heard again")
      }
      // In a call that ends at once after it, any mark will do.
      let patience = mute.to + Muting.returning
      guard heard(patience < after ? patience : mute.to, after) else {
        return .failed("silent", "no mark was heard after the mute that ended at \(mute.to.plain)")
      }
    }
    return .passed("silent", loudest.map { "at most \($0) dB below full scale" })
  }
}
