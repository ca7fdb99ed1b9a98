import Media
import SansIO
import TestSupport
import Testing

/// The agents' Python and the target `Media` draw and read the same strip and the same marks.
@Suite("Strip and marks in Python")
struct PythonMediaTests {
  private static let sizes = [
    (160, 90), (320, 240), (640, 360), (642, 362), (854, 480), (1280, 720),
  ]
  private static let frames: [(UInt32, Int64)] = [
    (0, 0), (1, 33_333_333), (77, 2_566_666_641), (4_000_000_000, (1 << 48) - 1),
  ]

  /// Compares Swift's picture with its own, reads the strip in it, and once more with a cell turned.
  private static let look = PythonScript(
    text: """
      import sys
      import callproof_media as media
      for argument in sys.argv[1:]:
          path, width, height, frame, captured = argument.split(",")
          width, height, frame, captured = map(int, (width, height, frame, captured))
          swift = open(path, "rb").read()
          own = media.TimecodeSource(width, height).picture(frame, captured)
          open(path, "wb").write(own)
          reader = media.StripReader(width, height, width)
          damaged = bytearray(swift)
          cell = width // 40
          for y in range(2 * cell):
              start = y * width + 20 * width // 40
              damaged[start:start + cell] = bytes(255 - byte for byte in damaged[start:start + cell])
          print(swift == own, reader.read(swift), reader.read(damaged), reader.read(b""))
      """)

  @Test(
    "pictures are the same, and each reads the other's strip",
    .enabled(if: PythonScript.canRun("Python agents' media")))
  func pictures() throws {
    let scratch = ScratchFolder()
    var arguments: [String] = []
    for (width, height) in Self.sizes {
      for (frame, captured) in Self.frames {
        var source = TimecodeSource(width: width, height: height, framesPerSecond: 30)
        let picture = source.picture(frame: frame, captured: Instant(nanoseconds: captured))
        let path = try scratch.write(picture.bytes, to: "\(width)-\(frame)")
        arguments.append("\(path),\(width),\(height),\(frame),\(captured)")
      }
    }
    let result = try Self.look.run(arguments)
    var table = Table()
    table.equal(result.code, 0, "exit: \(result.complaints)")
    var lines = result.lines.makeIterator()
    for (width, height) in Self.sizes {
      for (frame, captured) in Self.frames {
        let row = "\(width)x\(height) frame \(frame)"
        table.equal(lines.next() ?? "", "True (\(frame), \(captured)) None None", row)
        let bytes = scratch.bytes("\(width)-\(frame)") ?? []
        let reading = Picture(width: width, height: height, bytes: bytes).flatMap(Strip.read)
        table.equal(reading?.frame, frame, "\(row), Python's")
        table.equal(reading?.captured.nanoseconds, captured, "\(row), Python's")
      }
    }
    #expect(table.failures == [])
  }

  /// PSNR and SSIM of pairs of pictures.
  private static let compare = PythonScript(
    text: """
      import sys
      import callproof_devices as devices
      try:
          import numpy
      except ImportError:
          sys.exit(42)
      width, height = int(sys.argv[1]), int(sys.argv[2])
      original, *pictures = [open(path, "rb").read() for path in sys.argv[3:]]
      for picture in pictures:
          values = devices.quality(numpy, original, picture, width, height)
          print(values["psnr"], values["ssim"])
      """)

  @Test("PSNR and SSIM are the same", .enabled(if: PythonScript.canRun("Python agents' media")))
  func quality() throws {
    let scratch = ScratchFolder()
    let original = QualitySample.original
    var arguments = ["\(original.width)", "\(original.height)"]
    let pictures = QualitySample.pictures
    for (name, picture) in [("original", original)] + pictures {
      arguments.append(try scratch.write(picture.bytes, to: name))
    }
    let result = try Self.compare.run(
      arguments, by: OtherProgram.pythonOfPeers ?? OtherProgram.python)
    if result.code == 42 {
      return print(
        "SKIPPED: Python agents' media: PSNR and SSIM: there is no numpy (ci/setup --peers)")
    }
    var table = Table()
    table.equal(result.lines.count, pictures.count, result.complaints)
    for ((name, picture), line) in zip(pictures, result.lines) {
      let values = line.split(separator: " ").compactMap { Double($0) }
      let right = [psnr(original, picture), ssim(original, picture)]
        .compactMap { $0?.doubleValue }
      table.equal(values.count, 2, "\(name): \(line)")
      // In units of the last place: Swift cuts SSIM off, numpy sums in 32 bits.
      let far = zip(zip(values, right), [0.011, 0.000_2]).contains {
        ($0.0 - $0.1).magnitude > $1
      }
      table.holds(!far, "\(name): \(line), \(right)")
    }
    #expect(table.failures == [])
  }

  /// Hears Swift's sound in pieces of 20 ms, and leaves its own in the file.
  private static let hear = PythonScript(
    text: """
      import array, sys
      import callproof_media as media
      path, first = sys.argv[1], int(sys.argv[2])
      swift = array.array("h", open(path, "rb").read())
      detector = media.MarkDetector()
      for start in range(0, len(swift), 960):
          for mark, sample in detector.push(swift[start:start + 960]):
              print(mark, sample)
      own = media.BeepSource().samples(first, len(swift))
      print("difference", max(abs(a - b) for a, b in zip(swift, own)))
      print("level", media.level(swift), media.level(array.array("h", bytes(960))))
      open(path, "wb").write(own.tobytes())
      """)

  @Test(
    "sound is the same, and each hears the other's marks",
    .enabled(if: PythonScript.canRun("Python agents' media")))
  func sound() throws {
    let scratch = ScratchFolder()
    var table = Table()
    // From the beginning, from within a mark, and from where the number has wrapped around.
    for first: Int64 in [0, 5000, 16_384 * 12_000 + 7] {
      var source = BeepSource()
      let samples = source.samples(from: first, count: 96_000)
      let path = try scratch.write(samples.flatMap(\.littleEndianBytes), to: "sound")
      let result = try Self.hear.run([path, "\(first)"])
      table.equal(result.code, 0, "exit: \(result.complaints)")
      var detector = MarkDetector()
      let expected = detector.push(samples)
      table.holds(expected.count >= 7, "Swift hears its own from \(first)")
      let heard = result.lines.prefix { $0.first?.isNumber == true }
      table.equal(
        Array(heard), expected.map { "\($0.mark) \($0.sampleOffset)" }, "marks from \(first)")
      // One step, where the sine functions differ in their last place.
      table.holds(
        ["difference 0", "difference 1"].contains(result.lines.dropLast().last ?? ""),
        "samples from \(first): \(result.lines.suffix(2))")
      table.equal(result.lines.last, "level \(level(samples)) -127", "loudness")
      let own = Int16.littleEndian(scratch.bytes("sound") ?? [])
      var ear = MarkDetector()
      table.equal(ear.push(own), expected, "Python's marks from \(first)")
    }
    #expect(table.failures == [])
  }
}
