internal import SansIO

/// Where peers and servers are: the same addresses as in the simulated world, and IPv6 beside them.
enum LiveAddresses {
  static let serverPort: UInt16 = 3478

  /// 10.0.n.1, counted from 1.
  static func ipv4(ofPeer index: Int) -> [UInt8] { [10, 0, UInt8(index % 254) + 1, 1] }

  /// fd00:0:0:n::1, counted from 1.
  static func ipv6(ofPeer index: Int) -> [UInt8] {
    var host = [UInt8](repeating: 0, count: 16)
    host[0] = 0xfd
    host[7] = UInt8(index % 254) + 1
    host[15] = 1
    return host
  }

  /// 203.0.113.n, counted from 1.
  static func server(_ index: Int) -> SocketAddress {
    SocketAddress(host: [203, 0, 113, UInt8(index % 254) + 1], port: serverPort)
  }
}
