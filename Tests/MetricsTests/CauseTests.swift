import Foundation
import TestSupport
import Testing

@testable import Metrics

@Suite("Causes")
struct CauseTests {
  @Test("have ids of their own, and only those of logs are no run's")
  func ids() {
    #expect(Set(Cause.all.map(\.id)).count == Cause.all.count)
    #expect(Cause.all.filter { !Cause.ofRuns.contains($0) }.count == Cause.ofLogs.count)
    #expect(Cause.ofRuns.contains(.candidatesMissing) && !Cause.ofRuns.contains(.checksSlow))
  }

  @Test("stand in the table of the documentation, and it has no others")
  func documentation() throws {
    let page = try String(
      contentsOfFile: Checkout.path("Sources/Metrics/Metrics.docc/Causes.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { String($0) }
    var table = Table()
    for (index, cause) in Cause.all.enumerated() {
      table.equal(
        rows.indices.contains(index) ? rows[index] : "",
        "| `\(cause.id)` | \(cause.stage.rawValue) | \(cause.sentence) | \(cause.clause) | \(cause.fix) |",
        cause.id)
    }
    table.equal(rows.count, Cause.all.count, "rows")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}
