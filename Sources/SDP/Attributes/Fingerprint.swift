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
    guard let algorithm = scanner.word(), let text = scanner.word(), scanner.isDone,
      text.utf8.count % 3 == 2
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 3 + 1)
    var high: UInt8 = 0
    for (index, character) in text.utf8.enumerated() {
      if index % 3 == 2 {
        guard character == .colon else { return nil }
        continue
      }
      guard let digit = hexadecimalDigit(character) else { return nil }
      if index % 3 == 0 { high = digit << 4 } else { bytes.append(high | digit) }
    }
    self.init(algorithm: algorithm, bytes: bytes)
  }

  /// "sha-256 AB:CD:…"
  public var value: String { "\(algorithm) \(colonHexadecimal(bytes))" }
}

extension Fingerprint: CustomStringConvertible {
  public var description: String { value }
}
