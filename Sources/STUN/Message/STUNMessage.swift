internal import SansIO

/// One STUN message (RFC 8489 §5).
///
///      0                   1                   2                   3
///     |0 0|     STUN Message Type     |         Message Length        |
///     |                         Magic Cookie                          |
///     |                     Transaction ID (96 bits)                  |
public struct STUNMessage: Hashable, Sendable {
  public static let magicCookie: UInt32 = 0x2112_a442
  static let magicCookieBytes: [UInt8] = [0x21, 0x12, 0xa4, 0x42]
  static let headerByteCount = 20

  public var method: STUNMethod
  public var messageClass: STUNClass
  public var transactionID: TransactionID
  /// In the order of the wire; what follows MESSAGE-INTEGRITY is not here (RFC 8489 §14.5).
  public var attributes: [STUNAttribute]

  public init(
    _ messageClass: STUNClass, method: STUNMethod = .binding, transactionID: TransactionID,
    attributes: [STUNAttribute] = []
  ) {
    self.method = method
    self.messageClass = messageClass
    self.transactionID = transactionID
    self.attributes = attributes
  }

  /// Whether a datagram that shares its socket with DTLS and SRTP is STUN: first byte 0...3 (RFC 7983 §7).
  ///
  /// True also for garbage that begins so; only `init(parsing:)` tells.
  public static func isSTUN(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first else { return false }
    return first <= 3
  }
}

extension STUNMessage {
  /// Bytes, checked: length, magic cookie, attribute bounds, and FINGERPRINT where there is one.
  ///
  /// Integrity is not checked here, since the key depends on the message: see `verifiesIntegrity`.
  public init(parsing bytes: [UInt8]) throws(STUNError) {
    do {
      try self.init(checked: bytes)
    } catch let error as STUNError {
      throw error
    } catch {
      throw .truncatedHeader(byteCount: bytes.count)
    }
  }

  private init(checked bytes: [UInt8]) throws {
    var reader = ByteReader(bytes)
    guard bytes.count >= Self.headerByteCount else {
      throw STUNError.truncatedHeader(byteCount: bytes.count)
    }
    guard bytes[0] <= 0x3f else { throw STUNError.notSTUN(firstByte: bytes[0]) }
    let type = STUNMessageType(bits: try reader.uint16())
    let length = Int(try reader.uint16())
    let cookie = try reader.uint32()
    guard cookie == Self.magicCookie else { throw STUNError.magicCookie(cookie) }
    transactionID = TransactionID(high: try reader.uint64(), low: try reader.uint32())
    guard length == reader.remaining, length % 4 == 0 else {
      throw STUNError.length(stated: length, actual: reader.remaining)
    }
    method = type.method
    messageClass = type.messageClass
    attributes = []
    var isSealed = false
    for attribute in RawAttributes(bytes) {
      let attribute = try attribute.get()
      switch attribute.type {
      case STUNAttribute.Code.fingerprint:
        guard
          attribute.end == bytes.count,
          Array(bytes[attribute.valueRange]) == Self.fingerprint(of: bytes[..<attribute.offset])
        else { throw STUNError.fingerprint(offset: attribute.offset) }
      case STUNAttribute.Code.messageIntegrity, STUNAttribute.Code.messageIntegritySHA256:
        isSealed = true
      default:
        // RFC 8489 §14.5: anybody could have added what follows MESSAGE-INTEGRITY.
        guard !isSealed else { continue }
        let value = Array(bytes[attribute.valueRange])
        if let known = STUNAttribute(
          type: attribute.type, value: value, transactionID: transactionID)
        {
          attributes.append(known)
        } else if STUNAttribute.isComprehensionRequired(attribute.type) {
          throw STUNError.malformedAttribute(type: attribute.type, offset: attribute.offset)
        } else {
          attributes.append(.other(type: attribute.type, value: value))
        }
      }
    }
  }

  /// The message's bytes, with MESSAGE-INTEGRITY when there is a key, and FINGERPRINT last when wanted.
  ///
  /// - Parameter integrityKey: short-term credentials: the password's bytes (RFC 8489 §9.1.1).
  public func serialized(integrityKey: [UInt8]?, fingerprint: Bool) -> [UInt8] {
    var writer = ByteWriter(reserving: 128)
    writer.uint16(STUNMessageType(method: method, messageClass: messageClass).bits)
    writer.uint16(0)
    writer.uint32(Self.magicCookie)
    writer.uint64(transactionID.high)
    writer.uint32(transactionID.low)
    for attribute in attributes {
      let value = attribute.value(transactionID: transactionID)
      // Room is kept for integrity and fingerprint: the length field has 16 bits.
      guard writer.count + value.count + 8 + 32 <= 0xffff else { break }
      Self.append(attribute.type, value, to: &writer)
    }
    // Each of the two counts itself in the length that it covers (RFC 8489 §14.5, §14.7).
    if let integrityKey {
      writer.patch(uint16: UInt16(writer.count - Self.headerByteCount + 24), at: 2)
      let code = HMACSHA1.authenticationCode(of: writer.bytes, key: integrityKey)
      Self.append(STUNAttribute.Code.messageIntegrity, code, to: &writer)
    }
    if fingerprint {
      writer.patch(uint16: UInt16(writer.count - Self.headerByteCount + 8), at: 2)
      Self.append(
        STUNAttribute.Code.fingerprint, Self.fingerprint(of: writer.bytes[...]), to: &writer)
    }
    writer.patch(uint16: UInt16(writer.count - Self.headerByteCount), at: 2)
    return writer.bytes
  }

  private static func append(_ type: UInt16, _ value: [UInt8], to writer: inout ByteWriter) {
    writer.uint16(type)
    writer.uint16(UInt16(value.count))
    writer.append(value)
    writer.zeros(-value.count & 3)
  }

  /// Whether the message carries a MESSAGE-INTEGRITY made with this key (RFC 8489 §14.5); false without one.
  public static func verifiesIntegrity(_ bytes: [UInt8], key: [UInt8]) -> Bool {
    guard let attribute = integrity(in: bytes) else { return false }
    var covered = Array(bytes[..<attribute.offset])
    // The length covers MESSAGE-INTEGRITY and nothing behind it.
    let length = attribute.end - headerByteCount
    covered[2] = UInt8(truncatingIfNeeded: length >> 8)
    covered[3] = UInt8(truncatingIfNeeded: length)
    let expected = HMACSHA1.authenticationCode(of: covered, key: key)
    var difference: UInt8 = 0
    for (a, b) in zip(expected, bytes[attribute.valueRange]) { difference |= a ^ b }
    return difference == 0
  }

  /// Whether there is a MESSAGE-INTEGRITY at all, right or wrong.
  public static func hasIntegrity(_ bytes: [UInt8]) -> Bool { integrity(in: bytes) != nil }

  private static func integrity(in bytes: [UInt8]) -> RawAttribute? {
    guard bytes.count >= headerByteCount else { return nil }
    for case .success(let attribute) in RawAttributes(bytes)
    where attribute.type == STUNAttribute.Code.messageIntegrity {
      return attribute.valueRange.count == 20 ? attribute : nil
    }
    return nil
  }

  private static func fingerprint(of covered: ArraySlice<UInt8>) -> [UInt8] {
    var writer = ByteWriter(reserving: 4)
    writer.uint32(CRC32.checksum(covered) ^ 0x5354_554e)
    return writer.bytes
  }
}
