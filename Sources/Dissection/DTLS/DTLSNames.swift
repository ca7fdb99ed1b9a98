/// Numbers of DTLS in words.
enum DTLSNames {
  /// RFC 5246 §7.4, RFC 6347 §4.2.2, RFC 8446 §4.
  static func message(_ type: UInt8) -> String {
    switch type {
    case 0: "HelloRequest"
    case 1: "ClientHello"
    case 2: "ServerHello"
    case 3: "HelloVerifyRequest"
    case 4: "NewSessionTicket"
    case 11: "Certificate"
    case 12: "ServerKeyExchange"
    case 13: "CertificateRequest"
    case 14: "ServerHelloDone"
    case 15: "CertificateVerify"
    case 16: "ClientKeyExchange"
    case 20: "Finished"
    default: "handshake \(type)"
    }
  }

  /// RFC 5246 §7.2, RFC 8446 §6.
  static func alert(_ code: UInt8) -> String {
    switch code {
    case 0: "close_notify"
    case 10: "unexpected_message"
    case 20: "bad_record_mac"
    case 22: "record_overflow"
    case 40: "handshake_failure: the two sides have no cipher, curve or SRTP profile in common"
    case 42: "bad_certificate"
    case 43: "unsupported_certificate"
    case 44: "certificate_revoked"
    case 45: "certificate_expired"
    case 46: "certificate_unknown"
    case 47: "illegal_parameter"
    case 48: "unknown_ca"
    case 49: "access_denied"
    case 50: "decode_error"
    case 51: "decrypt_error"
    case 70: "protocol_version: the two sides have no version in common"
    case 71: "insufficient_security"
    case 80: "internal_error"
    case 86: "inappropriate_fallback"
    case 90: "user_canceled"
    case 100: "no_renegotiation"
    case 109: "missing_extension"
    case 110: "unsupported_extension"
    default: "alert \(code)"
    }
  }

  static func version(_ value: UInt16) -> String {
    switch value {
    case 0xfeff: "DTLS 1.0"
    case 0xfefd: "DTLS 1.2"
    case 0xfefc: "DTLS 1.3"
    default: "version 0x\(String(value, radix: 16))"
    }
  }

  /// The suites that WebRTC stacks use (IANA TLS cipher suites).
  static func cipher(_ value: UInt16) -> String {
    switch value {
    case 0x002f: "TLS_RSA_WITH_AES_128_CBC_SHA"
    case 0x0035: "TLS_RSA_WITH_AES_256_CBC_SHA"
    case 0x009c: "TLS_RSA_WITH_AES_128_GCM_SHA256"
    case 0x1301: "TLS_AES_128_GCM_SHA256"
    case 0x1302: "TLS_AES_256_GCM_SHA384"
    case 0x1303: "TLS_CHACHA20_POLY1305_SHA256"
    case 0xc009: "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA"
    case 0xc00a: "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA"
    case 0xc013: "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"
    case 0xc014: "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA"
    case 0xc02b: "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"
    case 0xc02c: "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"
    case 0xc02f: "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"
    case 0xc030: "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"
    case 0xcca8: "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"
    case 0xcca9: "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"
    default: "cipher 0x\(String(value, radix: 16))"
    }
  }

  /// RFC 5764 §4.1.2, RFC 7714 §14.2.
  static func profile(_ value: UInt16) -> String {
    switch value {
    case 1: "SRTP_AES128_CM_HMAC_SHA1_80"
    case 2: "SRTP_AES128_CM_HMAC_SHA1_32"
    case 7: "SRTP_AEAD_AES_128_GCM"
    case 8: "SRTP_AEAD_AES_256_GCM"
    default: "profile \(value)"
    }
  }
}
