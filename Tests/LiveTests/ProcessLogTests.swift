import TestSupport
import Testing

@testable import Live

@Suite("Logs of processes")
struct ProcessLogTests {
  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
  }

  @Test("a log is kept whole, or its beginning and its end with the count of what is missing")
  func bounds() {
    let half = ProcessLog.halfLimit
    let rows: [(byteCount: Int, leftOut: Int)] = [
      (0, 0), (1, 0), (half, 0), (half + 1, 0), (2 * half, 0), (2 * half + 1, 1),
      (3 * half, half), (3 * half + 7, half + 7), (7 * half + 3, 5 * half + 3),
    ]
    var table = Table()
    for row in rows {
      var log = ProcessLog()
      let bytes = (0..<row.byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 9) }
      var position = 0
      while position < bytes.count {
        let end = min(position + 200_003, bytes.count)
        log.append(bytes[position..<end])
        position = end
      }
      guard row.leftOut > 0 else {
        table.holds(log.bytes == bytes, "\(row.byteCount): whole")
        continue
      }
      let kept = log.bytes
      let words = "\n… \(row.leftOut) bytes left out …\n"
      table.holds(kept.prefix(half) == bytes.prefix(half), "\(row.byteCount): beginning")
      table.holds(kept.suffix(half) == bytes.suffix(half), "\(row.byteCount): end")
      table.equal(
        Self.text(kept.dropFirst(half).dropLast(half)), words, "\(row.byteCount): between")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("its last lines are the last that say something, wherever its middle lies")
  func lines() {
    var table = Table()
    for filling in [0, ProcessLog.halfLimit - 5, ProcessLog.halfLimit, 3 * ProcessLog.halfLimit] {
      var log = ProcessLog()
      log.append([UInt8](repeating: UInt8(ascii: "\n"), count: filling)[...])
      for line in ["one", "", "  ", "two", String(repeating: "x", count: 400)] {
        log.append(line: line)
      }
      table.equal(
        log.lines(3), ["one", "two", String(repeating: "x", count: 300) + "…"], "\(filling)")
      table.equal(log.lines(1).count, 1, "\(filling): one")
    }
    table.equal(ProcessLog().lines(5), [], "an empty one")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
