/// Why a live run cannot be made: the machine or the scenario, never a peer.
public enum LiveError: Error, Hashable, Sendable {
  case unknownStack(peer: String, stack: String, known: [String])
  /// The stack is not there, and what brings it.
  case missingStack(peer: String, reason: String)
  case missingService(String, reason: String)
  case service(String, reason: String)
  /// A server outside the machine, by its name and its place.
  case publicServer(String, String, reason: String)
  /// `binary:` or `flags:` where the stack has no use for them, or needs them.
  case wrongPlan(peer: String, reason: String)
}

extension LiveError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownStack(let peer, let stack, let known):
      "\(peer): no stack '\(stack)'; the live world has \(known.joined(separator: ", "))"
    case .missingStack(let peer, let reason): "\(peer): \(reason)"
    case .missingService(let name, let reason): "server \(name): \(reason)"
    case .service(let name, let reason): "server \(name) did not start: \(reason)"
    case .publicServer(let name, let place, let reason):
      "server \(name) (\(place)) cannot be used: \(reason)"
    case .wrongPlan(let peer, let reason): "\(peer): \(reason)"
    }
  }
}
