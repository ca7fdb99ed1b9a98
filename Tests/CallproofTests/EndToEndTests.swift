import Foundation
import TestSupport
import Testing
import Trace

@Suite("The program, end to end", .serialized)
struct EndToEndTests {
  private let folder = ScratchFolder()

  /// Small pictures and a short call, so that a debug build is fast.
  private func write(
    _ file: String, _ title: String, seconds: Int = 1, video: String = "", limit: String = "2s",
    more: String = ""
  ) throws {
    try folder.write(
      """
      scenario: \(title)
      peers:
        alice: {video: {size: 160x90, fps: 15\(video)}}
        bob: {video: {size: 160x90, fps: 15}}
      call: [alice dials bob, bob answers, connected within 5s, run for \(seconds)s, alice hangs up]
      expect: [connected: {bob: within \(limit)}]
      \(more)
      """, to: file)
  }

  private func report(_ path: String) throws -> JSONValue {
    try JSONValue(parsing: folder.text("\(path)/report.json") ?? "")
  }

  @Test("a green run: exit code 0, and everything that a report consists of")
  func green() throws {
    try write("tiny.yaml", "Tiny call", seconds: 2)
    let end = try Program.run("run", "tiny.yaml", in: folder)
    var table = Table()
    table.equal(end.code, 0, "exit code")
    table.equal(end.complaints, "", "standard error")
    table.holds(end.text.hasPrefix("passed  Tiny call  seed 1\n"), end.text)
    table.holds(!end.text.contains("\u{1b}"), "no escape codes where there is no terminal")
    let names = ["cases", "index.html", "junit.xml", "machine.json", "report.json"]
    table.equal(folder.list("Reports/latest"), names, "files")
    let files = ["capture.pcapng", "srtp-keys.json", "trace.jsonl"]
    table.equal(folder.list("Reports/latest/cases/tiny-call"), files, "files of the case")
    table.equal(folder.list("Reports").count, 2, "no draft")
    let report = try report("Reports/latest")
    table.equal(report["run"]?["seed"]?.integerValue, 1, "seed of the run")
    table.equal(report["cases"]?.arrayValue?.count, 1, "cases")
    let item = report["cases"]?.arrayValue?.first
    table.equal(item?["name"]?.stringValue, "Tiny call", "name")
    table.equal(item?["verdict"]?.stringValue, "passed", "verdict")
    table.equal(item?["file"]?.stringValue, "tiny.yaml", "file")
    table.holds((item?["metrics"]?.arrayValue?.count ?? 0) > 10, "metrics")
    let parser = XMLCheck()
    table.equal(parser.read(folder.text("Reports/latest/junit.xml")), "testsuites", "junit.xml")
    table.equal(parser.elements["testcase"], 1, "junit.xml: cases")
    let page = folder.text("Reports/latest/index.html") ?? ""
    table.holds(page.contains("cases/tiny-call/trace.jsonl"), "the page links the trace")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a red run: exit code 1, each reason named, and the command that repeats it")
  func red() throws {
    try write("red.yaml", "Too slow", limit: "1ms", more: "signalling: {delay: 50ms}")
    try write("gone.yaml", "No recording", video: ", source: gone.y4m")
    try folder.write(
      """
      scenario: Browsers only
      peers: {alice: {}, bob: {stack: agent, binary: ./gone}}
      call: [alice dials bob, bob answers, connected within 5s]
      expect: [connected: {bob: within 5s}]
      """, to: "live.yaml")
    let end = try Program.run("run", ".", "--output", "out/", "--seed", "9", in: folder)
    var table = Table()
    table.equal(end.code, 1, "exit code")
    let says = [
      "failed  Too slow  seed 9\n    connection time of bob: ", " expected at most 1 ms\n",
      "error  No recording  seed 9\n    gone.y4m, a source of gone.yaml, cannot be read: no such file or directory\n",
      "skipped  Browsers only (live)  seed 9\n", "\n1 failed, 1 error, 1 skipped in ",
      "No case passed, so nothing was proved.", "Report: out/index.html",
      "  callproof run red.yaml --seed 9 --filter 'Too slow'\n",
    ]
    for words in says { table.holds(end.text.contains(words), "'\(words)' in \(end.text)") }
    let report = try report("out")
    table.equal(
      report["cases"]?.arrayValue?.compactMap { $0["verdict"]?.stringValue },
      ["error", "skipped", "failed"], "verdicts in the order of the files")
    table.equal(report["run"]?["seed"]?.integerValue, 9, "seed of the run")
    table.equal(folder.list("out/cases"), ["too-slow"], "only what ran has files")
    let parser = XMLCheck()
    _ = parser.read(folder.text("out/junit.xml"))
    for name in ["failure", "error", "skipped"] {
      table.equal(parser.elements[name], 1, "junit.xml: \(name)")
    }

    let skipped = try Program.run("run", "live.yaml", "--output", "out", in: folder)
    table.equal(skipped.code, 3, "everything skipped proves nothing")
    table.equal(folder.list("out/cases"), [], "the earlier report is gone")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("wrong input: exit code 2 before anything runs, and nothing is written")
  func wrongInput() throws {
    try write("good.yaml", "Good")
    try write("bad.yaml", "Bad", video: ", codec: VP8")
    try folder.write("x", to: "mine/x")
    let rows: [(arguments: [String], says: String)] = [
      (
        ["run", "good.yaml", "bad.yaml"],
        "bad.yaml:3:42: peers.alice.video: found the key 'codec'; expected"
      ),
      (["run", "good.yaml", "--filter", "nothing"], "no case matches --filter 'nothing'\n"),
      (["run", "good.yaml", "--network", "3gg"], "--network: found '3gg'; expected one of"),
      (
        ["run", "good.yaml", "--output", "mine"],
        "--output: found 'mine', in which 'x' is none of ours"
      ),
      (
        ["run", "good.yaml", "--output", "good.yaml/x"],
        "--output: found 'good.yaml/x', which cannot be written"
      ),
      (
        ["run", "good.yaml", "--output", "/proc/x"],
        "--output: found '/proc/x', which cannot be written"
      ),
      (
        ["check", "good.yaml", "bad.yaml", "gone.yaml"],
        "gone.yaml: no such file or folder\nbad.yaml:3:42: "
      ),
      (["rum"], "callproof: unknown command 'rum'; did you mean 'run'?\n"),
    ]
    var table = Table()
    for row in rows {
      let end = try Program(row.arguments, in: folder).end()
      table.equal(end.code, 2, "\(row.arguments): exit code")
      table.holds(end.complaints.hasPrefix(row.says), "\(row.arguments): \(end.complaints)")
    }
    table.equal(folder.list(), ["bad.yaml", "good.yaml", "mine"], "nothing was written")
    let check = try Program.run("check", "good.yaml", "bad.yaml", in: folder)
    table.equal(check.text, "good.yaml: 1 case\n", "check says what is right, too")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("what lacks on the machine: exit code 3")
  func machine() throws {
    try write("good.yaml", "Good")
    try folder.write("in the way", to: "Reports")
    let end = try Program.run("run", "good.yaml", in: folder)
    #expect(
      end.code == 3 && end.complaints == "callproof: write to Reports: not a directory\n", "\(end)")
  }

  @Test("--list, check, profiles and --version run nothing")
  func listings() throws {
    try write("b.yaml", "Second", more: "matrix: {network: [wifi, 3g]}")
    try write("a.yaml", "First", more: "seed: 5")
    let list = """
      First  a.yaml  seed 5
      Second [network=wifi]  b.yaml  seed 1
      Second [network=3g]  b.yaml  seed 1

      """
    let rows: [(arguments: [String], text: String)] = [
      (["run", ".", "--list"], list),
      (
        ["run", ".", "--list", "--network", "lte", "--seed", "2", "--filter", "SECOND"],
        "Second [network=lte]  b.yaml  seed 2\n"
      ),
      (["check", "."], "a.yaml: 1 case\nb.yaml: 2 cases\n"), (["--version"], "callproof 0.1.0\n"),
    ]
    var table = Table()
    for row in rows {
      let end = try Program(row.arguments, in: folder).end()
      table.equal(end.code, 0, "\(row.arguments): \(end.complaints)")
      table.equal(end.text, row.text, "\(row.arguments)")
    }
    let profiles = try Program.run("profiles", in: folder)
    let names = profiles.text.split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
    table.holds(
      Set(names).isSuperset(of: ["perfect", "wifi", "lte", "3g", "3g-lossy"]), "\(names)")
    table.equal(folder.list(), ["a.yaml", "b.yaml"], "nothing was written")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("the same seed gives the same report, whatever the jobs and the order of the paths")
  func determinism() throws {
    try write("a.yaml", "Lossy", more: "network: {loss: 10%, delay: 30ms}")
    try write("b.yaml", "H264", video: ", codecs: [H264]")
    let runs = [
      ["a.yaml", "b.yaml", "--output", "one"], ["b.yaml", "a.yaml", "--output", "two"],
      ["./b.yaml", "a.yaml", "b.yaml", "--output", "three/", "--jobs", "2"],
    ]
    for run in runs { _ = try Program(["run", "--seed", "7"] + run, in: folder).end() }
    let reference = folder.tree("one").filter { $0.key != "machine.json" }
    var table = Table()
    table.equal(reference.keys.filter { $0.hasSuffix(".pcapng") }.count, 2, "captures")
    for name in ["two", "three"] {
      let tree = folder.tree(name).filter { $0.key != "machine.json" }
      table.equal(tree.keys.sorted(), reference.keys.sorted(), "\(name): files")
      let different = reference.keys.sorted().filter { reference[$0] != tree[$0] }
      table.equal(different, [], "\(name): differs")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test(
    "an interrupted run keeps what was done, says so, is red, and leaves no process",
    arguments: [SIGINT, SIGTERM])
  func interrupted(by signal: Int32) throws {
    try write("a.yaml", "Short")
    try write("b.yaml", "Long", seconds: 3600)
    try write("c.yaml", "Later")
    let program = try Program(["run", ".", "--output", "out"], in: folder)
    var table = Table()
    table.holds(program.wait(for: "passed  Short"), "the first case")
    program.wait(atMost: 0.5)  // the second one has begun then
    program.send(signal)
    let end = program.end()
    table.equal(end.code, 1, "exit code")
    let name = signal == SIGINT ? "SIGINT, interrupt" : "SIGTERM, terminated"
    table.holds(end.text.contains("1 passed, 1 error, 1 skipped in "), end.text)
    table.holds(end.text.contains("Ended by \(name); the report holds what was done"), end.text)
    let report = try report("out")
    let cases = report["cases"]?.arrayValue ?? []
    table.equal(
      cases.compactMap { $0["verdict"]?.stringValue }, ["passed", "error", "skipped"], "verdicts")
    let interrupted = "interrupted: the run was ended by \(name) in the middle of this case"
    table.equal(
      cases.dropFirst().map { $0["reason"]?.stringValue },
      [interrupted, "the run was ended by \(name) before this case began"], "reasons")
    table.holds(end.text.contains("error  Long  seed 1\n    \(interrupted)"), end.text)
    table.equal(
      report["run"]?["note"]?.stringValue, "ended by \(name) after 1 of 3 cases", "note")
    table.equal(folder.list("out/cases"), ["short"], "files")
    table.equal(folder.list(), ["a.yaml", "b.yaml", "c.yaml", "out"], "no draft")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("workers end with a run that is killed, and the next run sweeps its draft")
  func killed() throws {
    try write("a.yaml", "Short")
    try write("b.yaml", "Long", seconds: 3600)
    let program = try Program(["run", ".", "--output", "out", "--jobs", "2"], in: folder)
    var table = Table()
    table.holds(program.wait(for: "passed  Short"), "the first case")
    program.send(SIGKILL)
    // Comes back only when the worker has ended, too.
    table.equal(program.end().code, 128 + SIGKILL, "killed")
    table.equal(folder.list().count, 3, "a draft is left: \(folder.list())")
    let again = try Program.run("run", "a.yaml", "--output", "out", in: folder)
    table.equal(again.code, 0, again.text)
    table.equal(folder.list(), ["a.yaml", "b.yaml", "out"], "the draft is gone")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a case that takes too long ends as an error")
  func timeout() throws {
    try write("long.yaml", "Long", seconds: 3600)
    let end = try Program.run(
      "run", "long.yaml", "--output", "out", "--case-timeout", "1", in: folder)
    #expect(
      end.code == 1
        && end.text.contains("the case was ended after 1 s of wall time (--case-timeout)"), "\(end)"
    )
  }
}
