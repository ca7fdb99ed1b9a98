/// What links carry in both worlds: one IP packet's addresses, and what follows its IP header.
public struct Datagram: Hashable, Sendable {
  /// The protocol numbers of IP.
  public enum Transport: UInt8, Sendable {
    case icmp = 1
    case tcp = 6
    case udp = 17
    case icmpv6 = 58
  }

  public var transport: Transport
  public var source: SocketAddress
  public var destination: SocketAddress
  /// Explicit congestion notification (RFC 3168), two bits.
  public var ecn: UInt8
  /// UDP: the payload. Else what follows the IP header, opaque.
  public var payload: [UInt8]

  public init(
    transport: Transport = .udp, source: SocketAddress, destination: SocketAddress, ecn: UInt8 = 0,
    payload: [UInt8]
  ) {
    self.transport = transport
    self.source = source
    self.destination = destination
    self.ecn = ecn
    self.payload = payload
  }

  /// Bytes of the IP packet: what a link's rate and MTU count.
  public var ipByteCount: Int {
    payload.count + (source.isIPv6 ? 40 : 20) + (transport == .udp ? 8 : 0)
  }
}

/// Whatever has an address on the network: a peer, a STUN or TURN server, a source of cross traffic.
///
/// A class, because owners of C handles cannot be copied and copyable arrays cannot hold them.
public protocol Node: AnyObject {
  /// When `wake` is wanted next; nil: nothing is scheduled.
  var deadline: Instant? { get }
  func receive(_ datagram: Datagram, at now: Instant)
  func wake(at now: Instant)
  /// Drained until nil after every call above.
  func nextDatagram() -> Datagram?
}
