/// An IP address and a port.
public struct SocketAddress: Hashable, Sendable {
  /// 4 or 16 bytes, network order.
  public var host: [UInt8]
  public var port: UInt16

  public init(host: [UInt8], port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Reads an address in text form ("192.0.2.1", "2001:db8::1"); nil when it is neither IPv4 nor IPv6.
  public init?(_ address: some StringProtocol, port: UInt16) {
    guard let host = Self.parseIPv4(address) ?? Self.parseIPv6(address) else { return nil }
    self.init(host: host, port: port)
  }

  public var isIPv6: Bool { host.count == 16 }

  /// The address alone, IPv6 in the canonical form of RFC 5952.
  public var hostText: String {
    isIPv6 ? Self.ipv6Text(host) : host.map { String($0) }.joined(separator: ".")
  }

  private static func parseIPv4(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (number, digitCount) = (0, 0)
    for character in text.utf8 {
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        number = number * 10 + Int(character - UInt8(ascii: "0"))
        digitCount += 1
        guard digitCount <= 3, number <= 255 else { return nil }
      case UInt8(ascii: "."):
        guard digitCount > 0, bytes.count < 3 else { return nil }
        bytes.append(UInt8(number))
        (number, digitCount) = (0, 0)
      default: return nil
      }
    }
    guard digitCount > 0, bytes.count == 3 else { return nil }
    bytes.append(UInt8(number))
    return bytes
  }

  private static func parseIPv6(_ text: some StringProtocol) -> [UInt8]? {
    var halves: [[UInt8]] = [[]]
    var rest = Substring(text)
    guard rest.utf8.contains(UInt8(ascii: ":")) else { return nil }
    if rest.hasPrefix("::") {
      halves.append([])
      rest = rest.dropFirst(2)
    }
    while !rest.isEmpty {
      let group = rest.prefix { $0 != ":" }
      rest = rest.dropFirst(group.count)
      if group.contains(".") {
        guard rest.isEmpty, let tail = parseIPv4(group) else { return nil }
        halves[halves.count - 1] += tail
        break
      }
      guard (1...4).contains(group.utf8.count),
        group.utf8.allSatisfy({ hexadecimalDigit($0) != nil }),
        let word = UInt16(group, radix: 16)
      else { return nil }
      halves[halves.count - 1] += [UInt8(word >> 8), UInt8(truncatingIfNeeded: word)]
      if rest.hasPrefix("::") {
        guard halves.count == 1 else { return nil }
        halves.append([])
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix(":") {
        rest = rest.dropFirst()
        guard !rest.isEmpty else { return nil }
      }
    }
    let count = halves.reduce(0) { $0 + $1.count }
    guard halves.count == 2 else { return count == 16 ? halves[0] : nil }
    guard count <= 14 else { return nil }
    return halves[0] + [UInt8](repeating: 0, count: 16 - count) + halves[1]
  }

  private static func ipv6Text(_ host: [UInt8]) -> String {
    let words = stride(from: 0, to: 16, by: 2).map { UInt16(host[$0]) << 8 | UInt16(host[$0 + 1]) }
    var longest = 0..<0
    var start = 0
    while start < 8 {
      var end = start
      while end < 8, words[end] == 0 { end += 1 }
      if end - start > longest.count, end - start > 1 { longest = start..<end }
      start = max(end, start + 1)
    }
    func text(_ range: Range<Int>) -> String {
      words[range].map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard !longest.isEmpty else { return text(0..<8) }
    return text(0..<longest.lowerBound) + "::" + text(longest.upperBound..<8)
  }
}

extension SocketAddress: CustomStringConvertible {
  public var description: String { isIPv6 ? "[\(hostText)]:\(port)" : "\(hostText):\(port)" }
}
