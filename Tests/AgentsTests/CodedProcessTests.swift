import TestSupport
import Testing

@Suite("callproof agent coded", .enabled(if: AgentProcess.isThere()))
struct CodedProcessTests {
  private static let hello = #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1}}"#

  @Test("names how the agent behind it broke")
  func names() throws {
    let answer = #"{"id":1,"result":{"name":"x","version":"1","level":2,"features":[]}}"#
    let rows: [(script: String, says: String)] = [
      ("exit 3", "'sh -c exit 3' ended with exit code 3"),
      ("kill -SEGV $$", "was ended by signal 11 (SIGSEGV, segmentation fault)"),
      ("echo nonsense; cat", "wrote 'nonsense': expected JSON"),
      ("echo '[]'; cat", "expected an object"),
      ("head -c 17000000 /dev/zero; cat", "a line of more than 16 MiB"),
      ("read x; echo '\(answer)'; cat", "level 2: coded media is for level 3"),
    ]
    var table = Table()
    for (script, says) in rows {
      let (lines, code) = try AgentProcess.run(["coded", "--", "sh", "-c", script], [Self.hello])
      table.holds(
        lines.last?.contains(says) == true && lines.last?.contains(#""method":"error""#) == true,
        "\(script): \(lines.last?.prefix(200) ?? "nothing")")
      table.equal(code, 1, script)
    }
    let (lines, code) = try AgentProcess.run(["coded", "--", "callproof-no-such-agent"], [])
    table.equal(lines, [], "no such program")
    table.equal(code, 3, "no such program")
    #expect(table.failures == [])
  }

  @Test("lets lines pass as they are, at a level that the two reach together")
  func passes() throws {
    let answer = #"{"id":1,"result":{"name":"x","version":"1","level":3,"features":["trickle"]}}"#
    let (lines, code) = try AgentProcess.run(
      ["coded", "--", "sh", "-c", "read x; echo '\(answer)'; while read x; do echo \"$x\"; done"],
      [
        Self.hello, #"{"jsonrpc":"2.0","method":"log","params":{"text":"to and fro"}}"#,
        #"{"jsonrpc":"2.0","id":2,"method":"setTrackEnabled","params":{"kind":"audio","enabled":false}}"#,
        #"{"jsonrpc":"2.0","id":9,"result":{}}"#, "nonsense",
      ])
    var table = Table()
    table.holds(lines.contains { $0.contains(#""id":2,"result":{}"#) }, "muting is done here")
    table.holds(
      lines.contains { $0.contains(#""level":4,"features":["trickle","mute"]"#) }, "hello")
    table.holds(lines.contains { $0.contains("to and fro") }, "a notice")
    table.holds(lines.contains { $0 == #"{"jsonrpc":"2.0","id":9,"result":{}}"# }, "an answer")
    table.holds(lines.last?.contains("wrote 'nonsense'") == true, "its last")
    table.equal(code, 1, "exit code")
    #expect(table.failures == [])
  }
}
