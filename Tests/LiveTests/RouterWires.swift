import Glibc
import Live
import Netem
import SansIO
import Trace

/// Stand-ins for TUN devices: socket pairs that keep the boundaries of packets; the far ends are the hosts'.
final class RouterWires {
  let near: [Int32]
  let far: [Int32]

  init(_ count: Int) {
    var near: [Int32] = []
    var far: [Int32] = []
    for _ in 0..<count {
      var ends: [Int32] = [-1, -1]
      unsafe socketpair(
        AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends)
      near.append(ends[0])
      far.append(ends[1])
    }
    self.near = near
    self.far = far
  }

  deinit { for descriptor in near + far { close(descriptor) } }

  func send(_ packet: [UInt8], from host: Int) {
    _ = unsafe packet.withUnsafeBytes { unsafe Glibc.send(far[host], $0.baseAddress, $0.count, 0) }
  }

  /// The next packet for a host; nil when none comes within the time.
  func receive(_ host: Int, within milliseconds: Int32 = 0) -> [UInt8]? {
    var wait = pollfd(fd: far[host], events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&wait, 1, milliseconds) == 1 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 70_000)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe recv(far[host], $0.baseAddress, $0.count, 0)
    }
    return count > 0 ? Array(buffer.prefix(count)) : nil
  }

  /// Peers at 10.0.n.1 and fd00:0:0:n::1, all with the same link.
  func plan(
    _ link: LinkSettings = .perfect, names: [String] = ["alice", "bob"], origin: Int64 = 0,
    stunServers: [RouterPlan.Server] = [], deadAddresses: [[UInt8]] = []
  ) -> RouterPlan {
    RouterPlan(
      origin: origin, seed: Seed(7),
      interfaces: names.enumerated().map { index, name in
        RouterPlan.Interface(
          name: name, tun: near[index], addresses: [Self.v4(index), Self.v6(index)], link: link,
          id: LinkID(index: index))
      }, stunServers: stunServers, deadAddresses: deadAddresses)
  }

  static func v4(_ host: Int) -> [UInt8] { [10, 0, UInt8(host + 1), 1] }

  static func v6(_ host: Int) -> [UInt8] {
    [0xfd, 0, 0, 0, 0, 0, 0, UInt8(host + 1), 0, 0, 0, 0, 0, 0, 0, 1]
  }

  /// What host `from` sends to host `to`.
  static func datagram(
    _ from: Int, _ to: Int, _ payload: [UInt8], ipv6: Bool = false,
    transport: Datagram.Transport = .udp
  ) -> Datagram {
    let isPortless = transport == .icmp || transport == .icmpv6
    return Datagram(
      transport: transport,
      source: SocketAddress(host: ipv6 ? v6(from) : v4(from), port: isPortless ? 0 : 5000),
      destination: SocketAddress(host: ipv6 ? v6(to) : v4(to), port: isPortless ? 0 : 6000),
      payload: payload)
  }
}
