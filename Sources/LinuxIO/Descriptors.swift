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

/// Two ends of a pipe, which no other program inherits.
public func makePipe() throws(SystemError) -> (output: Int32, input: Int32) {
  var ends: [Int32] = [-1, -1]
  guard unsafe pipe(&ends) == 0 else { throw SystemError(call: "pipe", errno: errno) }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// Waits until one of the descriptors can be read, or for at most that long; returns the indices of those that can.
public func waitForInput(_ descriptors: [Int32], milliseconds: Int32) -> [Int] {
  var polls = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  guard unsafe poll(&polls, nfds_t(polls.count), milliseconds) > 0 else { return [] }
  return polls.indices.filter { polls[$0].revents != 0 }
}

/// Waits until a descriptor can be read or written; false: the instant came first.
func waitForDescriptor(_ descriptor: Int32, output: Bool, until deadline: Int64) -> Bool {
  while true {
    let left = (deadline - monotonicNanoseconds() + 999_999) / 1_000_000
    var entry = pollfd(fd: descriptor, events: Int16(output ? POLLOUT : POLLIN), revents: 0)
    let count = unsafe poll(&entry, 1, Int32(clamping: max(0, left)))
    if count > 0 { return true }
    if count == 0 || errno != EINTR { return false }
  }
}
