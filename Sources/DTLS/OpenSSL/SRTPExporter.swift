internal import COpenSSL
internal import SansIO

/// SRTP keys from the secrets of a key log, for whoever listened to a handshake and was no part of it (RFC 5764 §4.2).
public enum SRTPExporter {
  private static let label = Array("EXTRACTOR-dtls_srtp".utf8)

  /// DTLS 1.2: the exporter of RFC 5705 §4 without a context, by the PRF of RFC 5246 §5.
  ///
  /// - Parameters:
  ///   - masterSecret: what a key log calls CLIENT_RANDOM.
  ///   - hash: that of the cipher suite.
  /// - Returns: client key, server key, client salt, server salt.
  public static func dtls12(
    masterSecret: [UInt8], clientRandom: [UInt8], serverRandom: [UInt8],
    hash: FingerprintAlgorithm, byteCount: Int
  ) throws(DTLSError) -> [UInt8] {
    try derive(
      .prf, hash, masterSecret, label + clientRandom + serverRandom, byteCount)
  }

  /// DTLS 1.3: the exporter of RFC 8446 §7.5 without a context, with the label prefix of RFC 9147 §5.9.
  ///
  /// - Parameter exporterSecret: what a key log calls EXPORTER_SECRET.
  public static func dtls13(
    exporterSecret: [UInt8], hash: FingerprintAlgorithm, byteCount: Int
  ) throws(DTLSError) -> [UInt8] {
    let empty = digest([], hash)
    let secret = try expand(exporterSecret, label, empty, hash, empty.count)
    return try expand(secret, Array("exporter".utf8), empty, hash, byteCount)
  }

  /// HKDF-Expand-Label (RFC 8446 §7.1).
  private static func expand(
    _ secret: [UInt8], _ label: [UInt8], _ context: [UInt8], _ hash: FingerprintAlgorithm,
    _ byteCount: Int
  ) throws(DTLSError) -> [UInt8] {
    let name = Array("dtls13".utf8) + label
    var info = ByteWriter()
    info.uint16(UInt16(truncatingIfNeeded: byteCount))
    info.uint8(UInt8(truncatingIfNeeded: name.count))
    info.append(name)
    info.uint8(UInt8(truncatingIfNeeded: context.count))
    info.append(context)
    return try derive(.expand, hash, secret, info.bytes, byteCount)
  }

  private enum Function: String {
    case prf = "TLS1-PRF"
    case expand = "HKDF-Expand"
  }

  private static func derive(
    _ function: Function, _ hash: FingerprintAlgorithm, _ secret: [UInt8], _ info: [UInt8],
    _ byteCount: Int
  ) throws(DTLSError) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: byteCount)
    let name = hash.libraryName
    let status =
      switch function {
      case .prf:
        unsafe shim_prf(
          name, secret, secret.count, info, info.count, &output, byteCount)
      case .expand:
        unsafe shim_hkdf_expand(
          name, secret, secret.count, info, info.count, &output, byteCount)
      }
    guard status == 1 else { throw libraryError(function.rawValue) }
    return output
  }
}

extension FingerprintAlgorithm {
  fileprivate var libraryName: String {
    switch self {
    case .sha256: "SHA2-256"
    case .sha384: "SHA2-384"
    case .sha512: "SHA2-512"
    }
  }
}
