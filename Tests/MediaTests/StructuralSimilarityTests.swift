import SansIO
import TestSupport
import Testing

@testable import Media

@Suite("SSIM")
struct StructuralSimilarityTests {
  private static let size = (width: 320, height: 180)

  private static let original: Picture = {
    var source = TimecodeSource(width: size.width, height: size.height, framesPerSecond: 30)
    return source.picture(frame: 40, captured: .start)
  }()

  private static func changed(_ picture: Picture, _ body: (inout [UInt8]) -> Void) -> Picture {
    var bytes = picture.bytes
    body(&bytes)
    return Picture(width: picture.width, height: picture.height, bytes: bytes) ?? picture
  }

  @Test("of known differences")
  func knownValues() {
    let flat = Picture(width: 16, height: 16)
    let noise = noisePicture(width: 64, height: 48, seed: 1)
    let rows: [(name: String, a: Picture, b: Picture, value: String?)] = [
      ("equal, flat", flat, flat, "1.0000"),
      ("equal, noise", noise, noise, "1.0000"),
      ("equal, a test picture", Self.original, Self.original, "1.0000"),
      // Means 16 and 26: (2·16·26 + C1) / (16² + 26² + C1), C1 = 6.5025.
      ("flat, brighter by 10", flat, Self.changed(flat) { $0 = $0.map { $0 + 10 } }, "0.8934"),
      // Means 127.5: brightness is equal, and structure the opposite.
      (
        "a grating and its inverse", Self.grating([0, 255]), Self.grating([255, 0]), "-0.9964"
      ),
      ("one sample of chroma", flat, Self.changed(flat) { $0[300] = 0 }, "1.0000"),
      ("another size", flat, Picture(width: 32, height: 8), "1.0000"),
      ("one window", Picture(width: 8, height: 8), Picture(width: 8, height: 8), "1.0000"),
      ("too narrow", Picture(width: 7, height: 80), Picture(width: 7, height: 80), nil),
      ("too low", Picture(width: 80, height: 7), Picture(width: 80, height: 7), nil),
    ]
    var table = Table()
    for row in rows { table.equal(ssim(row.a, row.b)?.description, row.value, row.name) }
    // The rows of samples below the last whole block are in no window.
    let odd = Picture(width: 11, height: 11)
    table.equal(ssim(odd, odd)?.description, "1.0000", "odd sides")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  /// Columns of two samples of each value, so that every window has as many of the one as of the other.
  private static func grating(_ values: [UInt8]) -> Picture {
    changed(Picture(width: 32, height: 16)) { bytes in
      for index in 0..<32 * 16 { bytes[index] = values[index / 2 % 2] }
    }
  }

  @Test("falls with the strength of a blur, and is that of ffmpeg within 0.002")
  func reference() throws {
    let original = Self.original
    let mild = Self.blurred(original)
    let pictures = [
      ("blurred", mild), ("blurred twice", Self.blurred(mild)),
      ("brighter", Self.changed(original) { $0 = $0.map { $0 + 6 } }),
      ("inverted", Self.changed(original) { $0 = $0.map { 255 - $0 } }),
      ("noise", noisePicture(width: Self.size.width, height: Self.size.height, seed: 2)),
    ]
    var table = Table()
    let ours = pictures.map { ssim(original, $0.1)?.doubleValue ?? -2 }
    table.holds(1 > ours[0] && ours[0] > ours[1] && ours[1] > 0.2, "\(ours)")
    guard let reference = try Self.reference(original, pictures.map(\.1)) else {
      print("SKIPPED: SSIM: that of ffmpeg: there is no ffmpeg (apt-get install ffmpeg)")
      #expect(table.failures.isEmpty, "\(table.failures)")
      return
    }
    table.equal(reference.count, ours.count, "values of ffmpeg")
    for ((picture, ours), reference) in zip(zip(pictures, ours), reference) {
      table.holds((ours - reference).magnitude <= 0.002, "\(picture.0): \(ours), \(reference)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  /// The mean of each luma sample and its neighbours to the right and below.
  private static func blurred(_ picture: Picture) -> Picture {
    changed(picture) { bytes in
      for y in 0..<picture.height - 1 {
        for x in 0..<picture.width - 1 {
          let index = y * picture.width + x
          let four = [index, index + 1, index + picture.width, index + picture.width + 1]
          bytes[index] = UInt8(four.reduce(2) { $0 + Int(picture.bytes[$1]) } / 4)
        }
      }
    }
  }

  /// What ffmpeg says of the luma of each; nil: it is not there.
  private static func reference(_ original: Picture, _ pictures: [Picture]) throws -> [Double]? {
    guard let ffmpeg = OtherProgram.path(of: "ffmpeg") else { return nil }
    let scratch = ScratchFolder()
    let repeated = pictures.flatMap { _ in original.bytes }
    let first = try scratch.write(repeated, to: "a")
    let second = try scratch.write(pictures.flatMap(\.bytes), to: "b")
    let format = ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(size.width)x\(size.height)"]
    let end = try OtherProgram.run(
      ffmpeg,
      ["-v", "error"] + format + ["-i", first] + format + ["-i", second]
        + ["-lavfi", "ssim=stats_file=-", "-f", "null", "-"])
    #expect(end.code == 0, "\(end.complaints)")
    // "n:1 Y:0.976283 U:1.000000 V:1.000000 All:0.984189 (18.009)"
    return end.text.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("Y:") }
      .compactMap { Double($0.dropFirst(2)) }
  }
}
