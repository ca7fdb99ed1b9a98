internal import SansIO

extension CodecMeaning {
  /// On one line: "H264/90000 (level=3.1, packetization-mode=1) rtx feedback nack, nack pli".
  public var locked: String {
    func list(_ parts: [String]) -> String { parts.map(Self.escaped).joined(separator: ", ") }
    var text = Self.escaped(encoding).replacing(" ", with: "%20")
    if !parameters.isEmpty { text += " (\(list(parameters)))" }
    if isRetransmitted { text += " rtx" }
    if !feedback.isEmpty { text += " feedback \(list(feedback))" }
    return text
  }

  /// nil for a line that `locked` does not write.
  public init?(locked text: String) {
    var rest = Substring(text)
    func list(_ text: Substring) -> [String] {
      text.split(separator: ", ", omittingEmptySubsequences: false).map { Self.plain(String($0)) }
    }
    let name = rest.prefix { $0 != " " }
    guard !name.isEmpty else { return nil }
    self.init(encoding: Self.plain(String(name)))
    rest = rest.dropFirst(name.count)
    if rest.hasPrefix(" (") {
      guard let end = rest.firstIndex(of: ")") else { return nil }
      parameters = list(rest[..<end].dropFirst(2))
      rest = rest[rest.index(after: end)...]
    }
    if rest == " rtx" || rest.hasPrefix(" rtx ") {
      isRetransmitted = true
      rest = rest.dropFirst(4)
    }
    if rest.hasPrefix(" feedback ") {
      feedback = list(rest.dropFirst(10))
      rest = ""
    }
    guard rest.isEmpty else { return nil }
  }

  /// What separates the parts of a line stands in none of them.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%", "(", ")", ",":
        result += "%" + hexadecimal([UInt8(truncatingIfNeeded: scalar.value)])
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func plain(_ text: String) -> String {
    var text = text
    // The percent sign last: it begins the others.
    for (code, character) in [("%20", " "), ("%28", "("), ("%29", ")"), ("%2c", ","), ("%25", "%")]
    {
      text = text.replacing(code, with: character)
    }
    return text
  }
}
