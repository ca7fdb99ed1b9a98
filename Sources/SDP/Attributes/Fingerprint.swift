internal import SansIO

/// The hash of the certificate that the far side's handshake must present (RFC 8122 §5).
public struct Fingerprint: Hashable, Sendable {
  /// Lower case: "sha-256".
  public var algorithm: String
  public var bytes: [UInt8]

  public init(algorithm: String, bytes: [UInt8]) {
    self.algorithm = algorithm.lowercasedASCII
    self.bytes = bytes
  }

  /// Reads "sha-256 AB:CD:…"; letters of either case.
  public init(parsing text: some StringProtocol) throws(SDPError) {
    var scanner = Scanner(text)
    guard let fingerprint = Fingerprint(&scanner) else {
      throw SDPError(found: String(text), expected: Self.form)
    }
    self = fingerprint
  }

  static let form = "<hash function> <hexadecimal byte>:<hexadecimal byte>:…"

  init?(_ scanner: inout Scanner) {
    guard let algorithm = scanner.word(), scanner.take(.space), let bytes = scanner.octets()
    else { return nil }
    self.init(algorithm: algorithm, bytes: bytes)
  }

  /// "sha-256 AB:CD:…"
  public var value: String { "\(algorithm) \(colonHexadecimal(bytes))" }
}

extension Scanner {
  /// What is left, read as hexadecimal bytes with colons between them; nil when it is anything else.
  fileprivate mutating func octets() -> [UInt8]? {
    skipSpaces()
    var octets: [UInt8] = []
    octets.reserveCapacity((end - position + 1) / 3)
    repeat {
      guard let high = digit(), let low = digit() else { return nil }
      octets.append(high << 4 | low)
    } while take(.colon)
    return isDone ? octets : nil
  }

  private mutating func digit() -> UInt8? { pass().flatMap(hexadecimalDigit) }
}

extension Fingerprint: CustomStringConvertible {
  public var description: String { value }
}
