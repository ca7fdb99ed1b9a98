/// What a network namespace shall have beside its loopback device.
public struct NetworkPlan: Hashable, Sendable {
  /// Stacks judge a device by its name: "eth0" is taken for a cable, "veth…" and "docker…" are ignored by some.
  public var device = "eth0"
  /// 4 bytes; nil: no IPv4. The device has the address alone (/32) and is the default route.
  public var ipv4: [UInt8]?
  /// 16 bytes, with a prefix of 64 bits; nil: IPv6 is off.
  public var ipv6: [UInt8]?
  public var mtu = 1500
  /// Packets that wait for whoever reads the TUN descriptor; what comes on top is dropped and counted.
  public var queueLength = 1000
  public var hasDevice = true

  public init(ipv4: [UInt8]? = nil, ipv6: [UInt8]? = nil) {
    self.ipv4 = ipv4
    self.ipv6 = ipv6
  }
}
