/// One packet at one place of the network.
public struct PacketEvent: Hashable, Sendable {
  public enum Fate: Hashable, Sendable {
    /// The node behind the link sent it.
    case sent
    /// It reached the node behind the link.
    case delivered
    /// The link lost it, and why: "loss", "queue full", "MTU".
    case dropped(String)
  }

  public enum Direction: String, Hashable, Sendable { case up, down }

  /// Of the packet in the capture, counted from 1; the capture holds the bytes, the trace does not repeat them.
  public var number: Int
  public var direction: Direction
  /// The IP packet: headers and payload.
  public var bytesOnWire: Int
  public var fate: Fate

  public init(number: Int, direction: Direction, bytesOnWire: Int, fate: Fate) {
    self.number = number
    self.direction = direction
    self.bytesOnWire = bytesOnWire
    self.fate = fate
  }
}
