internal import Glibc

/// A call of the system that failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call and what it was for: "open a.yaml".
  public var call: String
  public var errno: Int32

  public init(call: String, errno: Int32) {
    self.call = call
    self.errno = errno
  }

  /// What the system calls it: "no such file or directory".
  public var reason: String {
    let text = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  public var description: String { "\(call): \(reason)" }
}
