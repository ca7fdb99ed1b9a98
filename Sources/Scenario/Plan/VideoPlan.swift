public import SansIO

/// The video track of a peer.
public struct VideoPlan: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    /// A moving picture with the checksummed strip: frame number and capture time.
    case timecode
    case black
    /// A Y4M file, looped; the path as written, relative to the scenario file.
    case file(String)
  }
  public var source: Source
  public var width: Int
  public var height: Int
  public var framesPerSecond: Int
  /// In order of preference: "VP8", "H264/42e01f".
  public var codecs: [String]
  public var direction: MediaDirection
  /// Where the encoder starts.
  public var bitRate: BitRate
  /// What no estimate raises it above.
  public var bitRateMaximum: BitRate

  public init() {
    self.source = .timecode
    self.width = 640
    self.height = 360
    self.framesPerSecond = 30
    self.codecs = ["VP8", "H264/42e01f"]
    self.direction = .sendrecv
    self.bitRate = Self.startBitRate
    self.bitRateMaximum = .kilobits(800)
  }

  /// Where encoders start while nothing is known of the path (libwebrtc's kDefaultStartBitrateBps).
  public static let startBitRate = BitRate.kilobits(300)

  /// 800 kbps at 640x360 and in proportion to the pixels elsewhere, between 100 and 2500 kbps.
  public static func defaultBitRate(width: Int, height: Int) -> BitRate {
    let bits = Int64(width) * Int64(height) * 800_000 / (640 * 360)
    return BitRate(bitsPerSecond: min(max(bits, 100_000), 2_500_000))
  }
}
