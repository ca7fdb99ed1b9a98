internal import SansIO

/// Secrets of TLS sessions in the NSS key log format, by the random bytes of the client: lines of label, random and secret.
struct KeyLog: Sendable {
  private static let limit = 4096

  struct Session: Sendable {
    /// CLIENT_RANDOM: the master secret, up to DTLS 1.2.
    var masterSecret: [UInt8]?
    /// EXPORTER_SECRET: since DTLS 1.3.
    var exporterSecret: [UInt8]?
  }

  private(set) var sessions: [[UInt8]: Session] = [:]

  /// Lines of other kinds are left.
  ///
  /// - Returns: whether there was any secret in it.
  @discardableResult mutating func add(_ text: [UInt8]) -> Bool {
    var hasSecrets = false
    for line in text.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      let words = line.split(separator: 32)
      guard words.count == 3,
        let random = bytes(hexadecimal: String(decoding: words[1], as: UTF8.self)),
        random.count == 32,
        let secret = bytes(hexadecimal: String(decoding: words[2], as: UTF8.self)),
        (32...64).contains(secret.count)
      else { continue }
      hasSecrets = true
      guard sessions[random] != nil || sessions.count < Self.limit else { continue }
      switch String(decoding: words[0], as: UTF8.self) {
      case "CLIENT_RANDOM": sessions[random, default: Session()].masterSecret = secret
      case "EXPORTER_SECRET": sessions[random, default: Session()].exporterSecret = secret
      default: break
      }
    }
    return hasSecrets
  }
}
