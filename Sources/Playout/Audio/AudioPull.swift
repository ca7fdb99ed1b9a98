/// What to play for the next unit of sound.
public enum AudioPull: Hashable, Sendable {
  /// Decode and play this.
  case packet([UInt8], rtpTimestamp: UInt32)
  /// This one was lost, and the one behind it is here: decode what that repeats of it (RFC 6716 §2.1.7).
  case recover(fromNext: [UInt8])
  /// Nothing came in time, or the delay has to grow: let the decoder conceal one unit.
  case conceal
  /// Nothing to play: before the first packet, and from one second without sound until it comes back. Play silence.
  case nothing
}

/// Counts of what happened to units of sound.
public struct AudioStatistics: Hashable, Sendable {
  public var received = 0
  public var played = 0
  /// Pulls answered with `conceal`; includes `inserted`.
  public var concealed = 0
  /// Units added because the delay was too short.
  public var inserted = 0
  /// Units left out because the delay was too long.
  public var dropped = 0
  /// Packets that came when their turn was over.
  public var discardedLate = 0
  public var duplicates = 0
  public var malformed = 0
  /// Restarts after an outage or a jump of timestamps.
  public var resets = 0
}
