import Media
import SansIO
import TestSupport
import Testing

/// The page's own strip, picture and marks against the Swift code that defines them.
@Suite("The page of browsers, run by node")
struct PageScriptTests {
  private static let page = Checkout.path("Sources/CResources/page")
  private static let node = OtherProgram.path(of: "node")
  private static let lack =
    node == nil ? "there is no node (apt-get install nodejs)" : nil

  /// What the page has of a browser, as far as these scripts use it.
  private static let prelude = """
    const fs = require("fs");
    globalThis.ImageData = class {
      constructor(width, height) {
        this.data = new Uint8ClampedArray(4 * width * height);
      }
    };
    const [folder] = process.argv.slice(2);
    const source = (name) => fs.readFileSync(`${folder}/${name}.js`, "utf8").replace('"use strict";', "");
    const scripts = ["strip", "picture", "quality", "marks"].map(source).join("\\n");

    """

  @Test("reads the strips that Swift draws")
  func readsStrips() throws {
    guard Self.isThere("reads the strips that Swift draws") else { return }
    let rows: [(frame: UInt32, captured: Int64)] = [
      (0, 0), (1, 1), (4_294_967_295, 281_474_976_710_655), (1234, 98_765_432_100),
    ]
    var pictures: [UInt8] = []
    for row in rows {
      var source = TimecodeSource(width: 320, height: 180, framesPerSecond: 30)
      let picture = source.picture(
        frame: row.frame, captured: Instant(nanoseconds: row.captured))
      // Grey is all that the strip has; full range, as a browser shows it.
      for luma in picture.bytes[..<(320 * 180)] {
        let grey = UInt8(clamping: (Int(luma) - 16) * 255 / 219)
        pictures += [grey, grey, grey, 255]
      }
    }
    let lines = try Self.run(
      """
      const size = 4 * 320 * 180;
      for (let start = 0; start < input.length; start += size) {
        const reading = Strip.read(input.subarray(start, start + size), 320);
        console.log(reading ? `${reading.frame} ${reading.captured}` : "nothing");
      }
      """, input: pictures)
    #expect(lines == rows.map { "\($0.frame) \($0.captured)" })
  }

  @Test("draws the pictures that Swift draws")
  func drawsPictures() throws {
    guard Self.isThere("draws the pictures that Swift draws") else { return }
    var table = Table()
    for frame: UInt32 in [0, 1, 77, 5000] {
      let output = try Self.runForBytes(
        """
        const picture = new TestPicture(320, 180).draw("timecode", \(frame), 123456789).data;
        const luma = new Uint8Array(320 * 180);
        for (let pixel = 0; pixel < luma.length; pixel++) {
          const [red, green, blue] = picture.subarray(4 * pixel);
          luma[pixel] = Math.round(16 + (219 / 255) * (0.299 * red + 0.587 * green + 0.114 * blue));
        }
        process.stdout.write(luma);
        """)
      var source = TimecodeSource(width: 320, height: 180, framesPerSecond: 30)
      let picture = source.picture(frame: frame, captured: Instant(nanoseconds: 123_456_789))
      table.equal(output.count, 320 * 180, "frame \(frame): samples")
      // The square is redder than RGB can be; all else is within 1.
      let far = zip(output, picture.bytes).count { abs(Int($0) - Int($1)) > 7 }
      table.equal(far, 0, "frame \(frame): samples that differ")
    }
    #expect(table.failures == [])
  }

  @Test("finds the PSNR and the SSIM that Swift finds in luma")
  func quality() throws {
    guard Self.isThere("finds the PSNR and the SSIM that Swift finds in luma") else { return }
    let original = QualitySample.original
    var table = Table()
    for (name, picture) in QualitySample.pictures {
      // Grey, since a browser's luma is made from RGB.
      let pixels = [original, picture].flatMap { $0.greyPixels }
      let lines = try Self.run(
        """
        const half = input.length / 2;
        const { psnr, ssim } = Quality.compare(input.subarray(0, half), input.subarray(half), \(original.width));
        console.log(psnr, ssim);
        """, input: pixels)
      let values = lines.first?.split(separator: " ").compactMap { Double($0) } ?? []
      let expected = QualitySample.ofLuma(picture)
      table.equal(values.count, 2, "\(name): \(lines)")
      for (value, right) in zip(values, expected) {
        // RGB has steps of its own.
        table.holds((value - right).magnitude <= right / 50, "\(name): \(values), \(expected)")
      }
    }
    #expect(table.failures == [])
  }

  @Test("hears the marks that Swift plays")
  func hearsMarks() throws {
    guard Self.isThere("hears the marks that Swift plays") else { return }
    var source = BeepSource()
    let lead = 5000
    let samples =
      [Int16](repeating: 0, count: lead) + source.samples(from: 12000 * 40, count: 60000)
    let bytes = samples.flatMap(\.littleEndianBytes)
    let lines = try Self.run(
      """
      const detector = new MarkDetector();
      const samples = Float32Array.from(new Int16Array(input.buffer, input.byteOffset, input.length / 2), (value) => value / 32768);
      for (let start = 0; start < samples.length; start += 128) {
        for (const { mark, offset } of detector.push(samples.subarray(start, start + 128))) console.log(`${mark} ${offset}`);
      }
      """, input: bytes)
    var detector = MarkDetector()
    #expect(lines == detector.push(samples).map { "\($0.mark) \($0.sampleOffset)" })
    #expect(lines.count >= 4)
  }

  @Test("plays the marks that Swift hears")
  func playsMarks() throws {
    guard Self.isThere("plays the marks that Swift hears") else { return }
    let output = try Self.runForBytes(
      """
      const sounds = [7, 8, 16383, 16384].map((mark) => Int16Array.from(MarkCode.sound(mark), (value) => Math.round(value * 32768)));
      for (const sound of sounds) process.stdout.write(new Uint8Array(sound.buffer));
      process.stdout.write(new Uint8Array(24000));
      """)
    let samples = Int16.littleEndian(output)
    var source = BeepSource()
    let right = source.samples(from: 7 * 12000, count: 24000)
    let far = zip(samples, right).count { abs(Int($0) - Int($1)) > 1 }
    #expect(samples.count == 60000 && far == 0, "\(far) samples differ")
  }

  private static func isThere(_ test: String) -> Bool {
    if let lack { print("SKIPPED: The page of browsers: \(test): \(lack)") }
    return lack == nil
  }

  private static func run(_ script: String, input: [UInt8] = []) throws -> [String] {
    let output = try runForBytes(script, input: input)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Runs the scripts of the page and then some lines, to which `input` is a Buffer.
  private static func runForBytes(_ script: String, input: [UInt8] = []) throws -> [UInt8] {
    let folder = ScratchFolder()
    let data = try folder.write(input, to: "input")
    let lines = """
      \(prelude)
      const input = fs.readFileSync(process.argv[3]);
      eval(scripts + `
      \(script.replacing("\\", with: "\\\\").replacing("`", with: "\\`").replacing("$", with: "\\$"))
      `);
      """
    let program = try folder.write(lines, to: "test.js")
    let end = try OtherProgram.run(node ?? "node", [program, page, data])
    #expect(end.code == 0, "\(end.complaints)")
    return end.output
  }
}
