/// Splits coded frames of one outgoing stream into payloads, whatever their format.
public struct Packetizer: Sendable {
  private enum State: Sendable {
    case vp8(VP8Packetizer)
    case h264(H264Packetizer)
    case opus
  }

  private var state: State

  /// - Parameter firstPictureID: where VP8's 15-bit picture ids begin.
  public init(format: PayloadFormat, firstPictureID: UInt16 = 0) {
    state =
      switch format {
      case .vp8: .vp8(VP8Packetizer(firstPictureID: firstPictureID))
      case .h264(let mode): .h264(H264Packetizer(mode: mode))
      case .opus: .opus
      }
  }

  /// Payloads of one frame, in order; the last one's packet bears the marker in video.
  public mutating func packetize(_ frame: [UInt8], maximumPayload: Int) throws(PayloadError)
    -> [[UInt8]]
  {
    switch state {
    case .vp8(var packetizer):
      defer { state = .vp8(packetizer) }
      return packetizer.packetize(frame, maximumPayload: maximumPayload)
    case .h264(let packetizer):
      return try packetizer.packetize(frame, maximumPayload: maximumPayload)
    case .opus:
      // RFC 7587 §4.2: an Opus packet is never split.
      return frame.isEmpty ? [] : [frame]
    }
  }
}
