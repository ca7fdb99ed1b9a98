/// A line that is no message of the protocol, and what would have been accepted in its place.
public struct AgentMessageError: Error, Hashable, Sendable, CustomStringConvertible {
  public var expected: String

  public init(expected: String) { self.expected = expected }

  public var description: String { "expected \(expected)" }
}
