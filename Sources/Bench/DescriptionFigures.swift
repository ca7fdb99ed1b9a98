internal import FoundationEssentials
internal import SDP

/// Parsing an offer as a browser makes it: 190 lines.
struct DescriptionFigures {
  private static let repetitions = 20

  private(set) var rows: [Row] = []

  init() throws {
    let path = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let data = try Data(
      contentsOf: URL(
        filePath: path + "/Tests/SDPTests/Fixtures/bench-chrome-shaped-offer.sdp"))
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
  }
}
