/// Why a recording cannot be a source.
public enum MediaError: Error, Hashable, Sendable {
  /// The file does not begin with `YUV4MPEG2 `.
  case notY4M
  /// A field of the stream header that cannot be used, as it stands in the file.
  case y4mField(String)
  /// The header gives no usable width or height.
  case pictureSize(width: Int, height: Int)
  /// What stands at this byte is not a frame header.
  case frameHeader(offset: Int)
  /// The file ends inside a frame or a chunk; `offset` is where that begins.
  case truncated(offset: Int, needed: Int, available: Int)
  /// The file holds no picture.
  case noPictures
  /// The file is not RIFF of form WAVE.
  case notWAV
  /// A format that is not read: its tag, bits a sample, channels and rate.
  case wavFormat(tag: Int, bits: Int, channels: Int, sampleRate: Int)
  /// The file holds no sample, or no format before its samples.
  case noSamples
}

extension MediaError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notY4M: "not a Y4M file: it does not begin with 'YUV4MPEG2 '"
    case .y4mField(let field): "a Y4M file with the field '\(field)', which is not read"
    case .pictureSize(let width, let height): "no usable picture size: \(width)x\(height)"
    case .frameHeader(let offset): "no frame header at byte \(offset)"
    case .truncated(let offset, let needed, let available):
      "it ends too early: byte \(offset) begins \(needed) bytes, of which \(available) are there"
    case .noPictures: "it holds no picture"
    case .notWAV: "not a WAV file: it is not RIFF of form WAVE"
    case .wavFormat(let tag, let bits, let channels, let rate):
      "a WAV format that is not read: tag \(tag), \(bits) bits, \(channels) channels, \(rate) Hz"
    case .noSamples: "it holds no sample"
    }
  }
}
