public import SansIO

extension ICEAgent {
  /// What happened, in the order in which it did.
  public enum Event: Hashable, Sendable {
    /// `waitingFor`: the servers that had not answered, "stun:10.0.9.1:3478"; where it answered on another
    /// interface, "stun:10.0.9.1:3478 from 10.0.0.2".
    case gathering(ICEGatheringState, waitingFor: [String])
    /// A local candidate to signal.
    case candidate(ICECandidate)
    /// No further local candidate will come; after a fired fuse only when the last server is given up.
    case endOfCandidates
    /// A server answered with an error, or never.
    case gatheringError(server: String, reason: String)
    /// Signalled, or met in a request (`prflx`); a name that cannot be resolved as it is.
    case remoteCandidate(kind: ICECandidate.Kind, address: String)
    /// Every transmission, consent checks too.
    case checkSent(local: SocketAddress, remote: SocketAddress, nominating: Bool)
    case checkSucceeded(local: SocketAddress, remote: SocketAddress, roundTripTime: Duration)
    case checkFailed(local: SocketAddress, remote: SocketAddress, reason: String)
    /// Data may flow on it: DTLS may begin.
    case validPair(SelectedPair)
    case selected(SelectedPair)
    case state(ICEConnectionState)
    case roleConflict(nowControlling: Bool)
    /// Nothing may be sent any more on the pair in use (RFC 7675 §5.1).
    case consentExpired
    /// A datagram or candidate that changes nothing, and why.
    case discarded(reason: String)
  }
}
