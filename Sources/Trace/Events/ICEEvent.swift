public import SansIO

/// Gathering, checks, selection and consent of one peer (RFC 8445, 7675).
public enum ICEEvent: Hashable, Sendable {
  /// `timedOut`: the fuse fired; never called complete.
  public enum Gathering: String, Hashable, Sendable {
    case new, gathering, complete
    case timedOut = "timed out"
  }

  /// `RTCIceConnectionState`, W3C WebRTC §5.6.4.
  public enum ConnectionState: String, Hashable, Sendable {
    case new, checking, connected, completed, disconnected, failed, closed
  }

  /// `waitingFor`: the servers and interfaces that had not answered, "stun:10.0.9.1:3478".
  case gathering(Gathering, waitingFor: [String])
  /// A local candidate was found; `server` is the one that reported a reflexive address.
  case candidate(kind: String, address: SocketAddress, server: String?)
  case remoteCandidate(kind: String, address: String)
  case checkSent(local: SocketAddress, remote: SocketAddress, nominating: Bool)
  case checkSucceeded(local: SocketAddress, remote: SocketAddress, roundTripTime: Duration)
  case checkFailed(local: SocketAddress, remote: SocketAddress, reason: String)
  case selected(local: SocketAddress, remote: SocketAddress, localKind: String, remoteKind: String)
  case state(ConnectionState)
  case roleConflict(nowControlling: Bool)
  case consentExpired
}
