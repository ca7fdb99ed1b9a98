internal import Glibc

/// One end of a pipe that does not block.
enum Pipe {
  enum Reading {
    case bytes(Int)
    case nothing
    /// The other end is closed, or the pipe is broken.
    case closed
  }

  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Reading {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 { return .bytes(count) }
      if count == 0 { return .closed }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .nothing
      default: return .closed
      }
    }
  }

  /// How many bytes went; nil: nobody reads any more.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int? {
    while true {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: return 0
      default: return nil
      }
    }
  }

  /// Writing to a process that has ended is an error, not our own end.
  static func ignoreBrokenPipes() { _ = unsafe signal(SIGPIPE, SIG_IGN) }
}
