import TestSupport
import Testing

@Suite("callproof agent swift", .enabled(if: AgentProcess.isThere()))
struct SwiftProcessTests {
  @Test("says what it is, what it cannot, and ends when it is closed")
  func greets() throws {
    let (lines, code) = try AgentProcess.run(
      ["swift"],
      [
        #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1}}"#,
        "nonsense",
        #"{"jsonrpc":"2.0","id":2,"method":"dance","params":{}}"#,
        #"{"jsonrpc":"2.0","id":3,"method":"createOffer","params":{}}"#,
        #"{"jsonrpc":"2.0","id":4,"method":"create","params":{"name":"alice"}}"#,
        #"{"jsonrpc":"2.0","id":5,"method":"getStats","params":{}}"#,
        #"{"jsonrpc":"2.0","id":6,"method":"close","params":{}}"#,
      ])
    let rows = [
      #""id":1,"result":{"name":"swift""#, #""method":"log""#, #""id":2,"error":{"code":-32601"#,
      "'create' comes first", #""id":4,"error":{"code":-32000"#, #""id":5,"result":{}"#,
      #""id":6,"result":{}"#,
    ]
    var table = Table()
    table.equal(lines.count, rows.count, "lines")
    for (line, part) in zip(lines, rows) { table.holds(line.contains(part), "\(part): \(line)") }
    table.equal(code, 0, "exit code")
    #expect(table.failures == [])
  }
}
