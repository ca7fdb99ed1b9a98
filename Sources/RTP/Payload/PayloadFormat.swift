/// How coded media lies in RTP payloads: the one place that tells the formats apart.
public enum PayloadFormat: Hashable, Sendable {
  case vp8
  /// RFC 6184 packetization-mode, 0 or 1.
  case h264(mode: Int)
  case opus

  /// Frames larger than this are refused: about 40 times a 720p key frame.
  public static let maximumFrameByteCount = 4 << 20

  /// True when this payload is, or for H.264 seems to be, the first of a frame.
  public func startsFrame(_ payload: [UInt8]) -> Bool {
    switch self {
    case .vp8: VP8Depacketizer.startsFrame(payload)
    case .h264: H264Depacketizer.startsFrame(payload)
    case .opus: !payload.isEmpty
    }
  }

  /// True when this payload shows that its frame is a key frame; VP8 shows it in the first payload only.
  public func isKeyFrame(_ payload: [UInt8]) -> Bool {
    switch self {
    case .vp8: VP8Depacketizer.isKeyFrame(payload)
    case .h264: H264Depacketizer.isKeyFrame(payload)
    case .opus: !payload.isEmpty
    }
  }

  /// True when a whole coded frame can be decoded without an earlier one.
  public func isKeyFrame(frame: [UInt8]) -> Bool {
    switch self {
    case .vp8: VP8Depacketizer.isKeyFrame(frame: frame)
    case .h264: AnnexB.isKeyFrame(frame)
    case .opus: !frame.isEmpty
    }
  }

  /// The coded frame that complete payloads in order make up.
  public func frame(from payloads: [[UInt8]]) throws(PayloadError) -> [UInt8] {
    switch self {
    case .vp8: return try VP8Depacketizer.frame(from: payloads)
    case .h264: return try H264Depacketizer.frame(from: payloads)
    case .opus:
      // RFC 7587 §4.2: exactly one Opus packet in a payload.
      guard payloads.count == 1 else { throw .notOneFrame }
      _ = try OpusPayload.duration(of: payloads[0])
      return payloads[0]
    }
  }

  static func check(byteCount: Int) throws(PayloadError) {
    guard byteCount <= maximumFrameByteCount else { throw .frameTooLarge(byteCount: byteCount) }
  }
}
