/// What one public server was sent and what came back.
public struct PublicTraffic: Hashable, Sendable {
  /// Datagrams that left the machine, and the bytes in them.
  public var sent = 0
  public var sentBytes = 0
  public var received = 0
  public var receivedBytes = 0
  /// Datagrams that did not pass: no socket was left, they were too many or too long, or the system did not take them.
  public var withheld = 0
  /// How often the network said that nobody is there (ICMP).
  public var refusals = 0
}
