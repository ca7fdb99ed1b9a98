public import SansIO

/// What any peer can be told, named as in the W3C API. In process this value; across a process, one JSON line.
public enum Command: Hashable, Sendable {
  case createOffer, createAnswer, restartICE, getStats, close
  /// Asks for the local description as it stands now, candidates included; answered by `described`.
  case localDescription
  case setLocalDescription(Description)
  case setRemoteDescription(Description)
  /// An `a=candidate` value without `a=`; empty: the end of candidates (RFC 8838 §13).
  case addICECandidate(String, mid: String)
  /// Most wanted first: "VP8", "H264/42e01f", "opus".
  case setCodecPreferences(mid: String, [String])
  case replaceTrack(mid: String, source: String?)
  /// `MediaStreamTrack.enabled`: false sends silence or black.
  case setTrackEnabled(TrackKind, Bool)
}

public enum TrackKind: String, Hashable, Sendable, CaseIterable { case audio, video }

/// Any implementation of WebRTC. The Swift peer is an `Agent` and a `Node`; a child process is an `Agent` only.
public protocol Agent: AnyObject {
  /// Carries out a command; what comes of it is an event that carries the ticket.
  func perform(_ command: Command, ticket: Ticket, at now: Instant)
  /// Drained until nil.
  func nextEvent() -> TraceEvent?
}
