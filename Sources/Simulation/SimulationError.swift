public import SansIO

/// Why a simulated run broke off: never because of what a scenario measures.
public enum SimulationError: Error, Hashable, Sendable {
  /// A node wants to be woken at the same instant again and again.
  case standstill(at: Instant, who: String)
  case unsupportedStack(peer: String, stack: String)
  case missingFile(String)
  case unreadableFile(String, reason: String)
}

extension SimulationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .standstill(let at, let who):
      "time stands still at \(FixedDecimal.milliseconds(at - .start)) ms: \(who) is always due"
    case .unsupportedStack(let peer, let stack):
      "\(peer): the simulated world has only swift peers, not '\(stack)'"
    case .missingFile(let path): "\(path): no such file"
    case .unreadableFile(let path, let reason): "\(path): \(reason)"
    }
  }
}
