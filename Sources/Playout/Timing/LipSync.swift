internal import SansIO

/// Keeps sound and picture of one sender together by delaying the one that is early.
///
/// Call it about once a second, as libwebrtc does. Offsets under 30 ms are left alone, and a step is at most 80 ms (libwebrtc's
/// figures): first delay that was added to the late stream is taken back, then the early stream is delayed.
public struct LipSync: Sendable {
  /// Smallest offset that is corrected.
  public static let leastOffset: Duration = .milliseconds(30)
  /// Largest change of a delay at a time.
  public static let largestStep: Duration = .milliseconds(80)
  /// Larger offsets are a fault of the sender's clocks, and are not followed (libwebrtc: 10 s).
  public static let largestOffset: Duration = .seconds(10)

  /// How far sound was ahead of the picture at the last update; positive: audio first. Nil while unknown.
  public private(set) var offset: Duration?
  public private(set) var audioMinimum: Duration = .zero
  public private(set) var videoMinimum: Duration = .zero
  /// Mean of this offset and the one before, so that one odd measurement moves nothing.
  private var smoothed: Int64?

  public init() {}

  /// New minimum delays for both receivers; nil when nothing changes.
  ///
  /// - Parameters:
  ///   - audioDelay: the audio receiver's `delay`.
  ///   - videoDelay: the video receiver's `targetDelay`.
  public mutating func update(
    audio: StreamClock, video: StreamClock, audioDelay: Duration, videoDelay: Duration
  ) -> (audioMinimum: Duration, videoMinimum: Duration)? {
    guard let audioTransit = audio.captureToArrivalNanoseconds,
      let videoTransit = video.captureToArrivalNanoseconds
    else {
      offset = nil
      smoothed = nil
      return nil
    }
    let apart = videoTransit.subtractingReportingOverflow(audioTransit)
    let between = apart.overflow ? Int64.max : apart.partialValue
    guard between.magnitude <= UInt64(Self.largestOffset.nanoseconds) else {
      offset = nil
      smoothed = nil
      return nil
    }
    let measured = between + videoDelay.nanoseconds - audioDelay.nanoseconds
    offset = .nanoseconds(measured)
    guard let before = smoothed else {
      smoothed = measured
      return nil
    }
    let mean = (before + measured) / 2
    smoothed = mean
    guard mean.magnitude >= UInt64(Self.leastOffset.nanoseconds) else { return nil }
    let step = Duration.nanoseconds(
      min(Int64(mean.magnitude), Self.largestStep.nanoseconds))
    // What the step will have done by the next update.
    smoothed = measured + (mean > 0 ? -step.nanoseconds : step.nanoseconds)
    if mean > 0 {
      Self.bring(late: &videoMinimum, videoDelay, early: &audioMinimum, audioDelay, by: step)
    } else {
      Self.bring(late: &audioMinimum, audioDelay, early: &videoMinimum, videoDelay, by: step)
    }
    return (audioMinimum, videoMinimum)
  }

  private static func bring(
    late: inout Duration, _ lateDelay: Duration, early: inout Duration, _ earlyDelay: Duration,
    by step: Duration
  ) {
    // A minimum that jitter exceeds anyway holds nothing back; audio keeps a unit of 20 ms around its own.
    if late > .zero, lateDelay <= late + .milliseconds(30) {
      late = max(.zero, late - step)
      return
    }
    late = .zero
    early = min(max(early, earlyDelay) + step, largestOffset)
  }
}
