import LinuxIO
import TestSupport
import Testing

@Suite("Lines out of a stream")
struct LineTests {
  @Test("come whole, whatever pieces they come in")
  func pieces() throws {
    var table = Table()
    let text = Array("one\r\ntwo\n\nthree and more\nrest".utf8)
    for size in 1...text.count {
      var buffer = LineBuffer(limit: 100)
      var lines: [String] = []
      for start in stride(from: 0, to: text.count, by: size) {
        buffer.append(text[start..<min(start + size, text.count)])
        while let line = try buffer.next() { lines.append(line) }
      }
      table.equal(lines, ["one", "two", "", "three and more"], "pieces of \(size)")
    }
    #expect(table.failures == [])
  }

  @Test("are bounded, whether their end has come or not", arguments: ["", "\n"])
  func bounded(end: String) throws {
    var buffer = LineBuffer(limit: 10)
    buffer.append(Array("1234567890\n12345678901\(end)".utf8)[...])
    #expect(try buffer.next() == "1234567890")
    let error = #expect(throws: LineBuffer.TooLong.self) { try buffer.next() }
    #expect(error?.limit == 10 && error?.beginning == "12345678901")
  }

  @Test("of a process are read until its output ends, or one is too long")
  func process() throws {
    var ending = try reader("printf 'a\\nbc'; printf 'd\\n\\nlast'")
    var lines: [String] = []
    while let more = try ending.lines.read() { lines += more }
    #expect(lines == ["a", "bcd", ""])

    var endless = try reader("printf %020d 0")
    #expect(throws: LineBuffer.TooLong.self) { while try endless.lines.read() != nil {} }
  }

  private func reader(_ script: String) throws -> (process: ChildProcess, lines: LineReader) {
    let process = try ChildProcess(path: "/bin/sh", arguments: ["-c", script])
    return (process, LineReader(process.output, limit: 16))
  }
}
