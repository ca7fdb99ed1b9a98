/// A peer of the run. Index: the order of the scenario file.
public struct PeerID: Hashable, Sendable {
  public let index: Int
  public init(index: Int) { self.index = index }
}

/// The access link of a peer, both directions. Index: that of the peer behind it.
public struct LinkID: Hashable, Sendable {
  public let index: Int
  public init(index: Int) { self.index = index }
}

/// Ties what an agent answers to what it was told. Numbers count up from 0 within a run.
public struct Ticket: Hashable, Sendable {
  public let number: Int
  public init(number: Int) { self.number = number }
}

/// A session description as it crosses between peers.
public struct Description: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case offer, answer }
  public var kind: Kind
  public var sdp: String
  public init(kind: Kind, sdp: String) {
    self.kind = kind
    self.sdp = sdp
  }
}
