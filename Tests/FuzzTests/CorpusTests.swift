import FuzzEntries
import TestSupport
import Testing

@Suite("The fuzzers' corpora")
struct CorpusTests {
  @Test("every input keeps every promise", arguments: FuzzEntry.allCases)
  func replay(entry: FuzzEntry) {
    let inputs = FixtureFolder.corpora.folder(entry.rawValue).files
    var table = Table()
    table.holds(inputs.count > 5, "\(entry): \(inputs.count) inputs")
    for input in inputs {
      table.equal(entry.broken(by: input.bytes), nil, "\(entry.rawValue)/\(input.name)")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}
