/// An IP address as text, read as far as rules need it: valid or not, and who can reach it.
public struct Address: Hashable, Sendable {
  public enum Reach: Hashable, Sendable {
    /// This machine only.
    case loopback
    /// This link only.
    case link
    /// A private network (RFC 1918, RFC 4193), or behind the provider's translator (RFC 6598).
    case privateNetwork
    case everywhere
    case unspecified
  }

  public var reach: Reach
  var isIPv6: Bool

  /// nil for anything that is no IPv4 or IPv6 address.
  public init?(_ text: String) {
    if text.utf8.contains(UInt8(ascii: ":")) {
      guard let groups = Self.groups(text) else { return nil }
      isIPv6 = true
      reach = Self.reach(groups)
    } else {
      guard let bytes = Self.bytes(text) else { return nil }
      isIPv6 = false
      reach = Self.reach(bytes)
    }
  }

  private static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    let bytes = parts.compactMap { part -> UInt8? in
      guard part.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
      return UInt8(part)
    }
    return bytes.count == 4 ? bytes : nil
  }

  private static func groups(_ text: String) -> [UInt16]? {
    guard text.utf8.count <= 64 else { return nil }
    let address = text.split(separator: "%", maxSplits: 1).first ?? ""
    var halves: [[UInt16]] = []
    let parts = address.split(separator: "::", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { return nil }
    for half in parts {
      var groups: [UInt16] = []
      if !half.isEmpty {
        for part in half.split(separator: ":", omittingEmptySubsequences: false) {
          if part.utf8.contains(UInt8(ascii: ".")) {
            guard let four = bytes(part) else { return nil }
            groups.append(UInt16(four[0]) << 8 | UInt16(four[1]))
            groups.append(UInt16(four[2]) << 8 | UInt16(four[3]))
          } else {
            guard (1...4).contains(part.utf8.count), let group = UInt16(part, radix: 16) else {
              return nil
            }
            groups.append(group)
          }
        }
      }
      halves.append(groups)
    }
    let count = halves.reduce(0) { $0 + $1.count }
    if halves.count == 1 { return count == 8 ? halves[0] : nil }
    guard halves.count == 2, count <= 7 else { return nil }
    return halves[0] + [UInt16](repeating: 0, count: 8 - count) + halves[1]
  }

  private static func reach(_ bytes: [UInt8]) -> Reach {
    switch (bytes[0], bytes[1]) {
    case (0, _): .unspecified
    case (127, _): .loopback
    case (169, 254): .link
    case (10, _), (192, 168), (172, 16...31), (100, 64...127): .privateNetwork
    default: .everywhere
    }
  }

  private static func reach(_ groups: [UInt16]) -> Reach {
    if groups.dropLast().allSatisfy({ $0 == 0 }) {
      return groups[7] == 0 ? .unspecified : groups[7] == 1 ? .loopback : .everywhere
    }
    if groups.prefix(5).allSatisfy({ $0 == 0 }), groups[5] == 0xffff {
      return reach([
        UInt8(groups[6] >> 8), UInt8(groups[6] & 255), UInt8(groups[7] >> 8),
        UInt8(groups[7] & 255),
      ])
    }
    if groups[0] & 0xffc0 == 0xfe80 { return .link }
    if groups[0] & 0xfe00 == 0xfc00 { return .privateNetwork }
    return .everywhere
  }
}

extension Address {
  /// Blotted out before the text was shown to others: "203.0.x.x", "XXXX:XXXX", "***", "<address>", "[redacted]".
  ///
  /// What stood there is not known, so nothing is said of it.
  static func isHidden(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last else { return false }
    let brackets = ["<>", "[]", "{}", "()", "\"\""].map { Array($0.utf8) }
    // An address in brackets is one all the same.
    if bytes.count > 2, brackets.contains([first, last]) {
      return Address(String(text.dropFirst().dropLast())) == nil
    }
    let blots = bytes.count { "xX*#".utf8.contains($0) }
    let rest = bytes.count { (48...57).contains($0) || ".:-".utf8.contains($0) }
    return blots > 0 && blots + rest == bytes.count
  }
}
