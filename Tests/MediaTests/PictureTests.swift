import SansIO
import TestSupport
import Testing

@testable import Media

/// A picture whose samples are all drawn by chance.
func noisePicture(width: Int, height: Int, seed: UInt64) -> Picture {
  var generator = SplitMix64(state: seed)
  let bytes = generator.bytes(Picture.byteCount(width: width, height: height))
  return Picture(width: width, height: height, bytes: bytes)
    ?? Picture(width: width, height: height)
}

@Suite("Pictures and their comparison")
struct PictureTests {
  @Test("sizes, planes and scaling")
  func sizes() {
    var table = Table()
    table.equal(Picture.byteCount(width: 4, height: 2), 12, "even")
    table.equal(Picture.byteCount(width: 3, height: 3), 17, "odd sides round chroma up")
    table.equal(Picture(width: 2, height: 2).bytes, [16, 16, 16, 16, 128, 128], "black")
    table.equal(Picture(width: 2, height: 2, bytes: [1]) == nil, true, "too few bytes")
    table.equal(Picture(width: 0, height: 2, bytes: []) == nil, true, "no width")
    table.equal(Picture(width: 1 << 40, height: 1 << 40, bytes: []) == nil, true, "absurd")
    let small = Picture(width: 2, height: 2, bytes: [10, 20, 30, 41, 5, 6])
    table.equal(small?.scaled(width: 1, height: 1).bytes, [25, 5, 6], "mean of four")
    table.equal(
      small?.scaled(width: 4, height: 2).bytes, [10, 10, 20, 20, 30, 30, 41, 41, 5, 5, 6, 6],
      "doubled in width")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("PSNR of known differences")
  func psnrKnownValues() {
    let base = Picture(width: 16, height: 16)
    func changed(_ body: (inout [UInt8]) -> Void) -> Picture {
      var bytes = base.bytes
      body(&bytes)
      return Picture(width: 16, height: 16, bytes: bytes) ?? base
    }
    let rows: [(String, Picture, String)] = [
      ("equal", base, "48.00"),
      // MSE 1: 10·log10(65025) = 48.1308, over the cap.
      ("every sample by 1", changed { $0 = $0.map { $0 + 1 } }, "48.00"),
      // MSE 4: 42.1102.
      ("every sample by 2", changed { $0 = $0.map { $0 + 2 } }, "42.11"),
      // MSE 100: 28.1308.
      ("every sample by 10", changed { $0 = $0.map { $0 + 10 } }, "28.13"),
      // One of 384 samples by 100: MSE 26.04, 33.9742.
      ("one sample by 100", changed { $0[0] += 100 }, "33.97"),
      ("another size", Picture(width: 32, height: 8), "48.00"),
    ]
    var table = Table()
    for (name, picture, expected) in rows {
      table.equal(psnr(base, picture).description, expected, name)
    }
    table.equal(
      psnr(base, changed { $0 = $0.map { $0 + 1 } }, cap: FixedDecimal(units: 10000, places: 2))
        .description, "48.13", "higher cap")
    let black = Picture(width: 2, height: 2, bytes: [UInt8](repeating: 0, count: 6)) ?? base
    let white = Picture(width: 2, height: 2, bytes: [UInt8](repeating: 255, count: 6)) ?? base
    table.equal(psnr(black, white).description, "0.00", "opposites")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("sources give the same picture for the same frame, and move")
  func sources() {
    var table = Table()
    for (width, height) in [(640, 360), (1280, 720), (320, 180), (160, 90), (33, 17), (1, 1)] {
      var a = TimecodeSource(width: width, height: height, framesPerSecond: 30)
      var b = TimecodeSource(width: width, height: height, framesPerSecond: 30)
      let late = a.picture(frame: .max, captured: Instant(nanoseconds: 5))
      table.equal(late.width, width, "\(width)x\(height)")
      let picture = a.picture(frame: 7, captured: .start)
      table.holds(picture == b.picture(frame: 7, captured: .start), "\(width)x\(height) same")
      let next = a.picture(frame: 8, captured: .start)
      table.holds(width < 33 || picture != next, "\(width)x\(height) moves")
    }
    var black = BlackSource(width: 640, height: 360, framesPerSecond: 30)
    table.equal(Strip.read(black.picture(frame: 9, captured: .start))?.frame, 9, "strip in black")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

@Suite("The strip")
struct StripTests {
  static let readings: [(frame: UInt32, captured: Instant)] = [
    (0, .start), (1, Instant(nanoseconds: 33_333_333)), (.max, Instant(nanoseconds: 1 << 48 - 1)),
    (0xaaaa_5555, Instant(nanoseconds: 0x5555_aaaa_5555)),
    (1799, Instant(nanoseconds: 59_966_666_666)),
  ]

  @Test("is read back at every size, scaled and in other brightness")
  func roundTrip() {
    var table = Table()
    let sizes = [
      (160, 90), (176, 144), (320, 240), (426, 240), (640, 360), (640, 480), (1280, 720),
      (1919, 1079),
    ]
    for (width, height) in sizes {
      let noise = noisePicture(width: width, height: height, seed: 1)
      for reading in Self.readings {
        var picture = noise
        Strip.draw(reading, into: &picture)
        let row = "\(width)x\(height) \(reading)"
        table.equal(Strip.read(picture)?.frame, reading.frame, row)
        table.equal(Strip.read(picture)?.captured, reading.captured, row)
        guard width == 320 || width == 640 && reading.frame == 1799 else { continue }
        for (size, divisor) in [(1, 2), (2, 1), (3, 4)] where width == 320 || size == 1 {
          let scaled = picture.scaled(
            width: width * size / divisor, height: height * size / divisor)
          table.equal(
            Strip.read(scaled)?.captured, reading.captured, row + " by \(size)/\(divisor)")
        }
        guard width == 320 else { continue }
        // Half the contrast, brighter; and full range made of limited range.
        for change: (Int) -> Int in [{ $0 / 2 + 100 }, { ($0 - 16) * 255 / 219 }] {
          let bytes = picture.bytes.map { UInt8(max(0, min(255, change(Int($0))))) }
          let other = Picture(width: width, height: height, bytes: bytes) ?? picture
          table.equal(Strip.read(other)?.captured, reading.captured, row + " other brightness")
        }
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("is nothing in a picture that has none, or a damaged one; never another number")
  func damage() {
    var table = Table()
    table.holds(Strip.read(Picture(width: 640, height: 360)) == nil, "black")
    table.holds(Strip.read(Picture(width: 1, height: 1)) == nil, "one sample")
    table.holds(Strip.read(Picture(width: 4096, height: 2)) == nil, "flat")
    for seed in 0..<50 {
      table.holds(
        Strip.read(noisePicture(width: 160, height: 90, seed: UInt64(seed))) == nil, "noise \(seed)"
      )
    }
    var tooLate = Picture(width: 640, height: 360)
    Strip.draw((1, Instant(nanoseconds: 1 << 48)), into: &tooLate)
    table.holds(Strip.read(tooLate) == nil, "a time that does not fit is not drawn")

    // Invert cells, one at a time and several at once.
    var whole = Picture(width: 160, height: 90)
    Strip.draw((1234, Instant(nanoseconds: 41_133_333_333)), into: &whole)
    var generator = SplitMix64(state: 3)
    for attempt in 0..<520 {
      var picture = whole
      let cells =
        attempt < 120
        ? [attempt] : (0..<2 + attempt % 12).map { _ in Int(generator.next() % 120) }
      for cell in Set(cells) {
        for y in 0..<4 {
          for x in 0..<4 {
            let index = (cell / 40 * 4 + y) * 160 + cell % 40 * 4 + x
            picture.bytes[index] = 255 - picture.bytes[index]
          }
        }
      }
      table.holds(Strip.read(picture) == nil, "damage to \(cells)")
    }
    // The upper part of one frame and the lower part of the next.
    for split in 1..<12 {
      var other = Picture(width: 160, height: 90)
      Strip.draw((1235, Instant(nanoseconds: 41_166_666_666)), into: &other)
      let bytes = Array(whole.bytes[..<(160 * split)] + other.bytes[(160 * split)...])
      let torn = Picture(width: 160, height: 90, bytes: bytes) ?? whole
      let frame = Strip.read(torn)?.frame
      table.holds(frame == nil || frame == 1234 || frame == 1235, "torn at \(split)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
