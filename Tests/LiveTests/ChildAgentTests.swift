import AgentProtocol
import LinuxIO
import SansIO
import TestSupport
import Testing
import Trace

@testable import Live

@Suite("Agents as child processes")
struct ChildAgentTests {
  /// A shell script that speaks, or does not.
  private func agent(_ script: String) throws -> SoloAgent {
    try SoloAgent(PlainProcess(path: "/bin/sh", arguments: ["-c", script]), name: "alice")
  }

  private static let helloAnswer =
    #"{"id":1,"result":{"name":"x","version":"1","level":2,"features":["trickle","moon"]}}"#

  @Test("answers find their requests")
  func answers() throws {
    var table = Table()
    let solo = try agent(
      """
      read line; echo '{"method":"log","params":{"text":"hi"}}'; echo '\(Self.helloAnswer)'
      read line; echo '{"id":77,"result":{}}'; echo '{"id":2,"error":{"code":-32601,"message":"no"}}'
      read line; echo '{"method":"track","params":{"mid":"0","kind":"audio"}}'; echo '{"id":3,"result":{}}'
      """)
    table.equal(
      try solo.ask(.hello),
      .hello(AgentHello(name: "x", version: "1", level: 2, features: [.trickle])), "hello")
    table.equal(
      try solo.ask(.clock), .failed(code: AgentAnswer.unknownMethod, message: "no"), "clock")
    table.equal(try solo.ask(.command(.close)), .done, "close")
    table.equal(solo.notices, [.track(mid: "0", .audio, at: nil)], "notices")
    table.equal(solo.agent.log.lines(3), ["hi"], "log")
    try solo.listen(for: .seconds(5))
    table.holds(solo.agent.hasEnded && solo.agent.failure == nil, "its end after close is none")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("whatever an agent does wrong has a name within its limit")
  func failures() throws {
    var table = Table()
    let rows: [(script: String, expected: String)] = [
      ("sleep 60", "did not answer 'hello' within 1 s"),
      ("exit 3", "ended in the middle of the run with exit code 3"),
      ("kill -SEGV $$", "was ended by signal 11 (SIGSEGV, segmentation fault)"),
      ("exec >&-; sleep 60", "closed its output"),
      ("echo hello; sleep 60", "expected JSON: a value at byte 0, found 'hello'"),
      (
        "echo '{\"id\":1,\"result\":{}}'; sleep 60",
        "expected string 'name' in the answer to 'hello'"
      ),
      ("echo '{\"id\":1,\"method\":\"hello\",\"params\":{}}'; sleep 60", "no request ('hello')"),
      (
        "echo '{\"method\":\"error\",\"params\":{\"message\":\"no camera\"}}'; sleep 60",
        "no camera"
      ),
      ("exec cat /dev/zero", "a line of at most 16 MiB"),
    ]
    for (script, expected) in rows {
      let solo = try agent(script)
      do {
        table.holds(
          false,
          "\(script): \(try solo.ask(.hello, within: .seconds(script.contains("zero") ? 60 : 1)))")
      } catch {
        table.holds("\(error)".contains(expected), "\(script): \(error)")
        table.holds("\(error)".hasPrefix("peer alice (agent) "), "\(script): \(error)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("more lines in a second than any agent needs are a flood")
  func flood() throws {
    let solo = try agent("yes '{\"method\":\"spin\"}'")
    let limit = monotonicNanoseconds() + 60_000_000_000
    // All within the same instant, for a busy machine reads fewer in a second.
    while solo.agent.failure == nil, monotonicNanoseconds() < limit {
      _ = waitForInput([solo.agent.process.output], milliseconds: 100)
      solo.agent.readOutput(at: 0)
    }
    let failure = solo.agent.failure.map { "\($0)" } ?? "none"
    #expect(failure.contains("flooded its output: more than 20000 lines in a second"))
  }
}
