import Foundation
import Scenario
import TestSupport
import Testing

@Suite("The scenarios that are shipped")
struct ShippedScenariosTests {
  @Test("are read without an error, expect something, and have names of their own")
  func read() throws {
    let folder = Checkout.path("Scenarios")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    var table = Table()
    var names: Set<String> = []
    for path in paths where path.hasSuffix(".yaml") && !path.hasSuffix(".lock.yaml") {
      let text = Array(try Data(contentsOf: URL(filePath: "\(folder)/\(path)")))
      do {
        for scenario in try Scenario.parse(text, file: path) {
          table.holds(!scenario.expectations.isEmpty, "\(path): expects nothing")
          table.holds(
            names.insert(scenario.name).inserted, "\(path): another file has '\(scenario.name)'")
        }
      } catch {
        table.holds(false, "\(error)")
      }
    }
    table.holds(names.count >= 14, "only \(names.count) cases were found")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}
