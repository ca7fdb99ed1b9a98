public import LinuxIO
internal import SansIO

/// A peer that broke its word: the call says nothing about interop then.
public struct PeerFailure: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case cannotStart(String)
    /// Nothing came in answer to a request in its time.
    case hung(method: String, limit: Duration)
    case ended(ChildProcess.Exit)
    /// Its output ended, and how its process did is not known.
    case silent
    /// A line that is no message of the protocol.
    case nonsense(line: String, expected: String)
    case flooded(String)
    /// `create` failed: it cannot be the peer that it was asked to be.
    case refused(String)
    /// It said so itself.
    case broke(String)
  }

  public var peer: String
  public var stack: String
  public var kind: Kind
  /// The last lines of its standard error.
  public var log: [String]

  public init(peer: String, stack: String, kind: Kind, log: [String] = []) {
    self.peer = peer
    self.stack = stack
    self.kind = kind
    self.log = log
  }
}

extension PeerFailure: CustomStringConvertible {
  public var description: String {
    let last = log.isEmpty ? "" : "; the end of its log: \(log.joined(separator: " | "))"
    return "peer \(peer) (\(stack)) \(kind)\(last)"
  }
}

extension PeerFailure.Kind: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotStart(let reason): "cannot be started: \(reason)"
    case .hung(let method, let limit):
      "did not answer '\(method)' within \(limit.milliseconds / 1000) s"
    case .ended(let exit):
      switch exit {
      case .code: "ended in the middle of the run with \(exit)"
      case .signal: "was ended by \(exit)"
      }
    case .silent: "closed its output in the middle of the run"
    case .nonsense(let line, let expected):
      "wrote a line that is no message: expected \(expected), found '\(line)'"
    case .flooded(let what): "flooded its output: \(what)"
    case .refused(let reason): "cannot be what the scenario asks for: \(reason)"
    case .broke(let reason): "broke: \(reason)"
    }
  }
}
