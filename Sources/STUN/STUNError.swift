/// What is wrong with bytes that should be a STUN message; offsets count from the start of the message.
public enum STUNError: Error, Hashable, Sendable {
  /// The header is 20 bytes (RFC 8489 §5).
  case truncatedHeader(byteCount: Int)
  /// The two most significant bits of every STUN message are zero (RFC 8489 §5).
  case notSTUN(firstByte: UInt8)
  case magicCookie(UInt32)
  /// The header's length does not say how many bytes follow it, or is no multiple of 4.
  case length(stated: Int, actual: Int)
  case attributeOverrun(type: UInt16, offset: Int)
  /// A comprehension-required attribute whose value breaks its format.
  case malformedAttribute(type: UInt16, offset: Int)
  /// FINGERPRINT must be last and hold the CRC-32 of what precedes it (RFC 8489 §14.7).
  case fingerprint(offset: Int)
}

extension STUNError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .truncatedHeader(let byteCount): "\(byteCount) bytes are no header"
    case .notSTUN(let firstByte): "first byte is \(firstByte)"
    case .magicCookie: "wrong magic cookie"
    case .length(let stated, let actual): "length says \(stated), \(actual) bytes follow"
    case .attributeOverrun(let type, let offset):
      "attribute \(type) at byte \(offset) reaches past the end"
    case .malformedAttribute(let type, let offset):
      "attribute \(type) at byte \(offset) is malformed"
    case .fingerprint(let offset): "wrong FINGERPRINT at byte \(offset)"
    }
  }
}
