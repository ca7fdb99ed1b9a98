internal import CLinux
internal import Glibc

/// A TCP connection whose every step has a time limit.
public final class TCPConnection {
  /// Non-blocking; readable when something has come.
  public let descriptor: Int32

  /// Connects to an address of 4 or 16 bytes.
  public init(host: [UInt8], port: UInt16, timeout milliseconds: Int) throws(SystemError) {
    descriptor = unsafe linux_tcp_connect(host, host.count, port)
    guard descriptor >= 0 else { throw SystemError(call: "connect to port \(port)", errno: errno) }
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    if !waitForDescriptor(descriptor, output: true, until: Self.deadline(milliseconds)) {
      error = ETIMEDOUT
    } else if unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) != 0 {
      error = errno
    }
    guard error == 0 else {
      close(descriptor)
      throw SystemError(call: "connect to port \(port)", errno: error)
    }
  }

  deinit { close(descriptor) }

  /// Sends all bytes, or throws ETIMEDOUT.
  public func send(_ bytes: [UInt8], timeout milliseconds: Int) throws(SystemError) {
    let deadline = Self.deadline(milliseconds)
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.send(
          descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent,
          Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        sent += count
        continue
      }
      guard errno == EINTR || errno == EAGAIN else { throw SystemError(call: "send", errno: errno) }
      guard waitForDescriptor(descriptor, output: true, until: deadline) else {
        throw SystemError(call: "send", errno: ETIMEDOUT)
      }
    }
  }

  /// Waits for bytes, and returns what is there (at most 64 KiB); empty: the other side has closed. Throws ETIMEDOUT.
  public func receive(timeout milliseconds: Int) throws(SystemError) -> [UInt8] {
    let deadline = Self.deadline(milliseconds)
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      if let count = try Descriptor.read(descriptor, into: &buffer) {
        return Array(buffer[..<count])
      }
      guard waitForDescriptor(descriptor, output: false, until: deadline) else {
        throw SystemError(call: "receive", errno: ETIMEDOUT)
      }
    }
  }

  private static func deadline(_ milliseconds: Int) -> Int64 {
    monotonicNanoseconds() + Int64(max(0, milliseconds)) * 1_000_000
  }
}
