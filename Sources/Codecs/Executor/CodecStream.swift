public import Media
public import SansIO

/// How pictures are coded.
public enum VideoFormat: Hashable, Sendable {
  case vp8
  /// RFC 6184 §8.1: six hexadecimal digits, "42e01f".
  case h264(profileLevelID: String)
}

/// What a codec is opened for.
public enum CodecStream: Hashable, Sendable {
  /// - Parameter maximumPayload: H.264 only: no slice is longer, so that each fits a packet (RFC 6184 mode 0). A slice of
  ///   a single macroblock may be up to 550 bytes long all the same.
  case videoEncoder(
    VideoFormat, width: Int, height: Int, framesPerSecond: Int, bitRate: BitRate,
    maximumPayload: Int)
  case videoDecoder(VideoFormat)
  /// Opus at 48 kHz.
  case audioEncoder(
    bitRate: BitRate, channels: Int = 1, constantBitRate: Bool = true, inbandFEC: Bool = true)
  case audioDecoder(channels: Int = 1)
}

/// A piece of work for a codec.
public enum CodecJob: Sendable {
  case encodePicture(Picture, forceKeyFrame: Bool)
  case setBitRate(BitRate)
  /// A whole frame: of VP8, or of H.264 with start codes (ITU-T H.264 Annex B).
  case decodeFrame([UInt8])
  /// 20 ms, channels interleaved: 960 samples of one.
  case encodeSound([Int16])
  case decodeSound([UInt8])
  /// 20 ms that did not arrive.
  case concealSound
  /// The same, with the packet behind it, which may repeat them at a lower rate (in-band FEC).
  case recoverSound(fromNext: [UInt8])
}

/// What came of a job.
public enum CodecResult: Hashable, Sendable {
  case frame([UInt8], isKeyFrame: Bool)
  /// `concealed`: the decoder had to make up parts of the picture.
  case picture(Picture, concealed: Bool)
  case sound([Int16])
  case packet([UInt8])
  /// The job was done and gives nothing: a bit rate was set, or the decoder has no picture to show.
  case none
  case failed(CodecError)
}
