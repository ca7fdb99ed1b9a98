internal import FoundationEssentials
internal import SDP

/// Parsing an offer as a browser makes it: 190 lines; beside aiortc, and what hostile texts cost when they grow.
struct DescriptionFigures {
  private static let repetitions = 20

  private(set) var rows: [Row] = []
  private(set) var notes: [String] = []

  init() throws {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let path = root + "/Tests/SDPTests/Fixtures/bench-chrome-shaped-offer.sdp"
    let data = try Data(contentsOf: URL(filePath: path))
    let text = String(decoding: data, as: UTF8.self)
    var sum = 0
    let times = try Stopwatch.least(
      rounds: 15,
      [
        {
          for _ in 0..<Self.repetitions {
            sum += try SessionDescription(parsing: text).media.count
          }
        },
        {
          for _ in 0..<Self.repetitions { sum += text.utf8.split(separator: 10).count }
        },
      ])
    let allocations = try Stopwatch.allocations {
      sum += try SessionDescription(parsing: text).media.count
    }
    let lines = text.utf8.count { $0 == 10 }
    guard keep(sum) > 0 else { throw BenchError.wrongResult }
    rows = [
      Row(
        "SDP offer of \(lines) lines: parse", times[0] / 1e3 / Double(Self.repetitions), "us"),
      Row("  to splitting it into lines", times[0] / times[1], "ratio"),
      Row("  allocations", Double(allocations), places: 0, ""),
    ]
    if let python = try PythonParse.nanoseconds(path) {
      rows.append(
        Row(
          "  aiortc's time for the same, to it", python / (times[0] / Double(Self.repetitions)),
          "ratio", goal: .atLeast(20, places: 0)))
    } else {
      notes.append("SKIPPED: aiortc's parser: it is not installed (ci/setup --peers).")
    }
    rows += try HostileDescriptions.rows()
  }
}
