internal import Glibc

/// Reading and writing of descriptors that do not block.
public enum Descriptor {
  /// Reads what is there into the buffer; nil: nothing is, 0: the end.
  public static func read(_ descriptor: Int32, into buffer: inout [UInt8]) throws(SystemError)
    -> Int?
  {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: return nil
      default: throw SystemError(call: "read", errno: errno)
      }
    }
  }

  /// Writes as many of the bytes as there is room for; nil: there is none.
  public static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError)
    -> Int?
  {
    while true {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: return nil
      default: throw SystemError(call: "write", errno: errno)
      }
    }
  }

  public static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  /// Has reads and writes return at once where they would wait.
  public static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }
}
