extension StringProtocol {
  /// Lower case of the letters A to Z only: protocol words are ASCII, and no other letter may become one of them.
  @inlinable public var lowercasedASCII: String {
    guard utf8.contains(where: { $0 &- 65 < 26 }) else { return String(self) }
    return String(decoding: utf8.map { $0 &- 65 < 26 ? $0 | 32 : $0 }, as: UTF8.self)
  }
}
