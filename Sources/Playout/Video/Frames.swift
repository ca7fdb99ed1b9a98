public import RTP
public import SansIO

/// One coded frame put together from its packets.
public struct AssembledFrame: Hashable, Sendable {
  public var format: PayloadFormat
  public var rtpTimestamp: UInt32
  /// `rtpTimestamp` without wrap-around.
  public var unwrappedTimestamp: Int64
  public var isKeyFrame: Bool
  public var payload: [UInt8]
  /// Sequence numbers without wrap-around.
  public var firstSequence: Int64
  public var lastSequence: Int64
  /// When the last of its packets came.
  public var completedAt: Instant
  /// The packet that made it whole came behind later ones: it was reordered, or repaired by retransmission.
  public var isRepaired: Bool
  /// VP8's running number of frames, when the sender writes it.
  public var pictureID: VP8Descriptor.PictureID?
  /// H.264: the frame brings a sequence and a picture parameter set.
  public var hasParameterSets: Bool
}

/// A frame to decode now, and when to show it.
public struct PlayableFrame: Hashable, Sendable {
  public var frame: AssembledFrame
  public var renderAt: Instant
}
