/// Where a line stood in the text it was read from; never part of equality, so that a rewritten description equals itself.
public struct SourceLine: Hashable, Sendable {
  /// From 1; 0 for a line that was not read from text.
  public let number: Int
  let start: UInt32
  let end: UInt32

  /// A line that was made, not read.
  public static let none = SourceLine(number: 0, start: 0, end: 0)

  public static func == (_: Self, _: Self) -> Bool { true }
  public func hash(into _: inout Hasher) {}
}

/// One `<type>=<value>` line, other than the `v=`, `o=`, `s=` and `m=` lines (RFC 8866 §5).
public struct DescriptionLine: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case connection(ConnectionData)
    case bandwidth(Bandwidth)
    case timing(Timing)
    case attribute(Attribute)
    /// Any other type, known (`i`, `u`, `e`, `p`, `r`, `z`, `k`) or not; kept as it stood.
    case other(type: String, text: String)
  }

  public var content: Content
  public var source: SourceLine

  public init(_ content: Content, source: SourceLine = .none) {
    self.content = content
    self.source = source
  }

  public init(_ attribute: Attribute) { self.init(.attribute(attribute)) }

  public var attribute: Attribute? {
    if case .attribute(let attribute) = content { attribute } else { nil }
  }

  /// The line as it is written, without its line end.
  public var text: String {
    switch content {
    case .connection(let value): "c=\(value.value)"
    case .bandwidth(let value): "b=\(value.value)"
    case .timing(let value): "t=\(value.value)"
    case .attribute(let value): "a=\(value.text)"
    case .other(let type, let text): "\(type)=\(text)"
    }
  }
}
