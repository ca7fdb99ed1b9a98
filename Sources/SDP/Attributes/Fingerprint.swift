private let upperDigits = Array("0123456789ABCDEF".utf8)

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
      guard let digit = Self.digit(character) else { return nil }
      if index % 3 == 0 { high = digit << 4 } else { bytes.append(high | digit) }
    }
    self.init(algorithm: algorithm, bytes: bytes)
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// "sha-256 AB:CD:…"
  public var value: String {
    var text = Array(algorithm.utf8)
    text.reserveCapacity(text.count + bytes.count * 3)
    for (index, byte) in bytes.enumerated() {
      text.append(index == 0 ? .space : .colon)
      text.append(upperDigits[Int(byte >> 4)])
      text.append(upperDigits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Fingerprint: CustomStringConvertible {
  public var description: String { value }
}
