import SansIO
import Scenario
import TestSupport
import Testing

@Suite("Scenario files that are broken")
struct HostileFileTests {
  private let seeds = [
    Sample.whole,
    Sample.call(
      "network: &link {profile: 3g, jitter: 20ms uniform in order, reorder: 1% by 20ms}\n"
        + "matrix: {network: [*link, \"3g\"]}"),
    Sample.call(
      "expect: [{times out: connected within 5s}, {bitrate: {bob: {video: 200kbps..800kbps}}}]"),
    "scenario: T\npeers: {a: {video: {size: 320x180}, clock: {drift: 5ppm}}, b: }\ncall: [a dials b, b hangs up]",
    Sample.script(
      "alice dials bob, {network: {up: {queue: 30kB, loss: 5%, burst: 3}}}, run for 2s"),
  ].map { Array($0.utf8) }

  /// Reads a file whose only promise is that it gives scenarios or errors.
  private func outcome(_ bytes: [UInt8]) -> Bool {
    do {
      return try !Scenario.parse(bytes, file: "f.yaml").isEmpty
    } catch {
      return !error.errors.isEmpty && error.errors.allSatisfy { $0.line >= 1 && $0.column >= 1 }
    }
  }

  @Test("every truncation is a scenario or an error")
  func truncations() {
    var table = Table()
    for (index, seed) in seeds.enumerated() {
      for length in 0..<seed.count {
        table.holds(outcome(Array(seed[..<length])), "file \(index), \(length) bytes")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("10,000 mutations are scenarios or errors")
  func mutations() {
    var table = Table()
    var generator = SplitMix64(state: 2)
    let words = [
      "{", "}", "[", "]", ": ", "- ", "&a ", "*a", "..", "%", "\"", "\n", "9999999999999", "!!x ",
    ]
    for number in 0..<10_000 {
      var bytes = seeds[number % 16 == 0 ? 0 : 1 + number % 4]
      for _ in 0...generator.next() % 3 {
        let place = Int(generator.next() % UInt64(bytes.count))
        switch generator.next() % 4 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
        case 1: bytes.remove(at: place)
        case 2:
          let end = min(bytes.count, place + Int(generator.next() % 20))
          bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
        default:
          let word = words[Int(generator.next() % UInt64(words.count))]
          bytes.insert(contentsOf: Array(word.utf8), at: place)
        }
      }
      table.holds(outcome(bytes), "mutation \(number)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("files that ask for too much are refused")
  func limits() {
    let bomb =
      "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
      + (1...8).map { level in
        let alias = "*a\(level - 1)"
        let list = Array(repeating: alias, count: 10).joined(separator: ", ")
        return "a\(level): &a\(level) [\(list)]\n"
      }.joined()
    let axes = (0..<4).map { "  peers.p\($0): [1, 2, 3, 4, 5]\n" }.joined()
    let peers = (0..<4).map { "p\($0): {}" }.joined(separator: ", ")
    let rows: [(name: String, text: String, error: String)] = [
      (
        "alias bomb", bomb,
        "5:20: found more than 50000 values; expected a smaller file, or fewer aliases"
      ),
      (
        "deep", String(repeating: "[", count: 100_000),
        "1:33: found more than 32 values inside one another; expected a flatter file"
      ),
      (
        "deep map", (0..<40).map { String(repeating: " ", count: $0) + "a:\n" }.joined(),
        "33:33: found more than 32 values inside one another; expected a flatter file"
      ),
      (
        "long", String(repeating: "#", count: 1 << 20) + "\n",
        "1:1: found 1048577 bytes; expected at most 1048576 bytes"
      ),
      (
        "long path",
        Sample.call("matrix:\n  ? seed" + String(repeating: ".a", count: 100_000) + "\n  : [1]"),
        "5:5: matrix.seed.a"
      ),
      (
        "long label",
        Sample.call(
          "matrix: {seed: [[\(Array(repeating: "1", count: 1000).joined(separator: ", "))]]}"),
        "4:17: matrix.seed: found a value too long to name its cell;"
      ),
      ("self-reference", "a: &a [*a]", "1:8: found '*a'; expected an anchor that is defined above"),
      (
        "cells",
        "scenario: T\npeers: {\(peers)}\ncall: [p0 dials p1]\nmatrix:\n\(axes)",
        "5:3: matrix: found more than 500 cells; expected at most 500 cells"
      ),
      (
        "errors",
        "scenario: T\n" + (0..<10_000).map { "a-key-that-nothing-here-has-\($0): 1\n" }.joined(),
        "1:1: found no 'peers';"
      ),
    ]
    var table = Table()
    for row in rows {
      let errors = Sample.errors(row.text)
      table.holds(
        errors.first?.hasPrefix(row.error) == true && errors.count <= 50,
        "\(row.name): \(errors.prefix(2))")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
