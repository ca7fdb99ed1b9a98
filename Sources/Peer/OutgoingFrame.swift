/// An encoded frame on its way out.
public struct OutgoingFrame: Sendable {
  public var mid: String
  /// VP8 frame, H.264 access unit in Annex B, or Opus packet.
  public var payload: [UInt8]
  public var isKeyFrame: Bool
  /// When it was captured, in ticks of the codec's clock rate since the peer's clock started.
  public var ticks: Int64
  /// RFC 6464, −127...0 dB; audio only.
  public var level: Int?

  public init(
    mid: String, payload: [UInt8], isKeyFrame: Bool, ticks: Int64, level: Int? = nil
  ) {
    self.mid = mid
    self.payload = payload
    self.isKeyFrame = isKeyFrame
    self.ticks = ticks
    self.level = level
  }
}
