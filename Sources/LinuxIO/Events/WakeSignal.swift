internal import CLinux
internal import Glibc

/// Wakes a loop from another thread.
public final class WakeSignal: Sendable {
  /// Readable after `notify`, until `clear`.
  public let descriptor: Int32

  public init() throws(SystemError) {
    descriptor = linux_make_wake_signal()
    guard descriptor >= 0 else { throw SystemError(call: "eventfd", errno: errno) }
  }

  deinit { close(descriptor) }

  /// Any thread, any number of times.
  public func notify() {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, 8)
  }

  public func clear() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, 8)
  }
}
