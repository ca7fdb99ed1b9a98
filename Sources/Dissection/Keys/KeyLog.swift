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
  mutating func add(_ bytes: [UInt8]) {
    for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      let words = line.split(separator: 32)
      guard words.count == 3, let random = Self.bytes(words[1]), random.count == 32,
        let secret = Self.bytes(words[2]), (32...64).contains(secret.count),
        sessions[random] != nil || sessions.count < Self.limit
      else { continue }
      switch String(decoding: words[0], as: UTF8.self) {
      case "CLIENT_RANDOM": sessions[random, default: Session()].masterSecret = secret
      case "EXPORTER_SECRET": sessions[random, default: Session()].exporterSecret = secret
      default: break
      }
    }
  }

  static func bytes(_ digits: some Collection<UInt8>) -> [UInt8]? {
    guard digits.count % 2 == 0 else { return nil }
    var result: [UInt8] = []
    var high: UInt8?
    for digit in digits {
      guard let value = hexadecimalDigit(digit) else { return nil }
      if let first = high {
        result.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return result
  }
}
