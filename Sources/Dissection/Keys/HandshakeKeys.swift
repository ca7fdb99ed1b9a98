internal import DTLS
internal import SRTP

/// The SRTP keys of a handshake, from its hellos and a secret of its key log.
enum HandshakeKeys {
  struct Key: Hashable, Sendable {
    var cipher: SRTPCipher
    /// Key, then salt.
    var material: [UInt8]
  }

  /// The client's and the server's key for each profile that may have been chosen; empty where the log has no secret of it.
  ///
  /// The server of DTLS 1.3 chooses the profile where nobody can read it, so that all that the client offered are given.
  static func derive(client: HelloMessage, server: HelloMessage, _ log: KeyLog) -> [Key] {
    guard let session = log.sessions[client.random] else { return [] }
    let profiles = server.profiles.isEmpty ? client.profiles : server.profiles
    return profiles.compactMap(cipher).flatMap { cipher -> [Key] in
      let byteCount = 2 * cipher.keyingMaterialByteCount
      let hash = hash(ofSuite: server.ciphers.first ?? 0)
      var exported: [UInt8]?
      if server.version <= 0xfefc {
        exported = session.exporterSecret.flatMap { secret in
          try? SRTPExporter.dtls13(exporterSecret: secret, hash: hash, byteCount: byteCount)
        }
      } else {
        exported = session.masterSecret.flatMap { secret in
          try? SRTPExporter.dtls12(
            masterSecret: secret, clientRandom: client.random, serverRandom: server.random,
            hash: hash, byteCount: byteCount)
        }
      }
      guard let exported, exported.count == byteCount else { return [] }
      return cut(exported, cipher)
    }
  }

  /// Client key, server key, client salt, server salt (RFC 5764 §4.2).
  private static func cut(_ exported: [UInt8], _ cipher: SRTPCipher) -> [Key] {
    let (key, salt) = (cipher.keyByteCount, cipher.saltByteCount)
    return [0, 1].map { side in
      let salts = 2 * key + side * salt
      return Key(
        cipher: cipher,
        material: Array(
          exported[side * key..<(side + 1) * key] + exported[salts..<salts + salt]))
    }
  }

  /// Those whose packets can be opened here (RFC 5764 §4.1.2, RFC 7714 §14.2).
  private static func cipher(_ profile: UInt16) -> SRTPCipher? {
    switch profile {
    case 1: .aes128CMHMACSHA1_80
    case 7: .aeadAES128GCM
    case 8: .aeadAES256GCM
    default: nil
    }
  }

  /// SHA-256, unless the name of the suite ends in another (RFC 5246 §5, RFC 8446 §7.1).
  private static func hash(ofSuite suite: UInt16) -> FingerprintAlgorithm {
    DTLSNames.cipher(suite).hasSuffix("SHA384") ? .sha384 : .sha256
  }
}
