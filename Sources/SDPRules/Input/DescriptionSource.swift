/// A description as it was found in something a person gave: a file of its own, a JSON message, a log, a dump.
public struct DescriptionSource: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case offer, answer, pranswer
  }

  public var bytes: [UInt8]
  /// What the text around it calls it; nil where nothing does.
  public var kind: Kind?
  /// Lines of the file before its first line; 0 for a file of its own, and for one inside a JSON string.
  public var lineOffset = 0
  /// Lines of the file to each of its lines: 2 where an empty one stands behind each.
  public var lineStride = 1
  /// Which connection of a dump it belongs to, from 1; 0 where it is in no dump.
  public var connection = 0

  public init(
    bytes: [UInt8], kind: Kind? = nil, lineOffset: Int = 0, lineStride: Int = 1,
    connection: Int = 0
  ) {
    self.bytes = bytes
    self.kind = kind
    self.lineOffset = lineOffset
    self.lineStride = lineStride
    self.connection = connection
  }
}

/// Why nothing could be read from an input.
public struct InputFault: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String

  public init(description: String) { self.description = description }
}

/// What a file held.
public struct InputContents: Hashable, Sendable {
  public var descriptions: [DescriptionSource] = []
  public var candidates: [CandidateLog.Entry] = []
}
