import LinuxIO
import Metrics
import TestSupport
import Testing

@testable import Runner

@Suite("Worker pool")
struct WorkerPoolTests {
  private let folder = ScratchFolder()

  /// Runs cases with a shell script as worker; `$answers` has a file for each case.
  private func run(
    _ script: String, _ names: [String], jobs: Int = 1, timeout: Duration = .seconds(60)
  ) throws -> (finished: [WorkerPool.Finished?], progress: [String]) {
    for name in names { try folder.write(Sample.answer(name).line + "\n", to: "answers/\(name)") }
    let pool = WorkerPool(
      command: ("/bin/sh", ["-c", script, "worker", folder("answers"), folder("marks")]),
      jobs: jobs, caseTimeout: timeout)
    try folder.makeFolder("marks")
    var progress: [String] = []
    let finished = try pool.run(names.map(Sample.task)) { step in
      switch step {
      case .began(let task): progress.append("began \(task.name)")
      case .finished(let result): progress.append("\(result.verdict) \(result.name)")
      }
    }
    return (finished, progress)
  }

  /// Reads a task and sets `$name`; what follows decides what becomes of the case.
  private static func worker(_ body: String) -> String {
    """
    while read -r line; do
      name=${line##*\\"slug\\":\\"}; name=${name##*\\"slug\\": \\"}; name=${name%%\\"*}
      \(body)
    done
    """
  }

  @Test("a case that breaks its worker is an error that names why; every other case passes")
  func breakage() throws {
    let rows: [(what: String, does: String, reason: String)] = [
      (
        "segmentation fault", "kill -SEGV $$",
        "the worker process was ended by signal 11 (SIGSEGV, segmentation fault)"
      ),
      ("abort", "kill -ABRT $$", "the worker process was ended by signal 6 (SIGABRT, aborted)"),
      ("exit code", "exit 3", "the worker process ended without an answer (exit code 3)"),
      ("exit 0", "exit 0", "the worker process ended without an answer (exit code 0)"),
      ("garbage", "echo 'x264 says hello'", "the worker process answered 'x264 says hello'"),
      (
        "half a line", "printf '{\"result\"'; exit 0",
        "the worker process ended without an answer (exit code 0)"
      ),
      ("another case's answer", "cat $1/a", "the worker process answered '{"),
    ]
    var table = Table()
    for row in rows {
      let body = "if [ $name = bad ]; then \(row.does); else cat $1/$name; fi"
      for jobs in 1...2 {
        let (finished, _) = try run(Self.worker(body), ["a", "bad", "c", "d"], jobs: jobs)
        let verdicts = finished.map { $0?.answer.result.verdict }
        table.equal(verdicts, [.passed, .error, .passed, .passed], "\(row.what), \(jobs) jobs")
        let reason = finished[1]?.answer.result.reason ?? "none"
        table.holds(reason.hasPrefix(row.reason), "\(row.what): \(reason)")
        table.equal(finished.map { $0?.isWhole }, [true, false, true, true], "\(row.what): whole")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("answers come in the order of the cases, however many workers there are")
  func order() throws {
    let names = (0..<7).map { "case\($0)" }
    var table = Table()
    for jobs in [1, 2, 20] {
      let (finished, progress) = try run(Self.worker("cat $1/$name"), names, jobs: jobs)
      table.equal(finished.map { $0?.answer.result.name }, names, "\(jobs) jobs")
      table.equal(finished[3]?.answer.section, "<details>case3</details>", "section")
      table.equal(progress.count, 14, "\(jobs) jobs: steps")
      table.equal(progress.first, "began case0", "\(jobs) jobs: first step")
      for name in names {
        let began = progress.firstIndex(of: "began \(name)") ?? 99
        let ended = progress.firstIndex(of: "passed \(name)") ?? -1
        table.holds(began < ended, "\(name) begins before it ends")
      }
    }
    let (none, _) = try run("exit 1", [])
    table.equal(none.count, 0, "no cases, no workers")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a worker that dies before it reads, or speaks unasked, costs one case at most")
  func early() throws {
    var table = Table()
    let (dead, _) = try run("exit 4", ["a", "b", "c"], jobs: 2)
    table.equal(
      dead.map { $0?.answer.result.reason },
      Array(repeating: "the worker process ended without an answer (exit code 4)", count: 3), "dead"
    )
    // Each answers twice; the second line must not pass for the next case's answer.
    let (twice, _) = try run(Self.worker("cat $1/$name $1/$name"), ["a", "b", "c"])
    table.holds(twice.allSatisfy { $0?.answer.result.verdict != nil }, "every case has an end")
    table.equal(twice[0]?.answer.result.verdict, .passed, "the first one holds")
    let pool = WorkerPool(command: ("/nonexistent", []), jobs: 1, caseTimeout: .seconds(1))
    do {
      _ = try pool.run([Sample.task("a")]) { _ in }
      table.holds(false, "no such program")
    } catch {
      table.equal("\(error)", "posix_spawn /nonexistent: no such file or directory", "program")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a case that hangs ends after its wall time, and what it started ends with it")
  func hang() throws {
    // The child of the worker holds the pipe open: only its end lets `lines` come to one.
    let body = "if [ $name = bad ]; then cat /dev/zero >/dev/null; else cat $1/$name; fi"
    let (finished, _) = try run(
      Self.worker(body), ["bad", "b"], timeout: .milliseconds(300))
    var table = Table()
    table.equal(
      finished[0]?.answer.result.reason,
      "the case was ended after 300 ms of wall time (--case-timeout)", "hung")
    table.equal(finished[0]?.answer.result.verdict, .error, "verdict")
    table.equal(finished[1]?.answer.result.verdict, .passed, "the next case")
    table.holds((finished[0]?.wallTime ?? .zero) >= .milliseconds(300), "wall time")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("worker messages read back equal; anything else is refused")
  func messages() {
    var table = Table()
    let tasks = [
      Sample.task("plain"),
      WorkerTask(
        file: "a \"b\"\n/ü.yaml", name: "n\u{1}\\", seed: .max, network: "3g", folder: "/x y",
        slug: "s"),
    ]
    for task in tasks {
      table.equal(WorkerTask(line: task.line), task, task.line)
      table.holds(!task.line.contains("\n"), "one line")
    }
    let answer = Sample.answer("n", .failed)
    table.equal(WorkerAnswer(line: answer.line)?.result, answer.result, "answer")
    for cut in 0..<answer.line.utf8.count {
      table.holds(
        WorkerAnswer(line: String(decoding: answer.line.utf8.prefix(cut), as: UTF8.self)) == nil,
        "answer cut at \(cut)")
    }
    for line in ["", "{}", "[]", "null", tasks[0].line + "x", "{\"file\": 1}"] {
      table.holds(WorkerTask(line: line) == nil, "'\(line)' is no task")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
