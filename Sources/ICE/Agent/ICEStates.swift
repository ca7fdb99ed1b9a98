/// How far the search for local candidates is.
public enum ICEGatheringState: String, Hashable, Sendable {
  case new, gathering, complete
  /// The fuse fired first. Never called complete, not even when the last server answers later.
  case timedOut = "timed out"
}

/// `RTCIceConnectionState`, W3C WebRTC §5.6.4, for the one transport that an agent has.
public enum ICEConnectionState: String, Hashable, Sendable {
  case new, checking
  /// A pair is valid, so data may flow; checks or candidates are still outstanding.
  case connected
  /// A pair is selected, both sides have named all candidates, and nothing is left to check.
  case completed
  /// The pair in use stopped answering; it may recover.
  case disconnected
  /// Nothing works and nothing is left to try, or consent expired: only a restart helps.
  case failed
  case closed
}
