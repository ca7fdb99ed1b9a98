public import SansIO

/// Where pictures come from. The same frame and capture time give the same picture, always.
public protocol VideoSource {
  var width: Int { get }
  var height: Int { get }
  var framesPerSecond: Int { get }

  /// The picture of that number, with the strip drawn in where the source draws one.
  mutating func picture(frame: UInt32, captured: Instant) -> Picture
}

/// Black pictures, with the strip: what a muted camera sends.
public struct BlackSource: VideoSource, Sendable {
  public let width: Int
  public let height: Int
  public let framesPerSecond: Int
  private let drawsStrip: Bool
  private let black: Picture

  public init(width: Int, height: Int, framesPerSecond: Int, drawsStrip: Bool = true) {
    self.width = width
    self.height = height
    self.framesPerSecond = framesPerSecond
    self.drawsStrip = drawsStrip
    black = Picture(width: width, height: height)
  }

  public mutating func picture(frame: UInt32, captured: Instant) -> Picture {
    var picture = black
    if drawsStrip { Strip.draw((frame, captured), into: &picture) }
    return picture
  }
}
