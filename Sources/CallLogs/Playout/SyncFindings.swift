internal import Metrics
internal import SDPRules
internal import SansIO

/// Sound and picture apart: by an amount that grows, that stays, or that jumped (`AVOffset` in Metrics).
enum SyncFindings {
  /// How long a call is thought to last, to tell a drift that matters from one that does not.
  private static let callSeconds = 3600.0
  /// Fewer samples show neither what stays nor what grows.
  private static let leastSamples = 3

  static func find(_ log: SyncLog, _ file: Int) -> [Finding] {
    let points = log.points.map { (x: $0.seconds, y: $0.offsetMilliseconds) }
    guard points.count >= leastSamples, let first = points.first, let last = points.last else {
      let count = points.count
      return [
        LogRules.tooLittle.finding(
          file: file, line: log.points.first?.line,
          "\(counted(count, "sample")) of sound and picture \(count == 1 ? "is" : "are") too little to judge how far apart they are."
        )
      ]
    }
    if let step = StepFit(points) { return offset(step.after, step, log, file) }
    guard let slope = RobustSlope(points, leastPoints: 3), slope.lower > 0 || slope.upper < 0,
      slope.slope.magnitude * (last.x - first.x) >= AVOffset.leastDrift
    else {
      return offset(median(points.map(\.y)), nil, log, file)
    }
    return [drift(slope.slope, points, log, file)]
  }

  private static func drift(
    _ slope: Double, _ points: [(x: Double, y: Double)], _ log: SyncLog, _ file: Int
  ) -> Finding {
    // The line through the points: single samples jitter by the distance of two pictures.
    let base = median(points.map { $0.y - slope * $0.x })
    let ends = (points[0].x, points[points.count - 1].x)
    let (start, final) = (base + slope * ends.0, base + slope * ends.1)
    let projected = slope * callSeconds
    let isError = !AVOffset.acceptable.contains(final) || !AVOffset.acceptable.contains(projected)
    let isVideoLate = final.magnitude >= AVOffset.leastDrift ? final > 0 : slope > 0
    let late = isVideoLate ? "video" : "audio"
    let rate = FixedDecimal(bounded(slope.magnitude), places: 2)
    let minutes = FixedDecimal(bounded((ends.1 - ends.0) / 60), places: 1)
    let perMillion = whole(slope * 1000)
    return LogRules.drift.finding(
      file: file, value: "\(rate) ms/s", severity: isError ? .error : .warning,
      details: [
        FindingDetail("slope_ms_per_s", .number(rate)),
        FindingDetail("first_offset_ms", whole(start.magnitude)),
        FindingDetail("final_offset_ms", whole(final.magnitude)),
        FindingDetail("sign", "\(late) late"), FindingDetail("ppm", perMillion),
      ],
      "\(late == "video" ? "Video lags audio" : "Audio lags video") by an amount that \(final.magnitude >= start.magnitude ? "grows" : "shrinks") linearly, by \(rate) ms each second: from \(whole(start.magnitude)) ms to \(whole(final.magnitude)) ms in \(minutes) minutes. One clock runs \(perMillion.magnitude) ppm wrong; that is a drift, not a constant offset."
    )
  }

  private static func offset(
    _ value: Double, _ step: StepFit?, _ log: SyncLog, _ file: Int
  ) -> [Finding] {
    guard !AVOffset.undetectable.contains(value) else { return [] }
    let late = value > 0 ? "video" : "audio"
    let amount = whole(value.magnitude)
    var details = [FindingDetail("offset_ms", amount), FindingDetail("sign", "\(late) late")]
    var course = "all the time: a constant offset, not a drift"
    if let step {
      let at = whole(step.at * 1000)
      details.append(FindingDetail("since_ms", at))
      course = "since \(at) ms, \(whole(step.before)) ms before: a jump, not a drift"
    }
    return [
      LogRules.offset.finding(
        file: file, value: "\(amount) ms",
        severity: AVOffset.acceptable.contains(value) ? .warning : .error, details: details,
        "\(late == "video" ? "Sound is ahead of the picture" : "Sound is behind the picture") by \(amount) ms \(course)."
      )
    ]
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let half = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
  }

  private static func bounded(_ value: Double) -> Double { max(-1e12, min(1e12, value)) }

  private static func whole(_ value: Double) -> Int { Int(bounded(value).rounded()) }

  /// What else it could have been, and is not.
  static func facts(_ log: SyncLog) -> [CallFact] {
    let offsets = log.points.map(\.offsetMilliseconds)
    let findings = find(log, 0)
    guard let finding = findings.first else {
      let words = "sound and picture are \(whole(median(offsets).magnitude)) ms apart, and stay so"
      return [CallFact(.sync, words)]
    }
    guard finding.id == LogRules.drift.id,
      let slope = RobustSlope(
        log.points.map { ($0.seconds, $0.offsetMilliseconds) }, leastPoints: 3)
    else { return [] }
    let rough = log.points.map { $0.offsetMilliseconds - slope.slope * $0.seconds }
    let base = median(rough)
    let spread = rough.map { ($0 - base).magnitude }.max() ?? 0
    let ends = "\(whole(offsets.first ?? 0)) ms at first and \(whole(offsets.last ?? 0)) ms at last"
    return [
      CallFact(.sync, suspect: "a constant offset", "it is \(ends)"),
      CallFact(
        .sync, suspect: "jitter", "no sample is further than \(whole(spread)) ms from the line"),
    ]
  }
}
