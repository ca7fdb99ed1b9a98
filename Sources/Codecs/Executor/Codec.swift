internal import Media
internal import SansIO

/// One encoder or decoder: the sole owner of a C library's handle.
protocol Codec: AnyObject {
  func perform(_ job: CodecJob) -> CodecResult
}

extension CodecStream {
  /// Longer frames are not given to a decoder.
  static let maximumFrameBytes = 1 << 24

  func makeCodec() throws(CodecError) -> any Codec {
    switch self {
    case .videoEncoder(let format, let width, let height, let rate, let bitRate, let payload):
      guard (16...Picture.maximumSide).contains(width), (16...Picture.maximumSide).contains(height)
      else { throw .unsupportedSize(width: width, height: height) }
      guard (1...240).contains(rate) else { throw .unsupportedFrameRate(rate) }
      switch format {
      case .vp8:
        return try VP8Encoder(width: width, height: height, framesPerSecond: rate, bitRate: bitRate)
      case .h264(let profileLevelID):
        return try H264Encoder(
          profileLevelID: profileLevelID, width: width, height: height, framesPerSecond: rate,
          bitRate: bitRate, maximumPayload: payload)
      }
    case .videoDecoder(.vp8):
      return try VP8Decoder()
    case .videoDecoder(.h264):
      return try H264Decoder()
    case .audioEncoder(let bitRate, let channels, let constantBitRate, let inbandFEC):
      return try SoundEncoder(
        bitRate: bitRate, channels: channels, constantBitRate: constantBitRate,
        inbandFEC: inbandFEC)
    case .audioDecoder(let channels):
      return try SoundDecoder(channels: channels)
    }
  }
}

extension BitRate {
  /// Whole kbit/s, in the range that an encoder of video takes.
  var encoderKilobits: Int32 { Int32(max(10, min(100_000, bitsPerSecond / 1000))) }
}

extension Picture {
  /// A copy of three planes that a decoder owns, without the padding of their rows.
  init(
    width: Int, height: Int, planes: [(start: UnsafePointer<UInt8>, stride: Int)]
  ) {
    unsafe self.init(width: width, height: height) { bytes in
      guard var target = bytes.baseAddress else { return }
      for index in 0..<3 {
        let plane = unsafe planes[index]
        let rowBytes = index == 0 ? width : (width + 1) / 2
        for row in 0..<(index == 0 ? height : (height + 1) / 2) {
          unsafe target.copyMemory(from: plane.start + row * plane.stride, byteCount: rowBytes)
          unsafe target += rowBytes
        }
      }
    }
  }
}
