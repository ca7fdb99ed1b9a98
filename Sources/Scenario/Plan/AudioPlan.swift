public import SansIO

/// The audio track of a peer.
public struct AudioPlan: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    /// Marks that name their instant.
    case beep
    case silence
    /// A WAV file, looped; the path as written, relative to the scenario file.
    case file(String)
  }
  public var source: Source
  /// In order of preference.
  public var codecs: [String]
  public var direction: MediaDirection
  /// Nil: the encoder's own default.
  public var bitRate: BitRate?

  public init() {
    self.source = .beep
    self.codecs = ["opus"]
    self.direction = .sendrecv
    self.bitRate = nil
  }
}
