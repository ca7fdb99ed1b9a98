public import SansIO

/// The first attribute of each kind, which is the one that counts (RFC 8489 §14).
extension STUNMessage {
  public var username: String? {
    first { if case .username(let value) = $0 { value } else { nil } }
  }

  public var software: String? {
    first { if case .software(let value) = $0 { value } else { nil } }
  }

  public var realm: String? { first { if case .realm(let value) = $0 { value } else { nil } } }

  public var nonce: [UInt8]? { first { if case .nonce(let value) = $0 { value } else { nil } } }

  public var priority: UInt32? {
    first { if case .priority(let value) = $0 { value } else { nil } }
  }

  public var useCandidate: Bool { attributes.contains(.useCandidate) }

  /// The sender's tie-breaker, when it believes itself controlling.
  public var iceControlling: UInt64? {
    first { if case .iceControlling(let value) = $0 { value } else { nil } }
  }

  /// The sender's tie-breaker, when it believes itself controlled.
  public var iceControlled: UInt64? {
    first { if case .iceControlled(let value) = $0 { value } else { nil } }
  }

  public var xorMappedAddress: SocketAddress? {
    first { if case .xorMappedAddress(let value) = $0 { value } else { nil } }
  }

  public var mappedAddress: SocketAddress? {
    first { if case .mappedAddress(let value) = $0 { value } else { nil } }
  }

  public var alternateServer: SocketAddress? {
    first { if case .alternateServer(let value) = $0 { value } else { nil } }
  }

  public var errorCode: STUNErrorCode? {
    first { if case .errorCode(let value) = $0 { value } else { nil } }
  }

  public var unknownAttributes: [UInt16]? {
    first { if case .unknownAttributes(let value) = $0 { value } else { nil } }
  }

  /// Comprehension-required types that are not known here: a request with one is refused (RFC 8489 §6.3.1).
  public var unknownRequiredAttributes: [UInt16] {
    attributes.compactMap {
      if case .other(let type, _) = $0, STUNAttribute.isComprehensionRequired(type) {
        type
      } else {
        nil
      }
    }
  }

  private func first<Value>(_ pick: (STUNAttribute) -> Value?) -> Value? {
    for attribute in attributes {
      if let value = pick(attribute) { return value }
    }
    return nil
  }
}
