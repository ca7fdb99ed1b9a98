import Media
import SansIO
import TestSupport
import Testing

@testable import Codecs

@Suite("Sound through Opus")
struct SoundCodecTests {
  /// libopus looks so many samples ahead, and its sound comes so much later.
  static let lookahead: Int64 = 312

  private func packets(
    _ encoder: any Codec, _ source: inout some AudioSource, from first: Int = 0, count: Int
  ) -> [[UInt8]] {
    (first..<first + count).map { index in
      let sound = source.samples(from: Int64(index) * 960, count: 960)
      guard case .packet(let packet) = encoder.perform(.encodeSound(sound)) else { return [] }
      return packet
    }
  }

  private func marks(_ decoder: any Codec, _ packets: [[UInt8]?]) -> [DetectedMark] {
    var detector = MarkDetector()
    return packets.flatMap { packet in
      guard
        case .sound(let sound) = decoder.perform(packet.map { .decodeSound($0) } ?? .concealSound)
      else { return [DetectedMark]() }
      return detector.push(sound)
    }
  }

  @Test("marks are found within 1 ms after 24, 32 and 64 kbit/s", arguments: [24, 32, 64])
  func marks(kilobits: Int64) throws {
    let encoder = try CodecStream.audioEncoder(bitRate: .kilobits(kilobits)).makeCodec()
    var source = BeepSource()
    let coded = packets(encoder, &source, count: 250)
    var table = Table()
    table.equal(Set(coded.map(\.count)), [Int(kilobits) * 20 / 8], "constant bit rate")
    let found = marks(try CodecStream.audioDecoder().makeCodec(), coded)
    if kilobits >= 32 { table.equal(found.map(\.mark), Array(0..<20), "marks") }
    table.holds(found.count >= 14, "\(found.count) marks of 20")
    for mark in found {
      let error = mark.sampleOffset - Int64(mark.mark) * 12_000 - Self.lookahead
      table.holds(abs(error) <= 48, "mark \(mark.mark) is off by \(error) samples")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("lost packets cost their own marks only", arguments: [5, 10, 30])
  func concealment(lossPercent: UInt64) throws {
    let encoder = try CodecStream.audioEncoder(bitRate: .kilobits(32)).makeCodec()
    var source = BeepSource()
    let coded = packets(encoder, &source, count: 500)
    var generator = SplitMix64(state: lossPercent)
    let arrived = coded.map { packet in generator.next() % 100 < lossPercent ? nil : packet }
    let found = marks(try CodecStream.audioDecoder().makeCodec(), arrived)
    var table = Table()
    for mark in found {
      let error = mark.sampleOffset - Int64(mark.mark) * 12_000 - Self.lookahead
      table.holds(mark.mark < 40 && abs(error) <= 96, "mark \(mark.mark) off by \(error) samples")
    }
    // A mark lies in seven or eight packets; those that all came, and the one before, must give it.
    let whole = (0..<39).filter { mark in
      let first = max(0, mark * 250 / 20 - 1)
      return !arrived[first...(mark * 250 + 137) / 20].contains(nil)
    }
    let numbers = Set(found.map(\.mark))
    let missed = whole.filter { !numbers.contains(UInt32($0)) }
    table.holds(missed.count <= whole.count / 10, "marks \(missed) of \(whole) not found")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("the same sound gives the same bytes; rate and concealment")
  func encoding() throws {
    var table = Table()
    var source = BeepSource()
    let encoders = try (0..<2).map { _ in
      try CodecStream.audioEncoder(bitRate: .kilobits(32)).makeCodec()
    }
    table.holds(
      packets(encoders[0], &source, count: 30) == packets(encoders[1], &source, count: 30), "bytes")
    table.equal(encoders[0].perform(.setBitRate(.kilobits(64))), .none, "set")
    table.equal(packets(encoders[0], &source, from: 30, count: 1).map(\.count), [160], "64 kbit/s")
    let decoder = try CodecStream.audioDecoder().makeCodec()
    table.equal(
      decoder.perform(.concealSound), .sound([Int16](repeating: 0, count: 960)), "before all")
    let stereo = try CodecStream.audioEncoder(bitRate: .kilobits(32), channels: 2).makeCodec()
    guard
      case .packet(let packet) = stereo.perform(.encodeSound([Int16](repeating: 9, count: 1920))),
      case .sound(let mono) = decoder.perform(.decodeSound(packet)),
      case .sound(let both) = try CodecStream.audioDecoder(channels: 2).makeCodec().perform(
        .decodeSound(packet))
    else {
      Issue.record("stereo")
      return
    }
    table.equal([mono.count, both.count], [960, 1920], "stereo as one channel and as two")
    let variable = try CodecStream.audioEncoder(bitRate: .kilobits(32), constantBitRate: false)
      .makeCodec()
    table.holds(Set(packets(variable, &source, count: 20).map(\.count)).count > 1, "variable rate")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("garbage, truncations and mutations give a result and never a trap")
  func hostile() throws {
    let encoder = try CodecStream.audioEncoder(bitRate: .kilobits(32)).makeCodec()
    let decoder = try CodecStream.audioDecoder().makeCodec()
    var source = BeepSource()
    let packet = packets(encoder, &source, count: 5)[4]
    var table = Table()
    var generator = SplitMix64(state: 23)
    var sounds = 0
    func check(_ bytes: [UInt8], _ row: String) {
      switch decoder.perform(.decodeSound(bytes)) {
      case .sound(let sound):
        sounds += 1
        table.holds((1...5760).contains(sound.count), "\(row): \(sound.count) samples")
      case .failed: break
      default: table.holds(false, row)
      }
    }
    for count in 0..<packet.count { check(Array(packet[..<count]), "cut at \(count)") }
    for round in 0..<2000 {
      var bytes = packet
      for _ in 0...generator.next() % 5 {
        bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(
          truncatingIfNeeded: generator.next())
      }
      check(bytes, "mutation \(round)")
    }
    for count in 1..<300 { check(generator.bytes(count), "garbage of \(count)") }
    check([UInt8](repeating: 0xff, count: 70_000), "much")
    table.holds(sounds > 100, "\(sounds) decoded")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a lost packet is better made good from the one behind it than concealed")
  func inbandFEC() throws {
    func decoded(_ loss: CodecJob?, _ packets: [[UInt8]]) throws -> [Int16] {
      let decoder = try CodecStream.audioDecoder().makeCodec()
      var result: [Int16] = []
      for (index, packet) in packets.enumerated() {
        var job = CodecJob.decodeSound(packet)
        if let loss, index % 10 == 5 {
          job = loss
          if case .recoverSound = loss { job = .recoverSound(fromNext: packets[index + 1]) }
        }
        if case .sound(let sound) = decoder.perform(job) { result += sound }
      }
      return result
    }
    // At 32 kbit/s and 1 % of expected loss the library finds that it cannot afford to repeat anything.
    let encoder = try CodecStream.audioEncoder(bitRate: .kilobits(48)).makeCodec()
    var source = Syllables()
    let packets = packets(encoder, &source, count: 200)
    let whole = try decoded(nil, packets)
    func error(_ loss: CodecJob) throws -> Double {
      let other = try decoded(loss, packets)
      var sum = 0.0
      for index in whole.indices {
        let difference = Double(whole[index]) - Double(other[index])
        sum += difference * difference
      }
      return sum
    }
    let concealed = try error(.concealSound)
    let recovered = try error(.recoverSound(fromNext: []))
    #expect(recovered < concealed * 0.8, "error \(recovered) against \(concealed)")
  }
}

/// What the encoder takes for a voice, which it repeats: a buzz of 125 Hz that swells four times a second.
private struct Syllables: AudioSource {
  func samples(from index: Int64, count: Int) -> [Int16] {
    (index..<index + Int64(count)).map { index in
      let place = index % 12_000
      let swell = place < 8_000 ? min(place, 8_000 - place) : 0
      let buzz = index % 384 * 2 - 383
      return Int16(buzz * swell / 192)
    }
  }
}
