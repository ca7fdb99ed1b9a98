internal import CLinux
internal import Glibc

/// What a descriptor is watched for.
public struct Interest: OptionSet, Hashable, Sendable {
  public let rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let input = Interest(rawValue: 1)
  public static let output = Interest(rawValue: 2)
}

/// Waits for descriptors and for an instant (epoll and a timer with absolute deadlines). One thread owns it.
public final class EventLoop {
  private let poll: Int32
  private let timer: Int32
  private var tokens = [UInt64](repeating: 0, count: 64)

  public init() throws(SystemError) {
    var poll: Int32 = -1
    var timer: Int32 = -1
    let error = unsafe linux_make_poll(&poll, &timer)
    guard error == 0 else { throw SystemError(call: "epoll", errno: error) }
    self.poll = poll
    self.timer = timer
  }

  deinit {
    close(timer)
    close(poll)
  }

  /// Watches a descriptor, or changes what it is watched for; the token (0 or more) comes back from `wait`.
  public func add(_ descriptor: Int32, token: Int, for interest: Interest = .input)
    throws(SystemError)
  {
    let error = linux_poll_set(poll, descriptor, UInt64(token), interest.rawValue)
    guard error == 0 else { throw SystemError(call: "epoll_ctl", errno: error) }
  }

  /// Call it before the descriptor is closed.
  public func remove(_ descriptor: Int32) { linux_poll_remove(poll, descriptor) }

  /// Waits until a descriptor is ready or the instant (`monotonicNanoseconds`) has come; nil: for ever.
  ///
  /// Returns the tokens of those that are ready or at their end, perhaps none: a signal or an old deadline wakes too.
  public func wait(until instant: Int64?) throws(SystemError) -> [Int] {
    let count = unsafe linux_poll_wait(
      poll, timer, instant.map { max(0, $0) } ?? .max, &tokens, Int32(tokens.count))
    guard count >= 0 else { throw SystemError(call: "epoll_wait", errno: errno) }
    return tokens[..<Int(count)].map { Int($0) }
  }
}
