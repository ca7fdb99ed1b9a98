import Metrics
import Report
import Runner
import TestSupport
import Testing

@testable import callproof

@Suite("What a person sees of a run")
struct RunProgressTests {
  private static func result(
    _ name: String, _ verdict: Verdict, reason: String? = nil, _ expectations: [Judgement] = [],
    warnings: [String] = []
  ) -> CaseResult {
    CaseResult(
      name: name, file: "Scenarios/loss/a b.yaml", world: "simulated", seed: 7, verdict: verdict,
      warnings: warnings, reason: reason, expectations: expectations)
  }

  private static let frame = Judgement(
    name: "first frame", subject: "bob", limit: "at most 2000", measured: "2300.0", unit: "ms",
    verdict: .failed)
  private static let rate = Judgement(
    name: "frame rate", subject: "bob", limit: "at least 25", measured: nil, unit: "fps",
    verdict: .failed, note: "bob rendered nothing; nobody knows why")
  private static let drift = Judgement(
    name: "av drift", subject: "bob", limit: "at most 20", measured: "19.2", unit: "ms/min",
    verdict: .inconclusive, note: "95 % interval 12.0 to 26.4; a run of 80 s would settle it")
  private static let good = Judgement(
    name: "extmap", subject: "alice and bob", limit: "agrees", measured: "agrees", unit: "",
    verdict: .passed)

  private func shown(
    _ results: [CaseResult], network: String? = nil, caseTimeout: Int64? = nil,
    interruptedBy: String? = nil
  ) -> String {
    let heard = Heard()
    var progress = RunProgress(
      total: results.count,
      arguments: RunArguments(network: network, caseTimeout: caseTimeout),
      terminal: heard.terminal())
    for result in results {
      progress.update(
        .began(
          WorkerTask(
            file: result.file, name: result.name, seed: 7, network: network, folder: "", slug: "")))
      progress.update(.finished(result))
    }
    progress.finish(
      Run.Outcome(
        folder: "Reports/x", results: results, interruptedBy: interruptedBy,
        wallTime: .milliseconds(12_345)))
    return heard.text
  }

  @Test("a red case begins with its diagnosis, and counts what follows from it")
  func diagnosis() {
    var folded = Self.rate
    folded.cause = "dtls-failed"
    var result = Self.result(
      "a", .failed, reason: "step 2, 'connected within 5s', timed out", [folded, folded])
    result.diagnosis = Diagnosis(
      .dtlsFailed, symptom: .noConnection, sentence: "Bob has no keys.", fix: "See the alert.")
    let text = shown([result])
    let wanted = """
      failed  a  seed 7
          dtls-failed: Bob has no keys.
          what to do: See the alert.
          step 2, 'connected within 5s', timed out
          2 expectations could not be measured because of that

      """
    #expect(text.hasPrefix(wanted), "\(text)")
  }

  @Test("a red case says each fact once: what, for whom, measured, limit, unit, why")
  func red() {
    let reason =
      "connected within 5s: timed out after 5 s; first frame of bob: 2300.0 ms, expected at most 2000 ms; "
      + "frame rate of bob: bob rendered nothing; nobody knows why"
    let text = shown(
      [
        Self.result("Fine", .passed, [Self.good], warnings: ["the sound was late\u{1b}[1m"]),
        Self.result("It's bad", .failed, reason: reason, [Self.frame, Self.good, Self.rate]),
        Self.result(
          "Drift", .inconclusive,
          reason: "av drift of bob: 19.2 ms/min, expected at most 20 ms/min (95 % interval …)",
          [Self.drift]),
        Self.result("Crash", .error, reason: "the worker process was ended by signal 11"),
        Self.result("Live", .skipped, reason: "it runs in the live world only"),
      ], network: "3g")
    #expect(
      text == """
        passed  Fine  seed 7
            warning: the sound was late�[1m
        failed  It's bad  seed 7
            connected within 5s: timed out after 5 s
            first frame of bob: 2300.0 ms, expected at most 2000 ms
            frame rate of bob: not measured, expected at least 25 fps (bob rendered nothing; nobody knows why)
        inconclusive  Drift  seed 7
            av drift of bob: 19.2 ms/min, expected at most 20 ms/min (95 % interval 12.0 to 26.4; a run of 80 s would settle it)
        error  Crash  seed 7
            the worker process was ended by signal 11
        skipped  Live  seed 7
            it runs in the live world only

        1 passed, 1 failed, 1 error, 1 inconclusive, 1 skipped in 12.3 s
        Report: Reports/x/index.html
        To repeat one alone:
          callproof run 'Scenarios/loss/a b.yaml' --seed 7 --filter 'It'\\''s bad' --network 3g
          callproof run 'Scenarios/loss/a b.yaml' --seed 7 --filter Drift --network 3g
          callproof run 'Scenarios/loss/a b.yaml' --seed 7 --filter Crash --network 3g

        """)
  }

  @Test("labels, the table of both worlds, and what repeats a case with the time it was given")
  func told() {
    var live = Self.result("Basic", .failed)
    live.world = "live"
    live.implementations = [
      PeerImplementation(peer: "alice", implementation: "swift", version: "0.1", level: 4),
      PeerImplementation(
        peer: "bob", implementation: "chromium", version: "156", level: 4,
        label: "Chromium\u{1b}beta"),
    ]
    let text = shown([Self.result("Basic", .passed), live], caseTimeout: 30)
    let says = [
      "failed  Basic (live)  seed 7\n    bob: Chromium�beta (chromium 156)\n",
      "Both worlds side by side (1 case, 1 with verdicts that differ): Reports/x/index.html#worlds\n",
      " --filter Basic --world live --case-timeout 30\n",
    ]
    var table = Table()
    for words in says { table.holds(text.contains(words), "'\(words)' in \(text)") }
    table.holds(
      !shown([Self.result("Basic", .passed)]).contains("worlds"), "nothing of worlds where one ran")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a run is green when a case passed and none is red")
  func verdicts() {
    let rows: [(verdicts: [Verdict], interrupted: String?, isGreen: Bool, says: String)] = [
      ([.passed], nil, true, "1 passed in 12.3 s"),
      ([.passed, .skipped], nil, true, "1 passed, 1 skipped in"),
      ([.skipped, .skipped], nil, false, "Every case was skipped, so nothing was proved."),
      ([.passed, .failed], nil, false, "To repeat it alone:"),
      ([.passed, .error], nil, false, "1 error"),
      ([.passed, .inconclusive], nil, false, "1 incon"),
      ([.passed, .skipped], "SIGINT, interrupt", false, "Ended by SIGINT, interrupt; the report"),
      ([.passed], "SIGTERM, terminated", false, "Ended by SIGTERM"),
      (Array(repeating: .failed, count: 9), nil, false, "… and 4 more, as the report says"),
    ]
    var table = Table()
    for row in rows {
      let results = row.verdicts.map { Self.result("c", $0) }
      let outcome = Run.Outcome(
        folder: "", results: results, interruptedBy: row.interrupted, wallTime: .zero)
      table.equal(outcome.isGreen, row.isGreen, "\(row.verdicts)")
      let text = shown(results, interruptedBy: row.interrupted)
      table.holds(text.contains(row.says), "\(row.verdicts): \(text)")
      table.equal(text.contains("repeat"), results.contains { $0.verdict.isRed }, "repeat")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a shell reads back what was quoted for it")
  func quoting() {
    let rows: [(text: String, word: String)] = [
      ("a/b.yaml", "a/b.yaml"), ("", "''"), ("a b", "'a b'"), ("it's", "'it'\\''s'"),
      ("$(rm)", "'$(rm)'"), ("[x=1]", "'[x=1]'"), ("ü", "'ü'"),
    ]
    var table = Table()
    for row in rows { table.equal(shellWord(row.text), row.word, row.text) }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
