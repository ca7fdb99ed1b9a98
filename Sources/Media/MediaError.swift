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
