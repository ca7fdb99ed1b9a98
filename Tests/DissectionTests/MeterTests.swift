import Packets
import SansIO
import TestSupport
import Testing

@testable import Dissection

@Suite("Meters of streams")
struct MeterTests {
  @Test("loss, order and duplicates, across the wrap")
  func sequences() {
    var table = Table()
    let rows:
      [(String, [UInt16], expected: Int64, lost: Int, late: Int, twice: Int, bursts: [Int])] = [
        ("in order", [1, 2, 3], 3, 0, 0, 0, []),
        ("wrap", [65534, 65535, 0, 1], 4, 0, 0, 0, []),
        ("lost at the wrap", [65534, 1], 4, 2, 0, 0, [2]),
        ("two runs", [1, 3, 6, 7], 7, 3, 0, 0, [1, 2]),
        ("late", [1, 3, 2, 4], 4, 0, 1, 0, []),
        ("twice", [1, 2, 2, 3, 1], 3, 0, 0, 2, []),
        ("late and twice", [1, 3, 2, 2], 3, 0, 1, 1, []),
        ("before the first", [10, 8, 11], 4, 1, 1, 0, [1]),
        ("restart", [1, 2, 40000, 40001], 4, 0, 0, 0, []),
        ("restart after loss", [1, 3, 30000, 30002], 6, 2, 0, 0, [1, 1]),
      ]
    for (name, numbers, expected, lost, late, twice, bursts) in rows {
      var meter = SequenceMeter()
      for number in numbers { _ = meter.add(number) }
      table.equal(meter.expected, expected, "\(name): expected")
      table.equal(meter.lost, lost, "\(name): lost")
      table.equal(meter.reordered, late, "\(name): late")
      table.equal(meter.duplicates, twice, "\(name): twice")
      table.equal(meter.bursts, bursts, "\(name): bursts")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("numbers in words")
  func words() {
    var table = Table()
    table.equal(Words.decimal(1.005, 1), "1.0", "down")
    table.equal(Words.decimal(-0.04, 1), "0.0", "no minus zero")
    table.equal(Words.decimal(-2.25, 1), "-2.3", "away from zero")
    table.equal(Words.decimal(.nan, 1), "0", "not a number")
    table.equal(Words.hexadecimal(0x1_2345), "0x00012345", "SSRC")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
