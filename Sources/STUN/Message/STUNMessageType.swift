/// What a STUN message does: request, indication, success or error response (RFC 8489 §5).
public enum STUNClass: UInt8, Hashable, Sendable {
  case request = 0
  case indication = 1
  case success = 2
  case error = 3
}

/// The 12-bit method of a STUN message; ICE knows only Binding.
public struct STUNMethod: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16

  /// Keeps the low 12 bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue & 0xfff }

  /// RFC 8489 §18.2.
  public static let binding = STUNMethod(rawValue: 1)
}

/// Method and class, interleaved in the first 16 bits:
///
///      0                 1
///      2  3  4 5 6 7 8 9 0 1 2 3 4 5
///     +--+--+-+-+-+-+-+-+-+-+-+-+-+-+
///     |M11 … M7 |C1|M6 M5 M4|C0|M3…M0|     RFC 8489 §5, figure 3
///     +--+--+-+-+-+-+-+-+-+-+-+-+-+-+
struct STUNMessageType {
  var method: STUNMethod
  var messageClass: STUNClass

  init(method: STUNMethod, messageClass: STUNClass) {
    self.method = method
    self.messageClass = messageClass
  }

  /// The two top bits of `bits` are ignored.
  init(bits: UInt16) {
    method = STUNMethod(rawValue: bits & 0x000f | (bits & 0x00e0) >> 1 | (bits & 0x3e00) >> 2)
    messageClass =
      switch (bits & 0x0100 != 0, bits & 0x0010 != 0) {
      case (false, false): .request
      case (false, true): .indication
      case (true, false): .success
      case (true, true): .error
      }
  }

  var bits: UInt16 {
    let m = method.rawValue
    let c = UInt16(messageClass.rawValue)
    return m & 0x000f | (m & 0x0070) << 1 | (m & 0x0f80) << 2 | (c & 1) << 4 | (c & 2) << 7
  }
}
