/// Wrong use of a peer.
public enum PeerError: Error, Hashable, Sendable {
  case noLocalDescription
}
