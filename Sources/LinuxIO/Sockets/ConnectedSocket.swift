internal import CLinux
internal import Glibc

/// A UDP socket that is tied to one far address: the kernel lets nothing else in or out. It never blocks.
///
/// It stays in the network in which it was opened, whatever network its process goes to.
public final class ConnectedSocket: Sendable {
  public let descriptor: Int32

  public init(to host: [UInt8], port: UInt16) throws(SystemError) {
    descriptor = unsafe linux_udp_connect(host, host.count, port)
    guard descriptor >= 0 else {
      throw SystemError(call: "open a UDP socket to port \(port)", errno: errno)
    }
  }

  deinit { close(descriptor) }

  /// What came of asking for one datagram.
  public enum Arrival: Hashable, Sendable {
    case datagram(byteCount: Int)
    case nothing
    /// The far side, or somebody before it, refused what was sent (ICMP).
    case refusal
  }

  /// The buffer's size is the longest datagram that is taken whole.
  public func receive(into buffer: inout [UInt8]) -> Arrival {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      }
      if count >= 0 { return .datagram(byteCount: count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .nothing
      default: return .refusal
      }
    }
  }

  /// False: the system did not take it.
  public func send(_ bytes: [UInt8]) -> Bool {
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    // The first attempt may tell what became of an earlier datagram (ICMP).
    for _ in 0..<3 {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
      }
      if count >= 0 { return true }
      guard errno == EINTR || errno == ECONNREFUSED else { return false }
    }
    return false
  }
}
