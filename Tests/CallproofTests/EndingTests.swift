import Foundation
import SansIO
import TestSupport
import Testing
import Trace

/// However a run ends, the machine is as it was: `ci/check-cleanup` tries more moments than the suite has time for.
@Suite("The end of a live run, at any moment", .serialized)
struct EndingTests {
  private static let moments =
    ProcessInfo.processInfo.environment["CALLPROOF_MOMENTS"].flatMap(Int.init) ?? 3
  private static let seed = Seed(3)

  @Test(
    "killed or interrupted, it leaves no process, namespace, device or file",
    arguments: [SIGKILL, SIGINT])
  func ending(by signal: Int32) throws {
    guard LiveCalls.canRun("the end of a live run", with: "python3") else { return }
    let folder = ScratchFolder()
    let peer = UnrulyPeer(
      name: "call", word: "nothing of the kind", deed: "hang", seconds: 1, mark: "p\(folder.mark)")
    try peer.write(to: folder)
    var table = Table()
    let whole = try duration(in: folder, &table)
    var chance = Self.seed.stream("moments \(signal)")
    var drafts = 0
    for index in 0..<Self.moments {
      // One in each part of the run, so that few moments, too, are spread over all of it.
      let part = (Double(index) + Double.random(in: 0..<1, using: &chance)) / Double(Self.moments)
      let moment = part * whole
      let row = "\(signal == SIGKILL ? "SIGKILL" : "SIGINT") after \(Int(moment * 1000)) ms"
      try? FileManager.default.removeItem(atPath: folder("Reports"))
      var left = LeftBehind(mark: folder.mark)
      let program = try Program(["run", "call.yaml"], in: folder)
      program.wait(atMost: moment)
      left.look()
      program.send(signal)
      let end = program.end()
      table.equal(left.list(within: 5), [], "\(row): left behind")
      table.equal(
        folder.list().filter { !["Reports", "call.yaml"].contains($0) }, [], "\(row): files")
      if signal == SIGKILL {
        drafts += folder.list("Reports").count { $0.contains(".partial-") }
        try expectSwept(folder, row, &table)
      } else {
        expectReport(folder, end, row, &table)
      }
    }
    print(
      "\(Self.moments) moments of a run of \(Int(whole * 1000)) ms, signal \(signal): \(drafts) drafts swept"
    )
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  /// How long a run takes that nothing disturbs, in seconds; and whether a run in the middle of its call is seen at all.
  private func duration(in folder: ScratchFolder, _ table: inout Table) throws -> Double {
    let began = Date()
    var left = LeftBehind(mark: folder.mark)
    let program = try Program(["run", "call.yaml"], in: folder)
    // The worker, an init, two caretakers, two agents, and one behind the other; a network for each peer and the worker.
    while left.processes.count < 7 || left.namespaces.count < 7 {
      guard Date().timeIntervalSince(began) < 20 else { break }
      program.wait(atMost: 0.05)
      left.look()
    }
    table.holds(left.processes.count >= 7, "seen: \(left.processes.count) processes")
    table.holds(left.namespaces.count >= 7, "seen: \(left.namespaces)")
    table.holds(!left.list(within: 0).isEmpty, "the call is over before it was seen")
    _ = program.end()
    table.equal(left.list(within: 5), [], "left behind by a whole run")
    return Date().timeIntervalSince(began)
  }

  /// A killed run cannot take its draft away; the next one does.
  private func expectSwept(_ folder: ScratchFolder, _ row: String, _ table: inout Table) throws {
    try folder.write(
      """
      scenario: Next
      peers: {alice: {video: none}, bob: {video: none}}
      call: [alice dials bob, bob answers, connected within 5s, alice hangs up]
      expect: [connected: {bob: within 2s}]
      """, to: "next.yaml")
    let next = try Program.run("run", "next.yaml", in: folder)
    try FileManager.default.removeItem(atPath: folder("next.yaml"))
    table.equal(next.code, 0, "\(row): the next run: \(next.text)\(next.complaints)")
    let drafts = folder.list("Reports").filter { $0.contains(".partial-") }
    table.equal(drafts, [], "\(row): swept by the next run")
  }

  /// The report of an interrupted run is whole and says so, unless the run had not begun or was over.
  private func expectReport(
    _ folder: ScratchFolder, _ end: Program.End, _ row: String, _ table: inout Table
  ) {
    let reports = folder.list("Reports")
    table.equal(reports.filter { $0.contains(".partial-") }, [], "\(row): drafts")
    guard !reports.isEmpty else {
      table.equal(end.code, 128 + SIGINT, "\(row): no report, for nothing had begun")
      return
    }
    let names = ["cases", "index.html", "junit.xml", "machine.json", "report.json"]
    table.equal(folder.list("Reports/latest"), names, "\(row): a whole report")
    let report = try? JSONValue(parsing: folder.text("Reports/latest/report.json") ?? "")
    let note = report?["run"]?["note"]?.stringValue
    let verdict = report?["cases"]?.arrayValue?.first?["verdict"]?.stringValue
    guard let note else {
      // It came when the report was written already.
      table.holds(verdict != nil && verdict != "skipped", "\(row): \(verdict ?? "no case")")
      return
    }
    table.holds(note.hasPrefix("ended by SIGINT, interrupt after "), "\(row): \(note)")
    table.equal(end.code, 1, "\(row): exit code")
    table.holds(end.text.contains("Ended by SIGINT, interrupt"), "\(row): \(end.text)")
  }
}
