/// The stream and the track that a section's media belong to (RFC 8830 §2).
public struct MediaStreamID: Hashable, Sendable {
  /// `-` when the track is in no stream.
  public var stream: String
  public var track: String?

  public init(stream: String, track: String? = nil) {
    self.stream = stream
    self.track = track
  }

  init?(_ scanner: inout Scanner) {
    // A space in front would turn the track into the stream.
    guard scanner.next != .space, let stream = scanner.word() else { return nil }
    self.stream = stream
    track = scanner.word()
    if !scanner.isDone { return nil }
  }

  public var value: String { stream + (track.map { " " + $0 } ?? "") }
}

/// Something said about one synchronization source (RFC 5576 §4.1).
public struct SourceAttribute: Hashable, Sendable {
  public var ssrc: UInt32
  /// "cname", "msid", …
  public var name: String
  public var argument: String?

  public init(ssrc: UInt32, name: String, argument: String?) {
    self.ssrc = ssrc
    self.name = name
    self.argument = argument
  }

  init?(_ scanner: inout Scanner) {
    guard let ssrc: UInt32 = scanner.number(), scanner.take(.space) else { return nil }
    self.ssrc = ssrc
    if let name = scanner.until(.colon) {
      self.name = name
      argument = scanner.rest()
    } else {
      name = scanner.rest()
    }
    if name.isEmpty { return nil }
  }

  public var value: String { "\(ssrc) \(name)" + (argument.map { ":" + $0 } ?? "") }
}

/// Sources that belong together: `FID` is a stream and its retransmissions (RFC 5576 §4.2, RFC 4588 §8.8).
public struct SourceGroup: Hashable, Sendable {
  public var semantics: String
  public var ssrcs: [UInt32]

  public init(semantics: String, ssrcs: [UInt32]) {
    self.semantics = semantics
    self.ssrcs = ssrcs
  }

  init?(_ scanner: inout Scanner) {
    guard let semantics = scanner.word() else { return nil }
    self.semantics = semantics
    ssrcs = []
    while !scanner.isDone {
      guard let ssrc: UInt32 = scanner.number() else { return nil }
      ssrcs.append(ssrc)
    }
    if ssrcs.isEmpty { return nil }
  }

  public var value: String { ([semantics] + ssrcs.map { String($0) }).joined(separator: " ") }
}

/// Sections that belong together: `BUNDLE` shares one transport (RFC 5888 §5, RFC 9143 §7.1).
public struct MediaGroup: Hashable, Sendable {
  public var semantics: String
  public var mids: [String]

  public init(semantics: String, mids: [String]) {
    self.semantics = semantics
    self.mids = mids
  }

  init?(_ scanner: inout Scanner) {
    guard let semantics = scanner.word(), let mids = scanner.words() else { return nil }
    self.init(semantics: semantics, mids: mids)
  }

  public var value: String { ([semantics] + mids).joined(separator: " ") }
}
