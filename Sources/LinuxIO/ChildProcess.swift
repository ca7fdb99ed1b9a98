internal import CLinux
internal import Glibc

/// A call of the system that failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  public var call: String
  public var errno: Int32

  public var description: String { "\(call): \(Self.text(errno))" }

  /// What the system calls an error number.
  private static func text(_ errno: Int32) -> String {
    unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
  }
}

/// A program that runs in a process group of its own and is spoken to in lines.
public final class ChildProcess {
  /// How a process came to its end.
  public enum Exit: Hashable, Sendable {
    case code(Int32)
    case signal(Int32)
  }

  private let pid: pid_t
  private let input: Int32
  /// Readable when the child has written something, or has ended.
  public let output: Int32
  private var unread: [UInt8] = []
  private var isReaped = false

  public init(path: String, arguments: [String]) throws(SystemError) {
    var pid: pid_t = 0
    var input: Int32 = -1
    var output: Int32 = -1
    var argv = unsafe ([path] + arguments).map { unsafe strdup($0) }
    unsafe argv.append(nil)
    let error = unsafe linux_spawn(path, &argv, &pid, &input, &output)
    unsafe argv.forEach { unsafe free($0) }
    guard error == 0 else { throw SystemError(call: "posix_spawn \(path)", errno: error) }
    self.pid = pid
    self.input = input
    self.output = output
  }

  deinit {
    close(input)
    close(output)
    if !isReaped {
      Glibc.kill(-pid, SIGKILL)
      _ = reap()
    }
  }

  /// Writes a line; false: the child no longer reads.
  public func send(_ line: String) -> Bool {
    let bytes = Array((line + "\n").utf8)
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(input, buffer.baseAddress?.advanced(by: sent), buffer.count - sent)
      }
      if count < 0 {
        guard errno == EINTR else { return false }
      } else {
        sent += count
      }
    }
    return true
  }

  /// The whole lines that the child has written by now; nil at the end of its output. Blocks while there is nothing to read.
  public func readLines() -> [String]? {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe read(output, $0.baseAddress, $0.count)
    }
    if count < 0 { return errno == EINTR ? [] : nil }
    guard count > 0 else { return nil }
    unread += buffer[..<count]
    var lines: [String] = []
    while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(String(decoding: unread[..<end], as: UTF8.self))
      unread.removeSubrange(...end)
    }
    return lines
  }

  /// Ends the child and its children at once.
  public func kill() { Glibc.kill(-pid, SIGKILL) }

  /// Waits for the end.
  public func wait() -> Exit {
    defer { isReaped = true }
    return reap()
  }

  private func reap() -> Exit {
    var code: Int32 = 0
    return unsafe linux_wait(pid, &code) == 1 ? .signal(code) : .code(code)
  }
}

/// What a person calls a signal: "segmentation fault".
public func signalName(_ signal: Int32) -> String {
  unsafe strsignal(signal).map { unsafe String(cString: $0).lowercased() } ?? "signal \(signal)"
}

/// Waits until one of the descriptors can be read, or for at most that long; returns the indices of those that can.
public func waitForInput(_ descriptors: [Int32], milliseconds: Int32) -> [Int] {
  var polls = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  guard unsafe poll(&polls, nfds_t(polls.count), milliseconds) > 0 else { return [] }
  return polls.indices.filter { polls[$0].revents != 0 }
}

/// The process's own wish to be ended by SIGINT or SIGTERM, caught so that what is there can be saved.
public enum Interrupts {
  public static func catchThem() { linux_catch_interrupts() }

  /// The signal that came, if one did.
  public static var caught: Int32? {
    let signal = linux_caught_interrupt()
    return signal == 0 ? nil : signal
  }
}
