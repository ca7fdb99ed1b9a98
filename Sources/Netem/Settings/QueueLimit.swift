/// How much the queue in front of a link holds; a packet that finds it full is dropped (tail drop).
///
/// What is being sent still counts: a packet leaves the queue with its last bit, as in dummynet and libwebrtc.
public enum QueueLimit: Hashable, Sendable {
  /// At most that many packets.
  case packets(Int)
  /// At most that many bytes, the new packet's included, counted as the rate counts them.
  case bytes(Int)
  /// A packet is taken when all that is ahead of it will have been sent within that time, at the rate now in force.
  case milliseconds(Int)

  /// The bound where none is asked for, so that a rate of 0 cannot use all memory.
  public static let implicit = QueueLimit.packets(10_000)
}
