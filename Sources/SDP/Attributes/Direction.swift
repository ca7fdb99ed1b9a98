/// Which way media flows, from the side whose description says it (RFC 8866 §6.7).
public enum Direction: String, Hashable, Sendable {
  case sendrecv, sendonly, recvonly, inactive

  public init(sends: Bool, receives: Bool) {
    self =
      switch (sends, receives) {
      case (true, true): .sendrecv
      case (true, false): .sendonly
      case (false, true): .recvonly
      case (false, false): .inactive
      }
  }

  public var sends: Bool { self == .sendrecv || self == .sendonly }
  public var receives: Bool { self == .sendrecv || self == .recvonly }

  /// The same, seen from the far side.
  public var reversed: Direction { Direction(sends: receives, receives: sends) }

  /// What both allow.
  public func intersection(_ other: Direction) -> Direction {
    Direction(sends: sends && other.sends, receives: receives && other.receives)
  }
}

/// Who begins the DTLS handshake (RFC 4145 §4, RFC 8842 §5).
public enum SetupRole: String, Hashable, Sendable {
  case actpass, active, passive, holdconn
}
