/// One line of a text as it stood, with the way it ended.
public struct RawLine: Hashable, Sendable {
  public enum Ending: Hashable, Sendable {
    case crlf, lf
    /// The text stops without a line end.
    case none
  }

  /// From 1.
  public var number: Int
  /// The bytes without the line end.
  public var range: Range<Int>
  public var ending: Ending
  /// The letter before `=`; nil for a line that is no `<type>=<value>`.
  public var type: UInt8?
  /// From 0; nil before the first `m=` line. The `m=` line belongs to its section.
  public var section: Int?
}

/// A line, or the lack of one, that keeps a text from being a session description (RFC 8866 §5 and §9).
public struct DescriptionFault: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// No `<type>=<value>`.
    case noType
    /// A line that must be there once is not there at all.
    case missing
    /// `v=`, `o=` or `s=` again, or after what it must precede.
    case misplaced
    case version, origin, media, connection, bandwidth, timing
  }

  public var kind: Kind
  /// From 1; nil where a line is missing.
  public var line: Int?
  public var section: Int?
  /// The line as it stands, or the type that is missing ("t=").
  public var text: String
  /// What would have been accepted.
  public var expected: String
}
