public import SansIO

/// An address to try, ours or the far side's (RFC 8445 §5.1.1). Always component 1 over UDP.
public struct ICECandidate: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case host, srflx, prflx, relay

    /// The type preferences that RFC 8445 §5.1.2.2 recommends.
    var typePreference: UInt32 {
      switch self {
      case .host: 126
      case .prflx: 110
      case .srflx: 100
      case .relay: 0
      }
    }
  }

  public var kind: Kind
  public var address: SocketAddress
  /// Where datagrams are sent from; of a remote candidate: its address.
  public var base: SocketAddress
  public var priority: UInt32
  /// Equal for candidates of one kind, base address and server (RFC 8445 §5.1.1.3).
  public var foundation: String
  /// raddr and rport of the candidate line: the base of a reflexive candidate.
  public var relatedAddress: SocketAddress?
  /// The server that reported a server-reflexive address.
  public var server: String?

  public init(
    kind: Kind, address: SocketAddress, base: SocketAddress, priority: UInt32, foundation: String,
    relatedAddress: SocketAddress? = nil, server: String? = nil
  ) {
    self.kind = kind
    self.address = address
    self.base = base
    self.priority = priority
    self.foundation = foundation
    self.relatedAddress = relatedAddress
    self.server = server
  }

  /// RFC 8445 §5.1.2.1, for component 1.
  static func priority(_ kind: Kind, localPreference: UInt16) -> UInt32 {
    kind.typePreference << 24 | UInt32(localPreference) << 8 | (256 - 1)
  }
}
