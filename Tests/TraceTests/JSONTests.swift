import SansIO
import TestSupport
import Testing
import Trace

@Suite("JSON")
struct JSONTests {
  @Test("reads and writes values")
  func values() throws {
    var table = Table()
    let rows: [(String, JSONValue)] = [
      ("null", .null), ("true", .bool(true)), ("-12", .integer(-12)),
      ("-0.050", .decimal(FixedDecimal(units: -50, places: 3))),
      (#""a\"\\\n""#, .string("a\"\\\n")),
      ("[]", .array([])), ("{}", .object([])),
      (
        #"{"b":1,"a":[2,null]}"#,
        .object([
          JSONMember("b", .integer(1)), JSONMember("a", .array([.integer(2), .null])),
        ])
      ),
    ]
    for (text, value) in rows {
      table.equal(try JSONValue(parsing: text), value, text)
      table.equal(value.line, text, text)
    }
    table.equal(try JSONValue(parsing: #" "\ud83d\ude00\u00e9" "#), .string("😀é"), "escapes")
    table.equal(
      JSONValue.object([JSONMember("a", .array([.integer(1)]))]).document,
      "{\n  \"a\": [\n    1\n  ]\n}\n", "document")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("says where a text goes wrong")
  func errors() {
    var table = Table()
    let deep = String(repeating: "[", count: 100)
    let rows: [(String, Int)] = [
      ("", 0), ("[1,]", 3), ("{\"a\" 1}", 5), ("01", 1), ("-007", 2), ("1e5", 1), ("1.", 2),
      ("\"\u{1}\"", 1),
      ("\"\\x\"", 2), ("\"\\ud800\"", 7), ("nul", 0), ("1 2", 2), (deep, 64),
      ("1234567890123456789", 18),
    ]
    for (text, offset) in rows {
      do throws(JSONError) {
        _ = try JSONValue(parsing: text)
        table.holds(false, "\(text): no error")
      } catch {
        table.equal(error.offset, offset, text)
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
