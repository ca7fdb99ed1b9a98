/// Turns the payloads of one VP8 frame back into the frame (RFC 7741 §4).
public enum VP8Depacketizer {
  /// The frame that complete payloads in order make up.
  public static func frame(from payloads: [[UInt8]]) throws(PayloadError) -> [UInt8] {
    var frame: [UInt8] = []
    var pictureID: VP8Descriptor.PictureID?
    for (index, payload) in payloads.enumerated() {
      let descriptor = try VP8Descriptor(parsing: payload)
      guard payload.count > descriptor.byteCount else { throw .emptyPayload }
      guard descriptor.startsFrame == (index == 0) else { throw .notOneFrame }
      // RFC 7741 §4.2: all packets of a frame have the same picture id.
      if index > 0, descriptor.pictureID != pictureID { throw .notOneFrame }
      pictureID = descriptor.pictureID
      try PayloadFormat.check(byteCount: frame.count + payload.count)
      frame += payload[descriptor.byteCount...]
    }
    guard !frame.isEmpty else { throw .emptyPayload }
    return frame
  }

  public static func startsFrame(_ payload: [UInt8]) -> Bool {
    (try? VP8Descriptor(parsing: payload))?.startsFrame ?? false
  }

  /// True for the first payload of a key frame: the frame's own P bit is 0 (RFC 7741 §4.3).
  public static func isKeyFrame(_ payload: [UInt8]) -> Bool {
    guard let descriptor = try? VP8Descriptor(parsing: payload), descriptor.startsFrame,
      payload.count > descriptor.byteCount
    else { return false }
    return isKeyFrame(frame: payload[descriptor.byteCount...])
  }

  /// True when a whole coded frame is a key frame.
  public static func isKeyFrame(frame: some Collection<UInt8>) -> Bool {
    guard let first = frame.first else { return false }
    return first & 1 == 0
  }
}
