import TestSupport
import Testing

@testable import callproof

@Suite("Terminal")
struct TerminalTests {
  @Test("no escape codes and no status line where there is no terminal")
  func plain() {
    let heard = Heard()
    var terminal = heard.terminal()
    terminal.show("working")
    terminal.say(terminal.paint("done", .green))
    terminal.show("working")
    terminal.say("end")
    #expect(heard.text == "done\nend\n")
  }

  @Test("a status line is replaced by the next line; colours only where they are wanted")
  func status() {
    var table = Table()
    let rows: [(hasColour: Bool, text: String)] = [
      (true, "one\r\u{1b}[Ktwo\r\u{1b}[K\u{1b}[32mdone\u{1b}[0m\nend\n"),
      (false, "one\r\u{1b}[Ktwo\r\u{1b}[Kdone\nend\n"),
    ]
    for row in rows {
      let heard = Heard()
      var terminal = heard.terminal(isTerminal: true, hasColour: row.hasColour)
      terminal.show("one")
      terminal.show("two")
      terminal.say(terminal.paint("done", .green))
      terminal.say("end")
      table.equal(heard.text, row.text, "colour: \(row.hasColour)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a status line never fills the last column")
  func width() {
    let rows: [(text: String, columns: Int, shown: String)] = [
      ("123456789", 10, "123456789"), ("1234567890", 10, "12345678…"), ("", 10, ""),
      ("ab", 3, "ab"), ("abc", 3, "a…"), ("abc", 2, "…"), ("日本語日本", 10, "日本語日…"),
      ("日本語日", 9, "日本語日"), ("日本語日", 8, "日本語…"), ("a\u{301}bc", 3, "a\u{301}…"),
      ("a\u{1b}[2Jb", 20, "a\u{fffd}[2Jb"), ("a\nb", 20, "a\u{fffd}b"),
    ]
    var table = Table()
    for row in rows {
      let heard = Heard()
      var terminal = heard.terminal(isTerminal: true, columns: row.columns)
      terminal.show(row.text)
      table.equal(heard.text, row.shown, "'\(row.text)' in \(row.columns)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("what comes from outside cannot steer the terminal")
  func harmless() {
    let rows: [(text: String, shown: String)] = [
      ("plain, ü, 日本, \ttab", "plain, ü, 日本, \ttab"), ("\u{1b}]0;title\u{7}", "�]0;title�"),
      ("\u{9b}31m", "�31m"), ("a\r\nb", "a��b"), ("\u{202e}txt", "�txt"), ("\u{7f}", "�"),
    ]
    var table = Table()
    for row in rows { table.equal(Terminal.harmless(row.text), row.shown, row.shown) }
    let heard = Heard()
    heard.terminal().complain("a\u{1b}[1m\nb")
    table.equal(heard.complaints, "a�[1m\nb\n", "lines of a complaint stay lines")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
