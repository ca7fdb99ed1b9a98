import LinuxIO
import TestSupport
import Testing

@Suite("Processes that are spoken to in lines")
struct ChildProcessTests {
  @Test("how one ended is told in one form")
  func exits() throws {
    var table = Table()
    let rows: [(script: String, exit: String)] = [
      ("exit 0", "exit code 0"),
      ("exit 3", "exit code 3"),
      ("kill -SEGV $$", "signal 11 (SIGSEGV, segmentation fault)"),
      ("kill -KILL $$", "signal 9 (SIGKILL, killed)"),
    ]
    for row in rows {
      let process = try ChildProcess(path: "/bin/sh", arguments: ["-c", row.script])
      table.equal("\(process.end(within: 10_000))", row.exit, row.script)
    }
    #expect(table.failures == [])
  }
}
