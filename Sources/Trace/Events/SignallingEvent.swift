/// What a peer's signalling did: answers to commands, descriptions applied, candidates to be trickled, the phone.
public enum SignallingEvent: Hashable, Sendable {
  public enum Side: String, Hashable, Sendable { case local, remote }

  /// The phone of a peer: idle → dialing → connected → disconnected, or idle → ringing → connected → disconnected.
  public enum Phone: String, Hashable, Sendable {
    case idle, dialing, ringing, connected, disconnected
  }

  /// The answer to `createOffer`, `createAnswer` or `localDescription`.
  case described(Ticket, Description)
  /// Any other command was carried out.
  case done(Ticket)
  case failed(Ticket, String)
  /// A description took effect at this peer.
  case applied(Side, Description)
  /// A local candidate to be sent to the far side; empty: the end of candidates.
  case candidate(String, mid: String)
  case phone(Phone)
}
