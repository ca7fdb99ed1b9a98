public import SDP
public import SansIO

/// One track that the peer offers, and what its encoder may spend.
public struct TrackConfiguration: Sendable {
  public var kind: MediaKind
  public var direction: Direction
  /// Most wanted first.
  public var codecs: [CodecCapability]
  public var startBitRate: BitRate
  public var maximumBitRate: BitRate

  public init(
    kind: MediaKind, direction: Direction = .sendrecv, codecs: [CodecCapability],
    startBitRate: BitRate, maximumBitRate: BitRate
  ) {
    self.kind = kind
    self.direction = direction
    self.codecs = codecs
    self.startBitRate = startBitRate
    self.maximumBitRate = maximumBitRate
  }
}
