internal import SDPRules
internal import SansIO

/// What a table of frames shows: freezes, a rate that is no moving picture, times that go back, or too little of all.
enum FrameFindings {
  /// Six frames say what is usual, one more whether it came in time.
  static let leastFrames = 7
  /// Between two frames, mostly: fewer than four a second do not look like a picture that moves.
  private static let longestUsual: Int64 = 250_000_000

  static func find(_ log: FrameLog, _ file: Int) -> [Finding] {
    let freezes = FreezeFindings.find(log.rendered, missing: log.missing, file)
    return [tooLittle(log, file), order(log, file), rate(log, file), freezes].compactMap(\.self)
  }

  private static func tooLittle(_ log: FrameLog, _ file: Int) -> Finding? {
    let count = log.rendered.count
    guard count < leastFrames else { return nil }
    return LogRules.tooLittle.finding(
      file: file, value: counted(count, "frame"),
      "The table has \(count) frame\(count == 1 ? " that was" : "s that were") rendered: too little to judge how the picture moves."
    )
  }

  private static func order(_ log: FrameLog, _ file: Int) -> Finding? {
    guard log.stepsBack > 0 else { return nil }
    let count = log.stepsBack
    return LogRules.renderOrder.finding(
      file: file, line: log.firstStepBack,
      value: counted(count, "time"),
      "Render times step back \(counted(count, "time")): a frame is older than the one above it. The verdict takes them in the order of time."
    )
  }

  private static func rate(_ log: FrameLog, _ file: Int) -> Finding? {
    guard log.rendered.count >= leastFrames else { return nil }
    let gaps = zip(log.rendered, log.rendered.dropFirst())
      .map { $0.1.nanoseconds - $0.0.nanoseconds }.sorted()
    let usual = gaps[gaps.count / 2]
    guard usual > longestUsual else { return nil }
    let milliseconds = Instant(nanoseconds: usual).milliseconds
    return LogRules.frameRate.finding(
      file: file, value: "\(milliseconds) ms",
      details: [FindingDetail("usual_gap_ms", milliseconds)],
      "A frame comes every \(milliseconds) ms: fewer than four a second, which is no picture that moves."
    )
  }
}
