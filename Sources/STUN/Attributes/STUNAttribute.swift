public import SansIO

/// One attribute of a STUN message, addresses already un-XORed (RFC 8489 §14, RFC 8445 §16.1).
///
/// MESSAGE-INTEGRITY and FINGERPRINT are not here: they belong to the bytes, and `serialized` adds them.
public enum STUNAttribute: Hashable, Sendable {
  case mappedAddress(SocketAddress)
  case xorMappedAddress(SocketAddress)
  case username(String)
  case errorCode(STUNErrorCode)
  case unknownAttributes([UInt16])
  case realm(String)
  case nonce([UInt8])
  case software(String)
  case alternateServer(SocketAddress)
  case priority(UInt32)
  case useCandidate
  case iceControlled(tieBreaker: UInt64)
  case iceControlling(tieBreaker: UInt64)
  /// Not known here, or comprehension-optional and malformed.
  case other(type: UInt16, value: [UInt8])

  /// Types of RFC 8489 §18.3 and RFC 8445 §20.2.
  enum Code {
    static let mappedAddress: UInt16 = 0x0001
    static let username: UInt16 = 0x0006
    static let messageIntegrity: UInt16 = 0x0008
    static let errorCode: UInt16 = 0x0009
    static let unknownAttributes: UInt16 = 0x000a
    static let realm: UInt16 = 0x0014
    static let nonce: UInt16 = 0x0015
    static let messageIntegritySHA256: UInt16 = 0x001c
    static let xorMappedAddress: UInt16 = 0x0020
    static let priority: UInt16 = 0x0024
    static let useCandidate: UInt16 = 0x0025
    static let software: UInt16 = 0x8022
    static let alternateServer: UInt16 = 0x8023
    static let fingerprint: UInt16 = 0x8028
    static let iceControlled: UInt16 = 0x8029
    static let iceControlling: UInt16 = 0x802a
  }

  public var type: UInt16 {
    switch self {
    case .mappedAddress: Code.mappedAddress
    case .xorMappedAddress: Code.xorMappedAddress
    case .username: Code.username
    case .errorCode: Code.errorCode
    case .unknownAttributes: Code.unknownAttributes
    case .realm: Code.realm
    case .nonce: Code.nonce
    case .software: Code.software
    case .alternateServer: Code.alternateServer
    case .priority: Code.priority
    case .useCandidate: Code.useCandidate
    case .iceControlled: Code.iceControlled
    case .iceControlling: Code.iceControlling
    case .other(let type, _): type
    }
  }

  /// A receiver that does not know such a type must refuse the message (RFC 8489 §14).
  static func isComprehensionRequired(_ type: UInt16) -> Bool { type < 0x8000 }
}
