import Media
import SansIO

@testable import Codecs

let formats: [VideoFormat] = [
  .vp8, .h264(profileLevelID: "42e01f"), .h264(profileLevelID: "4d0028"),
]

func encoder(
  _ format: VideoFormat, _ width: Int, _ height: Int, kilobits: Int64, maximumPayload: Int = 1150
) throws -> any Codec {
  try CodecStream.videoEncoder(
    format, width: width, height: height, framesPerSecond: 30, bitRate: .kilobits(kilobits),
    maximumPayload: maximumPayload
  ).makeCodec()
}

func decoder(_ format: VideoFormat) throws -> any Codec {
  try CodecStream.videoDecoder(format).makeCodec()
}

extension Codec {
  /// The encoded frame; empty when there was none.
  func frame(of picture: Picture, forceKeyFrame: Bool = false) -> (bytes: [UInt8], isKeyFrame: Bool)
  {
    guard
      case .frame(let bytes, let isKeyFrame) = perform(
        .encodePicture(picture, forceKeyFrame: forceKeyFrame))
    else { return ([], false) }
    return (bytes, isKeyFrame)
  }

  func picture(of frame: [UInt8]) -> (picture: Picture, concealed: Bool)? {
    guard case .picture(let picture, let concealed) = perform(.decodeFrame(frame)) else {
      return nil
    }
    return (picture, concealed)
  }
}

/// The NAL units of a frame with start codes (ITU-T H.264 Annex B), without those.
func units(_ frame: [UInt8]) -> [[UInt8]] {
  var units: [[UInt8]] = []
  var index = 0
  var start: Int?
  while index + 2 < frame.count {
    if frame[index] == 0, frame[index + 1] == 0, frame[index + 2] == 1 {
      if let start {
        // A fourth byte of zero belongs to the start code.
        let end = frame[index - 1] == 0 ? index - 1 : index
        units.append(Array(frame[start..<end]))
      }
      start = index + 3
      index += 3
    } else {
      index += 1
    }
  }
  if let start { units.append(Array(frame[start...])) }
  return units
}

/// A picture of little structure: hard to encode.
func noise(_ width: Int, _ height: Int, seed: UInt64) -> Picture {
  var generator = SplitMix64(state: seed)
  return Picture(
    width: width, height: height,
    bytes: generator.bytes(Picture.byteCount(width: width, height: height)))
    ?? Picture(width: width, height: height)
}

func captureTime(_ frame: Int) -> Instant {
  Instant(nanoseconds: Int64(frame) * 33_333_333 + 123_457)
}
