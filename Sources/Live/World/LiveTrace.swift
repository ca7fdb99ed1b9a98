internal import SansIO
internal import Trace

/// The events of a live run as they come, and who stamped them.
struct LiveTrace {
  private struct Entry {
    var event: TraceEvent
    /// What the agent's own clock showed, where it is the agent that stamped.
    var shown: Instant?
  }

  private var entries: [Entry] = []

  mutating func append(_ event: TraceEvent) { entries.append(Entry(event: event)) }

  mutating func append(_ said: LivePeer.Said, by peer: PeerID) -> TraceEvent {
    let event = TraceEvent(
      at: said.at, uncertainty: said.uncertainty, subject: .peer(peer), kind: said.kind)
    entries.append(Entry(event: event, shown: said.shown))
    return event
  }

  /// All events, those that agents stamped once more corrected, now that the drift of their clocks is known.
  func events(correctedBy calibrations: [PeerID: (start: ClockCalibration, end: ClockCalibration)])
    -> [TraceEvent]
  {
    entries.map { entry in
      var event = entry.event
      guard entry.shown != nil, case .peer(let peer) = event.subject,
        let calibration = calibrations[peer]
      else { return event }
      let drift =
        calibration.start.offset(at: event.at, towards: calibration.end) - calibration.start.offset
      if drift != .zero { event.at = max(event.at - drift, .start) }
      return event
    }
  }
}
