public import SansIO

/// A moving test picture with the strip: colour bars, a square that bounces, a band of noise that is new each frame.
///
/// The square moves so that a person sees motion; the noise gives an encoder something to spend its bits on, so that
/// its bit rate follows its target. Everything is copied from rows made once.
public struct TimecodeSource: VideoSource, Sendable {
  public let width: Int
  public let height: Int
  public let framesPerSecond: Int
  /// Bars, which the strip, the noise and the square are drawn over.
  private let background: Picture
  /// Luma of the noise; each row of the band is copied from somewhere in it.
  private let noise: [UInt8]
  private let squareSide: Int
  /// One row each of the square's luma, Cb and Cr.
  private let squareRows: [[UInt8]]
  private let bandRows: Range<Int>

  /// Luma, Cb and Cr of the bars, left to right: soft, so that they cost a key frame little.
  private static let bars: [(UInt8, UInt8, UInt8)] = [
    (180, 128, 128), (168, 64, 140), (145, 140, 60), (133, 80, 74),
    (96, 174, 180), (84, 116, 194), (62, 190, 116), (48, 128, 128),
  ]
  private static let noiseCount = 16384
  /// The noise lies within so much of middle grey.
  private static let noiseAmplitude = 12

  /// Both sides must be in 1...`Picture.maximumSide`; under 160x90 there is no strip.
  public init(width: Int, height: Int, framesPerSecond: Int) {
    self.width = width
    self.height = height
    self.framesPerSecond = framesPerSecond
    background = Self.bars(width: width, height: height)
    // Chance is a fixed part of the picture here: the same in every run, whatever its seed.
    var generator = SplitMix64(state: 0x7469_6d65_636f_6465)
    let span = UInt64(2 * Self.noiseAmplitude + 1)
    noise = generator.bytes(Self.noiseCount + Picture.maximumSide).map {
      UInt8(128 - Self.noiseAmplitude + Int((UInt64($0) * span) >> 8))
    }
    bandRows = height * 5 / 8 / 2 * 2..<height * 7 / 8 / 2 * 2
    let top = Strip.height(ofWidth: width)
    squareSide = max(0, min(height / 5, width, bandRows.lowerBound - top - 2)) / 2 * 2
    squareRows = [
      [UInt8](repeating: 210, count: squareSide), [UInt8](repeating: 90, count: squareSide / 2),
      [UInt8](repeating: 160, count: squareSide / 2),
    ]
  }

  public mutating func picture(frame: UInt32, captured: Instant) -> Picture {
    var picture = background
    drawNoise(frame: Int(frame), into: &picture)
    drawSquare(frame: Int(frame), into: &picture)
    Strip.draw((frame, captured), into: &picture)
    return picture
  }

  private func drawNoise(frame: Int, into picture: inout Picture) {
    unsafe picture.bytes.withUnsafeMutableBytes { bytes in
      unsafe noise.withUnsafeBytes { noise in
        guard let target = bytes.baseAddress, let source = noise.baseAddress else {
          return
        }
        for y in bandRows {
          let offset = (frame * 7919 + y * 1031) % Self.noiseCount
          unsafe (target + y * width).copyMemory(from: source + offset, byteCount: width)
        }
      }
    }
  }

  private func drawSquare(frame: Int, into picture: inout Picture) {
    guard squareSide > 0 else { return }
    let top = (Strip.height(ofWidth: width) + 1) / 2 * 2
    // Even steps, so that chroma moves with luma.
    let x = Self.bounce(frame * 4, within: width - squareSide)
    let y = top + Self.bounce(frame * 2, within: bandRows.lowerBound - top - squareSide)
    let planes = picture.planes
    unsafe picture.bytes.withUnsafeMutableBytes { bytes in
      guard let target = bytes.baseAddress else { return }
      for (index, plane) in planes.enumerated() {
        let scale = index == 0 ? 1 : 2
        let row = squareRows[index]
        unsafe row.withUnsafeBytes { row in
          guard let source = row.baseAddress else { return }
          for line in y / scale..<(y + squareSide) / scale {
            unsafe (target + plane.offset + line * plane.width + x / scale).copyMemory(
              from: source, byteCount: row.count)
          }
        }
      }
    }
  }

  /// A place that runs from 0 to `limit` and back, in even numbers.
  private static func bounce(_ distance: Int, within limit: Int) -> Int {
    let limit = limit / 2 * 2
    guard limit > 0 else { return 0 }
    let phase = distance % (2 * limit)
    return phase <= limit ? phase : 2 * limit - phase
  }

  private static func bars(width: Int, height: Int) -> Picture {
    var picture = Picture(width: width, height: height)
    let planes = picture.planes
    unsafe picture.bytes.withUnsafeMutableBytes { bytes in
      guard let target = bytes.baseAddress else { return }
      for (index, plane) in planes.enumerated() {
        let row = (0..<plane.width).map { x in
          let bar = bars[x * bars.count / plane.width]
          return index == 0 ? bar.0 : index == 1 ? bar.1 : bar.2
        }
        unsafe row.withUnsafeBytes { row in
          guard let source = row.baseAddress else { return }
          for y in 0..<plane.height {
            unsafe (target + plane.offset + y * plane.width).copyMemory(
              from: source, byteCount: plane.width)
          }
        }
      }
    }
    return picture
  }
}
