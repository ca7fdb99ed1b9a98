import Media
import SansIO
import TestSupport
import Testing

@testable import Codecs

@Suite("Video through each codec")
struct VideoCodecTests {
  @Test("the strip survives 150 kbit/s and scaling by 2", arguments: formats)
  func strips(format: VideoFormat) throws {
    let (encoder, decoder) = try (encoder(format, 640, 360, kilobits: 150), decoder(format))
    var source = TimecodeSource(width: 640, height: 360, framesPerSecond: 30)
    var table = Table()
    for index in 0..<40 {
      let captured = captureTime(index)
      let sent = source.picture(frame: UInt32(index), captured: captured)
      let frame = encoder.frame(of: sent)
      table.equal(frame.isKeyFrame, index == 0, "key frame at \(index)")
      guard let received = decoder.picture(of: frame.bytes) else {
        table.holds(false, "no picture \(index)")
        continue
      }
      table.equal(received.concealed, false, "concealed \(index)")
      table.equal(Strip.read(received.picture)?.captured, captured, "strip \(index)")
      guard index % 8 == 7 else { continue }
      let half = received.picture.scaled(width: 320, height: 180)
      table.equal(Strip.read(half)?.frame, UInt32(index), "strip \(index), halved")
      let quality = psnr(sent, received.picture)
      table.holds(quality > FixedDecimal(units: 3300, places: 2), "PSNR \(quality) at \(index)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("the same pictures give the same bytes, and bytes the same pictures", arguments: formats)
  func determinism(format: VideoFormat) throws {
    var source = TimecodeSource(width: 320, height: 180, framesPerSecond: 30)
    let encoders = try (0..<2).map { _ in try encoder(format, 320, 180, kilobits: 300) }
    let decoders = try (0..<2).map { _ in try decoder(format) }
    var table = Table()
    for index in 0..<30 {
      let picture = source.picture(frame: UInt32(index), captured: captureTime(index))
      let frames = encoders.map { $0.frame(of: picture, forceKeyFrame: index == 11).bytes }
      table.holds(!frames[0].isEmpty && frames[0] == frames[1], "frame \(index)")
      let pictures = decoders.map { $0.picture(of: frames[0])?.picture }
      table.holds(pictures[0] != nil && pictures[0] == pictures[1], "picture \(index)")
      if index == 20 { for encoder in encoders { _ = encoder.perform(.setBitRate(.kilobits(90))) } }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a bit rate that is set is obeyed", arguments: formats)
  func bitRate(format: VideoFormat) throws {
    let encoder = try encoder(format, 320, 180, kilobits: 400)
    var source = TimecodeSource(width: 320, height: 180, framesPerSecond: 30)
    var table = Table()
    var index: UInt32 = 0
    for kilobits: Int64 in [400, 120, 600] {
      table.equal(encoder.perform(.setBitRate(.kilobits(kilobits))), .none, "set \(kilobits)")
      var byteCount = 0
      for frame in 0..<90 {
        let picture = source.picture(frame: index, captured: captureTime(Int(index)))
        let bytes = encoder.frame(of: picture).bytes
        // The first second is for settling.
        if frame >= 30 { byteCount += bytes.count }
        index += 1
      }
      let measured = Int64(byteCount * 8 / 2 / 1000)
      table.holds(
        (kilobits * 7 / 10...kilobits * 13 / 10).contains(measured),
        "\(kilobits) kbit/s asked for, \(measured) measured")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("key frames come when asked for, also of odd sizes in VP8", arguments: formats)
  func keyFrames(format: VideoFormat) throws {
    let (width, height) = format == .vp8 ? (175, 99) : (176, 98)
    let (encoder, decoder) = try (encoder(format, width, height, kilobits: 200), decoder(format))
    var source = TimecodeSource(width: width, height: height, framesPerSecond: 30)
    var table = Table()
    for index in 0..<20 {
      let forced = index == 7 || index == 13
      let picture = source.picture(frame: UInt32(index), captured: captureTime(index))
      let frame = encoder.frame(of: picture, forceKeyFrame: forced)
      table.equal(frame.isKeyFrame, forced || index == 0, "frame \(index)")
      // A decoder that begins at a key frame needs nothing from before.
      let late = try index == 13 ? CodecStream.videoDecoder(format).makeCodec() : decoder
      let decoded = late.picture(of: frame.bytes)?.picture
      table.equal(decoded?.width, width, "width \(index)")
      table.equal(decoded?.height, height, "height \(index)")
      guard case .h264(let profile) = format else { continue }
      if index == 13 { _ = decoder.perform(.decodeFrame(frame.bytes)) }
      let types = units(frame.bytes).map { $0[0] & 31 }
      table.equal(
        Array(types.prefix(frame.isKeyFrame ? 3 : 1)), frame.isKeyFrame ? [7, 8, 5] : [1],
        "NAL units of frame \(index)")
      guard frame.isKeyFrame, let sps = units(frame.bytes).first else { continue }
      let identifier = hexadecimal(Array(sps[1..<4]))
      table.equal(identifier, profile == "42e01f" ? "42c01f" : "4d4028", "profile in the SPS")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("slices fit the payload", arguments: ["42e01f", "4d0028", "640c1f"])
  func slices(profile: String) throws {
    var table = Table()
    for maximum in [700, 1150] {
      let encoder = try encoder(
        .h264(profileLevelID: profile), 320, 180, kilobits: 4000, maximumPayload: maximum)
      for index in 0..<10 {
        let frame = encoder.frame(of: noise(320, 180, seed: UInt64(index)))
        let longest = units(frame.bytes).map(\.count).max() ?? 0
        table.holds((1...maximum).contains(longest), "NAL unit of \(longest), not \(maximum)")
        table.holds(units(frame.bytes).count > 2, "several slices")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a lost slice is made up for and said; a lost frame does not stop the decoder")
  func loss() throws {
    let format = VideoFormat.h264(profileLevelID: "42e01f")
    let (encoder, decoder) = try (
      encoder(format, 320, 180, kilobits: 1500, maximumPayload: 600), decoder(format)
    )
    var source = TimecodeSource(width: 320, height: 180, framesPerSecond: 30)
    var table = Table()
    var concealed = 0
    for index in 0..<30 {
      let captured = captureTime(index)
      let frame = encoder.frame(of: source.picture(frame: UInt32(index), captured: captured)).bytes
      if index == 20 { continue }
      guard index == 10 else {
        let picture = decoder.picture(of: frame)
        // Damage stays in the pictures that follow; the strip never lies about it.
        let strip = picture.flatMap { Strip.read($0.picture) }
        table.holds(picture != nil, "picture \(index)")
        table.holds(strip == nil || strip?.captured == captured, "strip \(index)")
        continue
      }
      let kept = units(frame).dropFirst().flatMap { unit -> [UInt8] in [0, 0, 0, 1] + unit }
      table.holds(units(frame).count > 1, "one slice only")
      if decoder.picture(of: kept)?.concealed == true { concealed += 1 }
    }
    table.equal(concealed, 1, "concealed")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("what cannot be opened, and jobs of the wrong kind")
  func refusals() throws {
    func open(
      _ format: VideoFormat, _ width: Int, _ height: Int, rate: Int = 30, payload: Int = 1150
    )
      -> CodecStream
    {
      .videoEncoder(
        format, width: width, height: height, framesPerSecond: rate, bitRate: .kilobits(100),
        maximumPayload: payload)
    }
    func h264(_ profile: String) -> VideoFormat { .h264(profileLevelID: profile) }
    let rows: [(CodecStream, CodecError)] = [
      (open(.vp8, 0, 90), .unsupportedSize(width: 0, height: 90)),
      (open(.vp8, 8000, 90), .unsupportedSize(width: 8000, height: 90)),
      (open(h264("42e01f"), 175, 90), .unsupportedSize(width: 175, height: 90)),
      (open(.vp8, 160, 90, rate: 0), .unsupportedFrameRate(0)),
      (open(h264("42e01f"), 160, 90, payload: 10), .unsupportedMaximumPayload(10)),
      (open(h264(""), 160, 90), .unsupportedProfile("")),
      (open(h264("58e01f"), 160, 90), .unsupportedProfile("58e01f")),
      (open(h264("42e0ff"), 160, 90), .unsupportedProfile("42e0ff")),
      (open(h264("zzzzzz"), 160, 90), .unsupportedProfile("zzzzzz")),
      (.audioEncoder(bitRate: .kilobits(32), channels: 3), .unsupportedChannels(3)),
      (.audioDecoder(channels: 0), .unsupportedChannels(0)),
    ]
    var table = Table()
    for (stream, expected) in rows {
      do throws(CodecError) {
        _ = try stream.makeCodec()
        table.holds(false, "opened instead of \(expected)")
      } catch { table.equal(error, expected, "\(expected)") }
    }
    let picture = Picture(width: 160, height: 90)
    let jobs: [(CodecStream, CodecJob, CodecError)] = [
      (
        open(.vp8, 320, 180), .encodePicture(picture, forceKeyFrame: false),
        .pictureSize(width: 160, height: 90)
      ),
      (
        open(h264("42e01f"), 320, 180), .encodePicture(picture, forceKeyFrame: false),
        .pictureSize(width: 160, height: 90)
      ),
      (open(.vp8, 320, 180), .decodeFrame([1]), .wrongJob),
      (open(h264("42e01f"), 320, 180), .concealSound, .wrongJob),
      (.videoDecoder(.vp8), .encodeSound([]), .wrongJob),
      (.videoDecoder(h264("42e01f")), .setBitRate(.kilobits(1)), .wrongJob),
      (.audioEncoder(bitRate: .kilobits(32)), .decodeSound([1]), .wrongJob),
      (.audioDecoder(), .setBitRate(.kilobits(1)), .wrongJob),
      (.audioEncoder(bitRate: .kilobits(32)), .encodeSound([1, 2, 3]), .soundLength(samples: 3)),
      (.audioEncoder(bitRate: .kilobits(32)), .encodeSound([]), .soundLength(samples: 0)),
      (.audioDecoder(), .decodeSound([]), .byteCount(0)),
      (.videoDecoder(.vp8), .decodeFrame([]), .byteCount(0)),
      (.videoDecoder(h264("42e01f")), .decodeFrame([]), .byteCount(0)),
      // A key frame that declares 16383x16383 (RFC 6386 §9.1).
      (
        .videoDecoder(.vp8),
        .decodeFrame(
          [0x10, 2, 0, 0x9d, 1, 0x2a, 0xff, 0x3f, 0xff, 0x3f] + [UInt8](repeating: 0, count: 90)),
        .unsupportedSize(width: 16383, height: 16383)
      ),
    ]
    for (stream, job, expected) in jobs {
      table.equal(try stream.makeCodec().perform(job), .failed(expected), "\(expected)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test(
    "garbage, truncations and mutations give a result and never a trap",
    arguments: formats.prefix(2))
  func hostile(format: VideoFormat) throws {
    let encoder = try encoder(format, 64, 48, kilobits: 60)
    var source = TimecodeSource(width: 64, height: 48, framesPerSecond: 30)
    let frames = (0..<4).map {
      encoder.frame(of: source.picture(frame: $0, captured: .start)).bytes
    }
    let decoder = try decoder(format)
    var table = Table()
    var generator = SplitMix64(state: 17)
    table.holds(decoder.picture(of: generator.bytes(500)) == nil, "garbage first")
    table.holds(decoder.picture(of: frames[1]) == nil, "no key frame yet")
    var pictures = 0
    for frame in frames {
      for count in 0..<frame.count where decoder.picture(of: Array(frame[..<count])) != nil {
        pictures += 1
      }
    }
    for round in 0..<5000 {
      var frame = frames[round % frames.count]
      for _ in 0...generator.next() % 6 {
        frame[Int(generator.next() % UInt64(frame.count))] = UInt8(
          truncatingIfNeeded: generator.next())
      }
      if decoder.picture(of: frame) != nil { pictures += 1 }
    }
    for count in 1..<200 where decoder.picture(of: generator.bytes(count)) != nil { pictures += 1 }
    // It still works.
    _ = decoder.perform(.decodeFrame(frames[0]))
    table.equal(decoder.picture(of: frames[0])?.picture.width, 64, "afterwards")
    table.holds(pictures > 100, "\(pictures) pictures from damaged frames")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
