import Foundation
import LinuxIO
import TestSupport
import Testing
import Trace

/// Whatever a peer does: a named error within its limit, and the run goes on.
@Suite("Peers that break their word, in whole calls", .serialized)
struct HostilePeerTests {
  private typealias Row = (name: String, word: String, deed: String, says: String?)

  /// Nil: no harm is done, and the call passes.
  private static let quick: [Row] = [
    ("ends at hello", #""hello""#, "exit", "ended in the middle of the run with exit code 3"),
    (
      "ends in the call", "media rendered", "exit",
      "ended in the middle of the run with exit code 3"
    ),
    ("crashes", "media rendered", "crash", "was ended by signal 11 (SIGSEGV, segmentation fault)"),
    ("closes its output", "media rendered", "close", "closed its output in the middle of the run"),
    ("leaves children", "media rendered", "children", "the run with exit code 4"),
    ("binary", "media rendered", "binary", "wrote a line that is no message: expected JSON"),
    ("half a message", #""createOffer""#, "half", "no message: expected JSON: a value at byte 22"),
    ("asks back", #""createOffer""#, "question", "expected no request ('createOffer')"),
    ("deep", #""createOffer""#, "deep", "no message: expected JSON: at most 64 levels at byte 64"),
    ("a line without an end", #""createOffer""#, "endless", "expected a line of at most 16 MiB"),
    ("floods its output", #""createOffer""#, "flood", "flooded its output: more than 20000 lines"),
    (
      "floods its log", #""createOffer""#, "chatter",
      "flooded its output: more than 4 MiB of log in a second"
    ),
    ("says all twice", #""createOffer""#, "twice", nil),
    ("a decent one comes last", "no such word", "hang", nil),
  ]

  private static let slow: [Row] = [
    ("hangs at hello", #""hello""#, "hang", "did not answer 'hello' within 20 s"),
    ("hangs at create", #""create""#, "hang", "did not answer 'create' within 30 s"),
    ("hangs at the offer", #""createOffer""#, "hang", "did not answer 'createOffer' within 15 s"),
    ("does not read", #""createOffer""#, "deaf", "did not answer 'createOffer' within 15 s"),
    // A late candidate may come before the next look at its clock.
    ("hangs in the call", "media rendered", "hang", "within 15 s"),
    ("half a line", #""createOffer""#, "unfinished", "did not answer 'createOffer' within 15 s"),
    ("a wrong number", #""createOffer""#, "foreign", "did not answer 'createOffer' within 15 s"),
  ]

  @Test("each kind of broken word has its name, and the next case runs")
  func broken() throws {
    guard LiveCalls.canRun("broken peers", with: "python3") else { return }
    try expect(Self.quick, jobs: 2)
  }

  @Test("a peer that hangs does so no longer than its limit")
  func hanging() throws {
    guard LiveCalls.canRun("hanging peers", with: "python3") else { return }
    // They wait for one another, not for the processor.
    try expect(Self.slow, jobs: Self.slow.count)
  }

  private func expect(_ rows: [Row], jobs: Int) throws {
    let folder = ScratchFolder()
    let left = LeftBehind(mark: folder.mark)
    let mark = "p\(folder.mark)"
    for row in rows {
      try UnrulyPeer(name: row.name, word: row.word, deed: row.deed, seconds: 3, mark: mark)
        .write(to: folder)
    }
    let end = try Program.run("run", ".", "--output", "out", "--live-jobs", "\(jobs)", in: folder)
    var table = Table()
    table.equal(end.code, 1, "exit code")
    let report = try JSONValue(parsing: folder.text("out/report.json") ?? "")
    let cases = report["cases"]?.arrayValue ?? []
    table.equal(cases.count, rows.count, "cases in the report")
    for row in rows {
      let found = cases.first { $0["name"]?.stringValue == row.name }
      let verdict = found?["verdict"]?.stringValue ?? "none"
      let reason = found?["reason"]?.stringValue ?? ""
      guard let says = row.says else {
        // A busy machine proves nothing, which is no fault of the peer's.
        table.holds(
          ["passed", "inconclusive"].contains(verdict), "\(row.name): \(verdict) \(reason)")
        continue
      }
      table.equal(verdict, "error", "\(row.name): \(reason)")
      table.holds(reason.contains("peer \(mark)alice (agent) "), "\(row.name): \(reason)")
      // A reader that is slow itself, a busy one in debug mode, never sees a flood: only that no answer comes.
      let isDrowned = row.deed == "flood" && reason.contains("did not answer 'createOffer'")
      table.holds(reason.contains(says) || isDrowned, "\(row.name): \(reason)")
      table.holds(
        reason.contains("the last words") || row.deed == "chatter", "\(row.name): \(reason)")
    }
    table.equal(left.list(within: 5), [], "left behind")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}
