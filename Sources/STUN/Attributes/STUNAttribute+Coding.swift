internal import SansIO

/// Most bytes of a reason phrase, a SOFTWARE, REALM or NONCE value (RFC 8489 §14.8-14.14): 127 characters.
private let textLimit = 763
/// Most bytes of a USERNAME: fewer than 509 (RFC 8489 §14.3).
private let usernameLimit = 508

extension STUNAttribute {
  /// Reads one value; nil when it breaks the format of its type.
  init?(type: UInt16, value: [UInt8], transactionID: TransactionID) {
    var reader = ByteReader(value)
    do {
      switch type {
      case Code.mappedAddress:
        self = .mappedAddress(try Self.address(&reader))
      case Code.alternateServer:
        self = .alternateServer(try Self.address(&reader))
      case Code.xorMappedAddress:
        self = .xorMappedAddress(Self.xored(try Self.address(&reader), transactionID))
      case Code.username:
        self = .username(try Self.text(value, limit: usernameLimit))
      case Code.realm:
        self = .realm(try Self.text(value, limit: textLimit))
      case Code.software:
        self = .software(try Self.text(value, limit: textLimit))
      case Code.nonce:
        guard value.count <= textLimit else { return nil }
        self = .nonce(value)
      case Code.errorCode:
        try reader.skip(2)
        let hundreds = UInt16(try reader.uint8() & 7)
        let number = UInt16(try reader.uint8())
        guard (3...6).contains(hundreds), number < 100 else { return nil }
        self = .errorCode(
          STUNErrorCode(
            code: hundreds * 100 + number,
            reason: try Self.text(reader.rest(), limit: textLimit)))
      case Code.unknownAttributes:
        var types: [UInt16] = []
        while !reader.isAtEnd { types.append(try reader.uint16()) }
        self = .unknownAttributes(types)
      case Code.priority:
        guard value.count == 4 else { return nil }
        self = .priority(try reader.uint32())
      case Code.useCandidate:
        guard value.isEmpty else { return nil }
        self = .useCandidate
      case Code.iceControlled:
        guard value.count == 8 else { return nil }
        self = .iceControlled(tieBreaker: try reader.uint64())
      case Code.iceControlling:
        guard value.count == 8 else { return nil }
        self = .iceControlling(tieBreaker: try reader.uint64())
      default:
        self = .other(type: type, value: value)
      }
    } catch {
      return nil
    }
  }

  /// The value's bytes, without type, length and padding.
  func value(transactionID: TransactionID) -> [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .mappedAddress(let address), .alternateServer(let address):
      Self.write(address, to: &writer)
    case .xorMappedAddress(let address):
      Self.write(Self.xored(address, transactionID), to: &writer)
    case .username(let text):
      writer.append(text.utf8.prefix(usernameLimit))
    case .realm(let text), .software(let text):
      writer.append(text.utf8.prefix(textLimit))
    case .nonce(let value):
      writer.append(value.prefix(textLimit))
    case .errorCode(let error):
      writer.uint16(0)
      writer.uint8(UInt8(error.code / 100 & 7))
      writer.uint8(UInt8(error.code % 100))
      writer.append(error.reason.utf8.prefix(textLimit))
    case .unknownAttributes(let types):
      for type in types { writer.uint16(type) }
    case .priority(let priority):
      writer.uint32(priority)
    case .useCandidate:
      break
    case .iceControlled(let tieBreaker), .iceControlling(let tieBreaker):
      writer.uint64(tieBreaker)
    case .other(_, let value):
      writer.append(value)
    }
    return writer.bytes
  }

  private struct Malformed: Error {}

  private static func text(_ bytes: [UInt8], limit: Int) throws -> String {
    guard bytes.count <= limit, let text = String(validating: bytes, as: UTF8.self) else {
      throw Malformed()
    }
    return text
  }

  ///      0                   1                   2                   3
  ///     |0 0 0 0 0 0 0 0|    Family     |             Port              |
  ///     |              Address (32 bits or 128 bits)                    |     RFC 8489 §14.1
  private static func address(_ reader: inout ByteReader) throws -> SocketAddress {
    try reader.skip(1)
    let family = try reader.uint8()
    let port = try reader.uint16()
    guard family == 1 && reader.remaining == 4 || family == 2 && reader.remaining == 16 else {
      throw Malformed()
    }
    return SocketAddress(host: reader.rest(), port: port)
  }

  private static func write(_ address: SocketAddress, to writer: inout ByteWriter) {
    writer.uint8(0)
    writer.uint8(address.isIPv6 ? 2 : 1)
    writer.uint16(address.port)
    writer.append(address.host)
  }

  /// XORs port and address with the magic cookie and the transaction ID; its own inverse (RFC 8489 §14.2).
  private static func xored(_ address: SocketAddress, _ id: TransactionID) -> SocketAddress {
    let mask = STUNMessage.magicCookieBytes + (address.isIPv6 ? id.bytes : [])
    var host = address.host
    for index in host.indices where index < mask.count { host[index] ^= mask[index] }
    return SocketAddress(
      host: host, port: address.port ^ UInt16(truncatingIfNeeded: STUNMessage.magicCookie >> 16))
  }
}
