public import SansIO

/// The strip at the top of a picture: which frame it is and when it was captured, in light and dark cells.
///
/// ```
///        40 columns of width/40 samples; a row is as high as a column is wide
/// row 0  | sync 8 | frame number 32                                      |
/// row 1  | capture time 40 of 48 (nanoseconds)                           |
/// row 2  | 8 of 48 | CRC-32 of frame number and capture time             |
/// ```
/// Most significant bit first, light is 1. Cells are multiples of a macroblock at the usual sizes, so that they cost
/// a codec little and survive it; they are read against the sync cells, so that other ranges and brightness do no
/// harm. A strip that was damaged fails its checksum and reads as nothing, never as another frame.
public enum Strip {
  static let columns = 40
  static let rows = 3
  private static let light: UInt8 = 200
  private static let dark: UInt8 = 56
  private static let sync: [Bool] = [true, false, true, true, false, false, true, false]
  /// Light from dark must differ by at least this much, or there is no strip.
  private static let minimumContrast = 40
  private static let lightCells = [UInt8](
    repeating: light, count: Picture.maximumSide / columns + 1)
  private static let darkCells = [UInt8](repeating: dark, count: Picture.maximumSide / columns + 1)

  /// Whether a picture of this size has room for a strip that can be read after coding: 160x90 is the smallest.
  public static func fits(width: Int, height: Int) -> Bool {
    width >= 160 && height >= 90 && height > Self.height(ofWidth: width)
  }

  /// How many rows of samples the strip covers.
  static func height(ofWidth width: Int) -> Int { rows * width / columns }

  /// Draws the strip, unless the picture is too small for it or the time does not fit 48 bits (78 hours).
  public static func draw(
    _ reading: (frame: UInt32, captured: Instant), into picture: inout Picture
  ) {
    let width = picture.width
    guard fits(width: width, height: picture.height),
      (0..<1 << 48).contains(reading.captured.nanoseconds)
    else { return }
    let cells = sync + bits(message(frame: reading.frame, captured: reading.captured))
    let planes = picture.planes
    unsafe picture.bytes.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for row in 0..<rows {
        let top = row * width / columns
        let bottom = (row + 1) * width / columns
        let line = unsafe base + top * width
        for column in 0..<columns {
          let left = column * width / columns
          let source = cells[row * columns + column] ? lightCells : darkCells
          unsafe source.withUnsafeBytes { cell in
            guard let cell = cell.baseAddress else { return }
            unsafe (line + left).copyMemory(
              from: cell, byteCount: (column + 1) * width / columns - left)
          }
        }
        for y in top + 1..<bottom {
          unsafe (base + y * width).copyMemory(from: line, byteCount: width)
        }
      }
      for plane in planes.dropFirst() {
        let grey = plane.width * ((height(ofWidth: width) + 1) / 2)
        unsafe fill(bytes, at: plane.offset, count: grey, with: 128)
      }
    }
  }

  /// What the strip says; nil when there is none or it is damaged.
  public static func read(_ picture: Picture) -> (frame: UInt32, captured: Instant)? {
    guard picture.width >= columns, height(ofWidth: picture.width) <= picture.height else {
      return nil
    }
    let values = brightness(picture)
    // Sums of nine samples each; the sync cells say what light and dark are in this picture.
    var lightest = 0
    var darkest = 0
    for (cell, isLight) in sync.enumerated() {
      if isLight { lightest += values[cell] } else { darkest += values[cell] }
    }
    // Four cells of each kind.
    guard lightest - darkest >= 4 * 9 * minimumContrast else { return nil }
    let threshold = (lightest + darkest) / 8
    for (cell, isLight) in sync.enumerated() where (values[cell] > threshold) != isLight {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: 14)
    for bit in 0..<112 where values[sync.count + bit] > threshold {
      bytes[bit / 8] |= 0x80 >> UInt8(bit % 8)
    }
    var frame: UInt32 = 0
    var captured: Int64 = 0
    for byte in bytes[0..<4] { frame = frame << 8 | UInt32(byte) }
    for byte in bytes[4..<10] { captured = captured << 8 | Int64(byte) }
    let instant = Instant(nanoseconds: captured)
    guard bytes == message(frame: frame, captured: instant) else { return nil }
    return (frame, instant)
  }

  /// For each cell the sum of nine luma samples from its middle.
  private static func brightness(_ picture: Picture) -> [Int] {
    let width = picture.width
    var values: [Int] = []
    values.reserveCapacity(rows * columns)
    unsafe picture.bytes.withUnsafeBufferPointer { luma in
      for row in 0..<rows {
        let top = row * width / columns
        let cellHeight = (row + 1) * width / columns - top
        for column in 0..<columns {
          let left = column * width / columns
          let cellWidth = (column + 1) * width / columns - left
          var sum = 0
          for eighth in 3...5 {
            let line = (top + cellHeight * eighth / 8) * width + left
            sum += Int(unsafe luma[line + cellWidth * 3 / 8])
            sum += Int(unsafe luma[line + cellWidth * 4 / 8])
            sum += Int(unsafe luma[line + cellWidth * 5 / 8])
          }
          values.append(sum)
        }
      }
    }
    return values
  }

  /// Frame number, capture time and checksum: 14 bytes.
  private static func message(frame: UInt32, captured: Instant) -> [UInt8] {
    var writer = ByteWriter(reserving: 14)
    writer.uint32(frame)
    writer.uint16(UInt16(truncatingIfNeeded: captured.nanoseconds >> 32))
    writer.uint32(UInt32(truncatingIfNeeded: captured.nanoseconds))
    writer.uint32(CRC32.checksum(writer.bytes[...]))
    return writer.bytes
  }

  private static func bits(_ bytes: [UInt8]) -> [Bool] {
    (0..<bytes.count * 8).map { bytes[$0 / 8] & 0x80 >> UInt8($0 % 8) != 0 }
  }
}
