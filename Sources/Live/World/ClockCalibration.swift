internal import SansIO

/// What an agent's clock shows beyond the run's, measured by asking for the time and back.
///
/// The answer was written somewhere between question and answer: the fastest round trip bounds the error by its half.
struct ClockCalibration: Hashable {
  struct RoundTrip: Hashable {
    /// Of the run's clock.
    var asked: Instant
    var answered: Instant
    /// Nil: the agent does not tell; its events are stamped on arrival, and the round trip says how late.
    var shown: Instant?

    var duration: Duration { answered - asked }
  }

  /// How many questions make a calibration.
  static let count = 8

  var at: Instant
  /// To be taken from what the agent says.
  var offset: Duration
  var uncertainty: Duration
  var roundTrips: Int

  /// Nil: nothing was measured.
  init?(_ roundTrips: [RoundTrip]) {
    guard let best = roundTrips.min(by: { $0.duration < $1.duration }) else { return nil }
    at = best.answered
    uncertainty = best.duration / 2
    self.roundTrips = roundTrips.count
    guard let shown = best.shown, shown.nanoseconds.magnitude < 1 << 60 else {
      offset = .zero
      return
    }
    offset = shown - (best.asked + best.duration / 2)
    // An agent that says that it reads the run's clock, and cannot be proved wrong, is right.
    if offset.nanoseconds.magnitude <= uncertainty.nanoseconds.magnitude { offset = .zero }
  }

  /// The offset at an instant, on the straight line from this calibration to the one at the end of the run.
  func offset(at now: Instant, towards end: ClockCalibration?) -> Duration {
    guard let end, end.at > at else { return offset }
    let drift = end.offset - offset
    // Less than what both measurements leave open is no drift.
    guard drift.nanoseconds.magnitude > (uncertainty + end.uncertainty).nanoseconds.magnitude else {
      return offset
    }
    let share = min(max((now - at) / (end.at - at), 0), 1)
    return offset + drift * share
  }
}
