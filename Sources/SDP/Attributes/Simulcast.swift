/// The way an encoding goes, from the side that writes it (RFC 8851 §4).
public enum EncodingDirection: String, Hashable, Sendable {
  case send, recv
}

/// The name of one encoding, and what limits it (RFC 8851 §4).
public struct RestrictionIdentifier: Hashable, Sendable {
  public var id: String
  public var direction: EncodingDirection
  /// `pt=97;max-width=1280`, as it stood.
  public var restrictions: String

  public init(id: String, direction: EncodingDirection, restrictions: String = "") {
    self.id = id
    self.direction = direction
    self.restrictions = restrictions
  }

  init?(_ scanner: inout Scanner) {
    guard let id = scanner.word(),
      let direction = scanner.word().flatMap(EncodingDirection.init)
    else { return nil }
    self.id = id
    self.direction = direction
    restrictions = scanner.restAfterSpace()
  }

  public var value: String {
    "\(id) \(direction.rawValue)" + (restrictions.isEmpty ? "" : " \(restrictions)")
  }
}

/// Several encodings of one source at a time (RFC 8853 §5.1).
public struct Simulcast: Hashable, Sendable {
  public struct Alternative: Hashable, Sendable {
    public var id: String
    /// Written with `~`: begins paused.
    public var isPaused: Bool

    public init(id: String, isPaused: Bool = false) {
      self.id = id
      self.isPaused = isPaused
    }
  }

  /// The streams of one direction, each with its alternatives in order of preference.
  public struct Streams: Hashable, Sendable {
    public var direction: EncodingDirection
    public var streams: [[Alternative]]

    public init(direction: EncodingDirection, streams: [[Alternative]]) {
      self.direction = direction
      self.streams = streams
    }
  }

  /// Of the encodings of one direction: far above what any sender makes, far below what would fill memory.
  private static let limit = 1000

  /// One or two directions, in the order written.
  public var directions: [Streams]

  public init(directions: [Streams]) { self.directions = directions }

  init?(_ scanner: inout Scanner) {
    directions = []
    while let word = scanner.word() {
      guard let direction = EncodingDirection(rawValue: word), directions.count < 2,
        directions.first?.direction != direction, let list = scanner.word(),
        list.utf8.count(where: { $0 == .semicolon || $0 == UInt8(ascii: ",") }) < Self.limit
      else { return nil }
      var streams: [[Alternative]] = []
      for stream in list.utf8.split(separator: .semicolon, omittingEmptySubsequences: false) {
        var alternatives: [Alternative] = []
        for text in stream.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
          let isPaused = text.first == UInt8(ascii: "~")
          let id = isPaused ? text.dropFirst() : text
          guard !id.isEmpty, id.allSatisfy(Self.isIdentifier) else { return nil }
          alternatives.append(Alternative(id: String(Substring(id)), isPaused: isPaused))
        }
        streams.append(alternatives)
      }
      directions.append(Streams(direction: direction, streams: streams))
    }
    if directions.isEmpty { return nil }
  }

  public func streams(_ direction: EncodingDirection) -> [[Alternative]] {
    directions.first { $0.direction == direction }?.streams ?? []
  }

  public var value: String {
    directions.map { part in
      let streams = part.streams.map { stream in
        stream.map { ($0.isPaused ? "~" : "") + $0.id }.joined(separator: ",")
      }
      return "\(part.direction.rawValue) \(streams.joined(separator: ";"))"
    }.joined(separator: " ")
  }

  /// RFC 8851 §10: letters and digits; `-` and `_` are met in the field.
  private static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
