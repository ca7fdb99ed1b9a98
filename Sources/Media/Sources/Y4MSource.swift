public import SansIO

/// A recording in YUV4MPEG2 (4:2:0, eight bits), played in a loop.
///
/// The file stays as it was read, and a picture is cut out when asked for.
public struct Y4MSource: VideoSource, Sendable {
  public let width: Int
  public let height: Int
  /// The file's rate, rounded to whole frames.
  public let framesPerSecond: Int
  private let bytes: [UInt8]
  /// Where the samples of each frame begin.
  private let offsets: [Int]
  private let drawsStrip: Bool

  /// - Parameter drawsStrip: whether frame number and capture time are drawn over the top of the recording.
  public init(parsing bytes: [UInt8], drawsStrip: Bool = true) throws(MediaError) {
    let (header, frames) = try Y4MHeader.parse(bytes)
    let size = Picture.byteCount(width: header.width, height: header.height)
    var offsets: [Int] = []
    var offset = frames
    while offset < bytes.count {
      let start = try Y4MHeader.frame(in: bytes, at: offset)
      guard bytes.count - start >= size else {
        throw .truncated(offset: offset, needed: size, available: bytes.count - start)
      }
      offsets.append(start)
      offset = start + size
    }
    guard !offsets.isEmpty else { throw .noPictures }
    width = header.width
    height = header.height
    framesPerSecond = header.framesPerSecond
    self.bytes = bytes
    self.offsets = offsets
    self.drawsStrip = drawsStrip
  }

  /// Pictures in the recording.
  public var count: Int { offsets.count }

  public mutating func picture(frame: UInt32, captured: Instant) -> Picture {
    let start = offsets[Int(frame) % offsets.count]
    var picture = unsafe Picture(width: width, height: height) { target in
      unsafe bytes.withUnsafeBytes { source in
        unsafe target.copyMemory(
          from: UnsafeRawBufferPointer(rebasing: source[start..<start + target.count]))
      }
    }
    if drawsStrip { Strip.draw((frame, captured), into: &picture) }
    return picture
  }
}

/// The first line of a YUV4MPEG2 file: `YUV4MPEG2 W640 H360 F30:1 Ip A1:1 C420jpeg`.
struct Y4MHeader: Hashable {
  var width = 0
  var height = 0
  var framesPerSecond = 30

  /// Longer header lines are refused.
  private static let maximumLine = 1024

  /// The header, and where the first frame begins.
  static func parse(_ bytes: [UInt8]) throws(MediaError) -> (Y4MHeader, Int) {
    let magic = Array("YUV4MPEG2 ".utf8)
    guard bytes.starts(with: magic),
      let end = bytes.prefix(maximumLine).firstIndex(of: 0x0a)
    else { throw .notY4M }
    var header = Y4MHeader()
    for field in bytes[magic.count..<end].split(separator: 0x20) {
      try header.read(field)
    }
    guard Picture.isPossible(width: header.width, height: header.height) else {
      throw .pictureSize(width: header.width, height: header.height)
    }
    return (header, end + 1)
  }

  /// Where the samples begin of the frame whose header line begins at `offset`.
  static func frame(in bytes: [UInt8], at offset: Int) throws(MediaError) -> Int {
    let line = bytes[offset..<min(bytes.count, offset + maximumLine)]
    guard line.starts(with: "FRAME".utf8), let end = line.firstIndex(of: 0x0a),
      end == offset + 5 || line[offset + 5] == 0x20
    else { throw .frameHeader(offset: offset) }
    return end + 1
  }

  private mutating func read(_ field: ArraySlice<UInt8>) throws(MediaError) {
    let value = field.dropFirst()
    switch field.first {
    case UInt8(ascii: "W"):
      guard let number = Self.number(value) else { throw Self.error(field) }
      width = number
    case UInt8(ascii: "H"):
      guard let number = Self.number(value) else { throw Self.error(field) }
      height = number
    case UInt8(ascii: "F"):
      let parts = value.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard parts.count == 2, let numerator = Self.number(parts[0]),
        let denominator = Self.number(parts[1]), denominator > 0
      else { throw Self.error(field) }
      framesPerSecond = (numerator + denominator / 2) / denominator
      guard (1...240).contains(framesPerSecond) else { throw Self.error(field) }
    case UInt8(ascii: "C"):
      let known = ["420", "420jpeg", "420mpeg2", "420paldv"]
      guard known.contains(String(decoding: value, as: UTF8.self)) else { throw Self.error(field) }
    case UInt8(ascii: "I"):
      guard value.elementsEqual("p".utf8) || value.elementsEqual("?".utf8) else {
        throw Self.error(field)
      }
    default:
      break  // A (pixel aspect) and X (comment) change nothing here.
    }
  }

  private static func error(_ field: ArraySlice<UInt8>) -> MediaError {
    .y4mField(String(decoding: field, as: UTF8.self))
  }

  /// Up to nine digits.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...9).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }
}
