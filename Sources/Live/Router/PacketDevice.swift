internal import Glibc

/// A descriptor that gives and takes one IP packet a call: a TUN device, or in tests a socket that keeps boundaries.
struct PacketDevice {
  enum Reading: Hashable {
    case packet(byteCount: Int)
    case nothing
    /// 0: the other end is gone.
    case failed(errno: Int32)
  }

  var descriptor: Int32

  /// The buffer's size is the longest packet that is read whole.
  func read(into buffer: inout [UInt8]) -> Reading {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 { return .packet(byteCount: count) }
      if count == 0 { return .failed(errno: 0) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .nothing
      default: return .failed(errno: errno)
      }
    }
  }

  /// Returns false when the kernel did not take the packet.
  func write(_ packet: [UInt8]) -> Bool {
    while true {
      let count = unsafe packet.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 { return true }
      if errno != EINTR { return false }
    }
  }
}
