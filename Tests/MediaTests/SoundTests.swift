import SansIO
import TestSupport
import Testing

@testable import Media

@Suite("Sound and its marks")
struct SoundTests {
  @Test("level of known sounds (RFC 6464)")
  func levels() {
    let rows: [(String, [Int16], Int)] = [
      ("nothing", [], -127), ("silence", [0, 0, 0], -127),
      ("square of full scale", [32767, -32768], 0),
      ("half", [16384, -16384], -6), ("a tenth", [3277, -3277], -20), ("one", [1, -1], -90),
      ("one in a thousand", [1] + [Int16](repeating: 0, count: 999_999), -127),
    ]
    var table = Table()
    for (name, samples, expected) in rows { table.equal(level(samples), expected, name) }
    let sine = (0..<4800).map {
      Int16(32767 * PortableMath.sin(Double($0) * 2 * PortableMath.pi / 48))
    }
    table.equal(level(sine), -3, "sine of full scale")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("the same index gives the same sample, however it is cut")
  func cuts() {
    var table = Table()
    for interval in [160, 250, 1000] {
      var source = BeepSource(markInterval: .milliseconds(interval))
      let whole = source.samples(from: 0, count: 100_000)
      var pieces: [Int16] = []
      var generator = SplitMix64(state: 5)
      while pieces.count < whole.count {
        let count = min(whole.count - pieces.count, Int(generator.next() % 20_000))
        pieces += source.samples(from: Int64(pieces.count), count: count)
      }
      table.holds(pieces == whole, "interval \(interval) ms")
      table.holds(source.mark(atOrAfter: 1) == (1, Int64(interval) * 48), "second mark")
      table.holds(source.mark(atOrAfter: 0) == (0, 0), "first mark")
    }
    table.equal(BeepSource(markInterval: .zero).intervalSamples, 160 * 48, "least interval")
    table.equal(BeepSource(markInterval: .seconds(1 << 60)).intervalSamples, 48000, "greatest")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  /// Marks of two seconds of sound, pushed in pieces of 20 ms.
  private func marks(in samples: [Int16]) -> [DetectedMark] {
    var detector = MarkDetector()
    var found: [DetectedMark] = []
    var index = 0
    while index < samples.count {
      found += detector.push(Array(samples[index..<min(samples.count, index + 960)]))
      index += 960
    }
    return found
  }

  @Test("marks are found where they are, also quiet, noisy, shifted or with holes")
  func detection() {
    var source = BeepSource()
    let sound = source.samples(from: 0, count: 96_000)
    var generator = SplitMix64(state: 11)
    let noisy = sound.map { Int16(Int($0) + Int(generator.next() % 2001) - 1000) }
    let rows: [(String, [Int16], Int64, [UInt32])] = [
      ("as made", sound, 0, Array(0..<8)),
      ("shifted", [Int16](repeating: 0, count: 1000) + sound, 1000, Array(0..<8)),
      ("quiet", sound.map { $0 / 20 }, 0, Array(0..<8)),
      (
        "loud and clipped", sound.map { Int16(max(-32768, min(32767, Int($0) * 6))) }, 0,
        Array(0..<8)
      ),
      ("noisy", noisy, 0, Array(0..<8)),
      ("inverted", sound.map { 0 &- $0 }, 0, Array(0..<8)),
      // 60 ms lost in the middle of mark 2: it is not found, the others are.
      (
        "a hole", sound.indices.map { (26_000..<28_880).contains($0) ? 0 : sound[$0] }, 0,
        [0, 1, 3, 4, 5, 6, 7]
      ),
      // 20 ms lost at the chirp.
      (
        "no chirp", sound.indices.map { (24_000..<24_960).contains($0) ? 0 : sound[$0] }, 0,
        [0, 1, 3, 4, 5, 6, 7]
      ),
      ("silence", [Int16](repeating: 0, count: 96_000), 0, []),
      ("noise", noisy.indices.map { noisy[$0] &- sound[$0] }, 0, []),
    ]
    var table = Table()
    for (name, samples, shift, expected) in rows {
      let found = marks(in: samples)
      table.equal(found.map(\.mark), expected, name)
      for mark in found {
        let error = mark.sampleOffset - shift - Int64(mark.mark) * 12_000
        table.holds(abs(error) <= 12, "\(name): mark \(mark.mark) off by \(error) samples")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("numbers go on beyond what is sent, and over long pauses")
  func unwrapping() {
    var table = Table()
    let interval: Int64 = 12_000
    let first = Int64(MarkCode.modulus) - 2
    var source = BeepSource()
    var found = marks(in: source.samples(from: first * interval, count: 60_000))
    table.equal(found.map(\.mark), [16382, 16383, 16384, 16385, 16386].map { UInt32($0) }, "wrap")
    table.equal(MarkCode.number(spelled: [Int](repeating: 0, count: 11)), nil, "a lasting tone")
    for number in stride(from: 0, to: MarkCode.modulus, by: 97) {
      table.equal(MarkCode.number(spelled: MarkCode.symbols(of: number)), number, "code")
    }
    // A second, ten seconds of silence, and on.
    let parts = [(0, 48_000), (480_000, 0), (528_000, 48_000)]
    found = marks(
      in: parts.flatMap { start, count in
        count == 0
          ? [Int16](repeating: 0, count: start)
          : source.samples(from: Int64(start), count: count)
      })
    table.equal(found.map(\.mark), [0, 1, 2, 3, 44, 45, 46, 47], "pause")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
