internal import SansIO

/// Hash functions that a certificate's fingerprint may use here (RFC 8122 §5), the weakest first.
///
/// MD5, MD2 and SHA-1 are left out: RFC 8122 §5 forbids the first two and WebRTC peers refuse the third.
public enum FingerprintAlgorithm: String, Hashable, Sendable, CaseIterable {
  case sha256 = "sha-256"
  case sha384 = "sha-384"
  case sha512 = "sha-512"
}

/// What an `a=fingerprint` line of the far description promised.
public struct ExpectedFingerprint: Hashable, Sendable {
  /// As in the description; compared without regard to case (RFC 8122 §5).
  public var algorithm: String
  public var bytes: [UInt8]

  public init(algorithm: String, bytes: [UInt8]) {
    self.algorithm = algorithm
    self.bytes = bytes
  }
}

/// The outcome of comparing the far certificate with what its description promised.
struct FingerprintCheck: Hashable {
  var verified: Bool
  var algorithm: String
  var expected: String
  var actual: String

  /// Compares by the strongest hash that was offered and that we know; any fingerprint of that hash may match.
  ///
  /// RFC 8122 §5: the set of the most preferred hash function is the one that counts.
  init(certificate: [UInt8], expected: [ExpectedFingerprint]) {
    for algorithm in FingerprintAlgorithm.allCases.reversed() {
      let promised = expected.filter { $0.algorithm.lowercasedASCII == algorithm.rawValue }
      guard !promised.isEmpty else { continue }
      let actual = digest(certificate, algorithm)
      self.verified = promised.contains { $0.bytes == actual }
      self.algorithm = algorithm.rawValue
      self.expected = promised.map { colonHexadecimal($0.bytes) }.joined(separator: " or ")
      self.actual = colonHexadecimal(actual)
      return
    }
    self.verified = false
    self.algorithm = FingerprintAlgorithm.sha256.rawValue
    self.expected =
      expected.isEmpty
      ? "no fingerprint" : expected.map { "\($0.algorithm) (unknown)" }.joined(separator: " or ")
    self.actual = colonHexadecimal(digest(certificate, .sha256))
  }
}
