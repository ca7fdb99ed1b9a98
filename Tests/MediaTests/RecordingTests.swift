import SansIO
import TestSupport
import Testing

@testable import Media

/// A WAV file of one tone.
func wav(
  tag: Int = 1, bits: Int = 16, channels: Int = 1, rate: Int = 48000, samples: [UInt8],
  declared: Int? = nil, extensible: Bool = false
) -> [UInt8] {
  func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  var format = little(extensible ? 0xfffe : tag, 2) + little(channels, 2) + little(rate, 4)
  format += little(rate * channels * bits / 8, 4) + little(channels * bits / 8, 2) + little(bits, 2)
  if extensible {
    format +=
      little(22, 2) + little(bits, 2) + little(4, 4) + little(tag, 2)
      + [UInt8](repeating: 0, count: 14)
  }
  let chunks =
    Array("fmt ".utf8) + little(format.count, 4) + format
    + Array("LIST".utf8) + little(3, 4) + [1, 2, 3, 0]
    + Array("data".utf8) + little(declared ?? samples.count, 4) + samples
  return Array("RIFF".utf8) + little(chunks.count + 4, 4) + Array("WAVE".utf8) + chunks
}

@Suite("Recordings as sources")
struct RecordingTests {
  static let y4m =
    Array("YUV4MPEG2 W16 H16 F30000:1001 Ip A1:1 C420jpeg XYSCSS=420JPEG\n".utf8)
    + (0..<3).flatMap { Array("FRAME\n".utf8) + [UInt8](repeating: 40 + $0, count: 384) }

  @Test("Y4M: pictures in a loop")
  func pictures() throws {
    var source = try Y4MSource(parsing: Self.y4m)
    var table = Table()
    table.equal(source.count, 3, "count")
    table.equal(source.width, 16, "width")
    table.equal(source.framesPerSecond, 30, "rate")
    for (frame, value) in [(0, 40), (1, 41), (2, 42), (3, 40), (3_000_001, 41)] {
      let picture = source.picture(frame: UInt32(frame), captured: .start)
      table.holds(picture.bytes == [UInt8](repeating: UInt8(value), count: 384), "frame \(frame)")
    }
    let header = Array("YUV4MPEG2 W160 H90\nFRAME Ip\n".utf8)
    let large = header + [UInt8](repeating: 90, count: 21_600)
    var withStrip = try Y4MSource(parsing: large)
    var without = try Y4MSource(parsing: large, drawsStrip: false)
    table.equal(Strip.read(withStrip.picture(frame: 5, captured: .start))?.frame, 5, "strip")
    table.holds(Strip.read(without.picture(frame: 5, captured: .start)) == nil, "no strip")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("Y4M: what is refused")
  func refusedPictures() {
    let frame = "FRAME\n"
    let rows: [(String, MediaError)] = [
      ("", .notY4M), ("YUV4MPEG2 W16 H16", .notY4M), ("RIFF", .notY4M),
      ("YUV4MPEG2 W16 H16 X" + String(repeating: "x", count: 2000) + "\n", .notY4M),
      ("YUV4MPEG2 H16\n" + frame, .pictureSize(width: 0, height: 16)),
      (
        "YUV4MPEG2 W999999999 H999999999\n" + frame,
        .pictureSize(width: 999_999_999, height: 999_999_999)
      ),
      ("YUV4MPEG2 W99999999999999999999 H1\n" + frame, .y4mField("W99999999999999999999")),
      ("YUV4MPEG2 W-16 H16\n" + frame, .y4mField("W-16")),
      ("YUV4MPEG2 W16 H16 F30:0\n" + frame, .y4mField("F30:0")),
      ("YUV4MPEG2 W16 H16 F999999999:1\n" + frame, .y4mField("F999999999:1")),
      ("YUV4MPEG2 W16 H16 F0:1\n" + frame, .y4mField("F0:1")),
      ("YUV4MPEG2 W16 H16 C444\n" + frame, .y4mField("C444")),
      ("YUV4MPEG2 W16 H16 C420p10\n" + frame, .y4mField("C420p10")),
      ("YUV4MPEG2 W16 H16 It\n" + frame, .y4mField("It")),
      ("YUV4MPEG2 W16 H16\n", .noPictures),
      ("YUV4MPEG2 W16 H16\nFRAMES\n", .frameHeader(offset: 18)),
      ("YUV4MPEG2 W16 H16\nPICTURE\n", .frameHeader(offset: 18)),
      ("YUV4MPEG2 W16 H16\nFRAME\nabc", .truncated(offset: 18, needed: 384, available: 3)),
      ("YUV4MPEG2 W4096 H4096\nFRAME\n", .truncated(offset: 22, needed: 25_165_824, available: 0)),
    ]
    var table = Table()
    for (text, expected) in rows {
      do throws(MediaError) {
        _ = try Y4MSource(parsing: Array(text.utf8))
        table.holds(false, "\(text.prefix(40)) was accepted")
      } catch { table.equal(error, expected, String(text.prefix(60))) }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("WAV: formats and rates")
  func sounds() throws {
    let half: [UInt8] = [0, 0x40]
    let rows: [(String, [UInt8], Int16, Int)] = [
      ("16 bit", wav(samples: half + half), 0x4000, 2),
      ("8 bit", wav(bits: 8, samples: [0xc0, 0xc0]), 0x4000, 2),
      ("24 bit", wav(bits: 24, samples: [0, 0, 0x40]), 0x4000, 1),
      ("32 bit", wav(bits: 32, samples: [0, 0, 0, 0x40]), 0x4000, 1),
      ("float", wav(tag: 3, bits: 32, samples: [0, 0, 0, 0x3f]), 0x4000, 1),
      ("float beyond full scale", wav(tag: 3, bits: 32, samples: [0, 0, 0, 0x7f]), 32767, 1),
      ("no number", wav(tag: 3, bits: 32, samples: [0, 0, 0xc0, 0x7f]), 0, 1),
      ("stereo", wav(channels: 2, samples: half + [0, 0]), 0x2000, 1),
      ("extensible", wav(samples: half, extensible: true), 0x4000, 1),
      ("size unknown", wav(samples: half, declared: 0xffff_ffff), 0x4000, 1),
      ("24 kHz", wav(rate: 24000, samples: half + half), 0x4000, 4),
      ("96 kHz", wav(rate: 96000, samples: half + half), 0x4000, 1),
      ("192 kHz", wav(rate: 192_000, samples: half), 0x4000, 1),
      ("half a sample left over", wav(samples: half + [1]), 0x4000, 1),
    ]
    var table = Table()
    for (name, bytes, value, count) in rows {
      let source = try WAVSource(parsing: bytes)
      table.equal(source.count, count, name)
      table.equal(source.samples(from: 12_345, count: 3), [value, value, value], name)
    }
    // A tone of 1 kHz recorded at 22.05 kHz is the tone at 48 kHz.
    let tone = (0..<22050).map {
      Int(10_000 * PortableMath.sin(Double($0) * 1000 * 2 * PortableMath.pi / 22050))
    }
    let bytes = tone.flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
    let source = try WAVSource(parsing: wav(rate: 22050, samples: bytes))
    table.equal(source.count, 48000, "count at 48 kHz")
    let played = source.samples(from: 0, count: 48000)
    let worst =
      (0..<47_000).map {
        abs(Double(played[$0]) - 10_000 * PortableMath.sin(Double($0) * 2 * PortableMath.pi / 48))
      }.max() ?? 0
    table.holds(worst < 200, "resampled tone is off by \(worst)")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("WAV: what is refused")
  func refusedSounds() {
    let half: [UInt8] = [0, 0x40]
    func format(tag: Int = 1, bits: Int = 16, channels: Int = 1, rate: Int = 48000) -> MediaError {
      .wavFormat(tag: tag, bits: bits, channels: channels, sampleRate: rate)
    }
    let rows: [([UInt8], MediaError)] = [
      ([], .notWAV), (Array("RIFF0000AVI ".utf8), .notWAV),
      (Array("RIFF0000WAVE".utf8), .noSamples), (wav(samples: []), .noSamples),
      (wav(tag: 2, samples: half), format(tag: 2)),
      (wav(bits: 12, samples: half), format(bits: 12)),
      (wav(channels: 0, samples: half), format(channels: 0)),
      (wav(channels: 65535, samples: half), format(channels: 65535)),
      (wav(rate: 1, samples: half), format(rate: 1)),
      (wav(rate: 0, samples: half), format(rate: 0)),
      (wav(rate: 0xffff_ffff, samples: half), format(rate: 0xffff_ffff)),
      (
        wav(samples: half, declared: 0x7fff_ffff),
        .truncated(offset: 48, needed: 0x7fff_ffff, available: 2)
      ),
    ]
    var table = Table()
    for (bytes, expected) in rows {
      do throws(MediaError) {
        _ = try WAVSource(parsing: bytes)
        table.holds(false, "accepted instead of \(expected)")
      } catch { table.equal(error, expected, "\(expected)") }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("every truncation is an error, and no mutation traps")
  func hostile() {
    var table = Table()
    let sound = wav(samples: [UInt8](repeating: 7, count: 64), extensible: true)
    let frames = Set((1..<3).map { Self.y4m.count - $0 * 390 })
    for count in 0..<Self.y4m.count where !frames.contains(count) {
      let source = try? Y4MSource(parsing: Array(Self.y4m[..<count]))
      table.holds(source == nil, "Y4M cut at \(count)")
    }
    for count in 0..<sound.count {
      table.holds((try? WAVSource(parsing: Array(sound[..<count]))) == nil, "WAV cut at \(count)")
    }
    var generator = SplitMix64(state: 99)
    var accepted = 0
    for _ in 0..<10_000 {
      var header = Array(Self.y4m[..<460])
      var riff = sound
      for _ in 0...generator.next() % 4 {
        header[Int(generator.next() % 80)] = UInt8(truncatingIfNeeded: generator.next())
        riff[Int(generator.next() % UInt64(riff.count))] = UInt8(
          truncatingIfNeeded: generator.next())
      }
      if var source = try? Y4MSource(parsing: header) {
        accepted += source.picture(frame: 1, captured: .start).bytes.count > 0 ? 1 : 0
      }
      if let source = try? WAVSource(parsing: riff) {
        accepted += source.samples(from: 1, count: 10).count == 10 ? 1 : 0
        table.holds(source.count <= 64 * 6, "bounded")
      }
    }
    table.holds(accepted > 100, "mutations that were accepted: \(accepted)")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
