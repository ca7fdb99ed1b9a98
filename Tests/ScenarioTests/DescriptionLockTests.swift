import SDPRules
import Scenario
import TestSupport
import Testing

@Suite("Lock files")
struct DescriptionLockTests {
  private static let section = SectionMeaning(
    kind: "video", direction: "sendonly",
    codecs: [
      CodecMeaning(encoding: "VP8/90000", isRetransmitted: true, feedback: ["nack"]),
      CodecMeaning(encoding: "x\u{7}\u{1F600}/1", parameters: ["a: b # c", "\"\\"]),
    ], extensions: ["urn:x:y sendonly", "- z", "~"], simulcast: "send h;l,~m")

  private static let lock = DescriptionLock(cases: [
    DescriptionLock.Case(name: "None", exchanges: []),
    DescriptionLock.Case(
      name: "Codecs: \"all\" [alice.stack=x]",
      exchanges: [
        DescriptionLock.Exchange(
          offerer: "alice",
          offer: DescriptionMeaning(bundles: [[0, 1], [2]], sections: [section]),
          answerer: "bob",
          answer: DescriptionMeaning(
            bundles: [], sections: [SectionMeaning(kind: "video", isRefused: true)]))
      ]),
  ])

  @Test("a lock reads back as it was written, strange characters included")
  func roundTrip() throws {
    for lock in [Self.lock, DescriptionLock(cases: [])] {
      let text = lock.yaml(scenario: "a\n.yaml")
      #expect(try DescriptionLock.parse(Array(text.utf8), file: "a.lock.yaml") == lock)
    }
  }

  @Test("a damaged lock: file, line, and what to do")
  func damaged() {
    let text = Self.lock.yaml(scenario: "a.yaml")
    let faults = [
      ("", "a.lock.yaml:1:1"), ("lock: 2\ncases: []", "a.lock.yaml:1:7: found '2'"),
      ("lock: 1", "a map with 'cases'"), ("lock: 1\ncases: 5", "a.lock.yaml:2:8"),
      (text.replacing("VP8/90000 rtx", with: "VP8/90000 rtz"), "expected a codec such as"),
      (text.replacing("[0, 1]", with: "[0, x]"), "a number of a section"),
      (text.replacing("peer: bob", with: "per: bob"), "a map with 'peer'"),
    ]
    var table = Table()
    for (text, words) in faults {
      do {
        _ = try DescriptionLock.parse(Array(text.utf8), file: "a.lock.yaml")
        table.holds(false, "\(words): it was read")
      } catch {
        table.holds("\(error)".contains(words), "\(words): \(error)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}
