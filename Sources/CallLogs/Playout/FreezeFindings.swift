internal import Metrics
internal import SDPRules
internal import SansIO

/// Pictures that stood still, as the W3C counts them.
enum FreezeFindings {
  /// So many freezes are told one by one.
  private static let listLimit = 100

  /// - Parameter missing: frames between the first and the last that were never rendered, where they are numbered.
  static func find(_ rendered: [Instant], missing: Int?, _ file: Int) -> Finding? {
    let freezes = Smoothness(rendered: rendered).freezes
    guard !freezes.isEmpty else { return nil }
    let total = whole(freezes.reduce(0) { $0 + $1.nanoseconds })
    let longest = whole(freezes.map(\.nanoseconds).max() ?? 0)
    let list = freezes.prefix(listLimit).map { freeze in
      FindingDetail.Value.object([
        FindingDetail("at_ms", freeze.from.milliseconds),
        FindingDetail("ms", whole(freeze.nanoseconds)),
      ])
    }
    let words = freezes.prefix(5).map { "\(whole($0.nanoseconds)) ms at \($0.from.milliseconds)" }
    let more = freezes.count > 5 ? " and \(freezes.count - 5) more" : ""
    let numbers =
      switch missing {
      case nil: ""
      case 0?: " No frame is missing: pictures came late, not too few."
      case let count?: " \(count) frames were never shown."
      }
    let count = freezes.count
    var finding = LogRules.freezes.finding(
      file: file, value: "\(count)",
      details: [
        FindingDetail("total_ms", total), FindingDetail("longest_ms", longest),
        FindingDetail("freezes", .list(list)),
      ],
      "The picture stands still \(counted(count, "time")), \(total) ms in all: \(words.joined(separator: ", "))\(more).\(numbers)"
    )
    finding.isCount = true
    return finding
  }

  private static func whole(_ nanoseconds: Int64) -> Int {
    Instant(nanoseconds: nanoseconds).milliseconds
  }
}
