public import LinuxIO
public import Netem
public import SansIO
public import Trace

/// What a router joins: TUN devices with their links, STUN servers that live in it, ways out of the machine, and addresses that swallow everything.
public struct RouterPlan: Sendable {
  /// The outside end of a network namespace's only device.
  public struct Interface: Sendable {
    /// Of the peer or the service behind it: names the streams of chance, "alice up".
    public var name: String
    /// A descriptor, not blocking, that gives and takes one IP packet a call. It stays its owner's.
    public var tun: Int32
    /// IPv4 and IPv6, network order.
    public var addresses: [[UInt8]]
    /// The access link; nil: a service in the core of the network, which has none.
    public var link: LinkSettings?
    /// What the trace calls the link; nil: its packets are not in the trace.
    public var id: LinkID?

    public init(name: String, tun: Int32, addresses: [[UInt8]], link: LinkSettings?, id: LinkID?) {
      self.name = name
      self.tun = tun
      self.addresses = addresses
      self.link = link
      self.id = id
    }
  }

  public struct Server: Sendable {
    public var name: String
    public var address: SocketAddress
    public var behaviour: STUNServerNode.Behaviour

    public init(name: String, address: SocketAddress, behaviour: STUNServerNode.Behaviour) {
      self.name = name
      self.address = address
      self.behaviour = behaviour
    }
  }

  /// A server outside the run, and the sockets of the machine's own network that lead to it.
  public struct PublicServer: Sendable {
    public var name: String
    /// What peers take it for: only UDP to that port goes out.
    public var address: SocketAddress
    /// One for each address and port of a peer that may speak to it.
    public var sockets: [ConnectedSocket]

    public init(name: String, address: SocketAddress, sockets: [ConnectedSocket]) {
      self.name = name
      self.address = address
      self.sockets = sockets
    }
  }

  /// CLOCK_MONOTONIC at the start of the run, in nanoseconds.
  public var origin: Int64
  public var seed: Seed
  public var interfaces: [Interface]
  public var stunServers: [Server]
  public var publicServers: [PublicServer] = []
  public var deadAddresses: [[UInt8]]
  /// Whether the thread tries to get a real-time priority.
  public var wantsRealTime = true

  public init(
    origin: Int64, seed: Seed, interfaces: [Interface], stunServers: [Server] = [],
    deadAddresses: [[UInt8]] = []
  ) {
    self.origin = origin
    self.seed = seed
    self.interfaces = interfaces
    self.stunServers = stunServers
    self.deadAddresses = deadAddresses
  }
}
