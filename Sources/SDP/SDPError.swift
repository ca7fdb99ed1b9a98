/// A line that is not what RFC 8866 or the attribute's own specification lets it be.
public struct SDPError: Error, Hashable, Sendable {
  /// From 1; nil when a value was read on its own.
  public var line: Int?
  /// What stands there, cut to a readable length.
  public var found: String
  /// What would have been accepted.
  public var expected: String

  public init(line: Int? = nil, found: String, expected: String) {
    self.line = line
    self.found = Self.cut(found)
    self.expected = expected
  }

  private static func cut(_ text: String) -> String {
    let limitBytes = 120
    guard text.utf8.count > limitBytes else { return text }
    return String(decoding: text.utf8.prefix(limitBytes), as: UTF8.self) + "…"
  }
}

extension SDPError: CustomStringConvertible {
  public var description: String {
    let place = line.map { "line \($0): " } ?? ""
    return "\(place)found \"\(found)\", expected \(expected)"
  }
}
