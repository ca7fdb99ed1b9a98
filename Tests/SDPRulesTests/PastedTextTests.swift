import SDPRules
import SansIO
import TestSupport
import Testing

@Suite("What stands around the lines of a pasted description")
struct PastedTextTests {
  private static let raw = Samples.bytes(Samples.offer)
  private static let lines = Samples.offer.split(separator: "\n").map(String.init)

  private static let text = lines.joined(separator: "\r\n")

  private static func read(_ text: String) -> InputContents? {
    try? InputReader.read(Array(text.utf8))
  }

  /// Each line between what its number gives.
  private static func each(_ form: (Int, String) -> String) -> String {
    lines.enumerated().map { form($0.offset, $0.element) }.joined()
  }

  private static let object =
    #"{"type":"offer","sdp":"\#(lines.map { $0 + #"\r\n"# }.joined())"}"#

  private static let logs: [(String, String)] = [
    ("times", each { "[12:00:00.\($0)] \($1)\n" }),
    ("numbers", each { "\($0 + 1): \($1)\n" }),
    ("numbers in a column", each { "\($0 < 9 ? "  " : " ")\($0 + 1)  \($1)\n" }),
    (
      "a label before the first",
      each { "D/call(\($0)): \($0 == 0 ? "local offer: " : "")\($1)\n" }
    ),
    ("quotes of a mail", "They sent:\n" + each { "> \($1)\n" } + "\nand that was all\n"),
    ("a list", each { "* \($1)\n" }),
    ("no line end behind the last", String(each { "> \($1)\n" }.dropLast())),
  ]

  private static let indents: [(String, String)] = [
    ("indents", each { "    \($1)\n" }),
    ("no indent of the first", each { "\($0 == 0 ? "" : "\t")\($1)\n" }),
    ("an indent of the first", each { "\($0 == 0 ? "  " : "")\($1)\r\n" }),
    (
      "spaces behind",
      each { "\($1)\(String(repeating: " ", count: max(1, 90 - $1.utf8.count)))\n" }
    ),
    ("empty lines between", each { "\($1)\n\n" }),
    ("YAML", "offer: |\n" + each { "    \($1)\n" } + "  type: offer\n"),
  ]

  private static let programs: [(String, String)] = [
    (
      "joined strings", "x = " + each { "\"\($1)\\r\\n\" +\n\($0 % 2 == 0 ? " " : "  ")" } + "'';\n"
    ),
    ("strings of C", "sdp[] =\n" + each { "\t\"\($1)\\r\\n\"\n" } + "\t;\n"),
    (
      "strings that end within lines",
      "f(\"v=0\\r\\n\" "
        + lines.dropFirst().map { "\"\($0.prefix(9))\"\n\"\($0.dropFirst(9))\\r\\n\"\n" }.joined()
        + ");\n"
    ),
    ("several strings in a line", "s = " + each { "\"\($1)\\r\\n\" + " } + "end\n"),
    ("a string of several lines", "s = '" + each { "\($1)\\r\\n\\\n" } + "';\n"),
    ("JSON in a string", "s = \"" + object.replacing("\"", with: "\\\"") + "\";\n"),
    ("an array", "[\n" + each { "  '\($1)',\n" } + "].join('\\r\\n')\n"),
    ("a template", "let x = `" + text + "`;\r\n"),
    ("a bracket", "got <" + text + ">\n"),
    ("escapes and line ends", each { "\($1)\\r\\n\n" }),
    ("code points", object.replacing(#"\r\n"#, with: #"\u000d\u000A"#)),
  ]

  private static let pages: [(String, String)] = [
    ("signs of a console", each { "\($0 == 0 ? "" : "↵")\($1)\n" }),
    ("signs in one line", "sdp: \"" + each { "\($1)↵" } + "\"}\n"),
    ("breaks", each { "\($1)<br>" } + "</p>"),
    ("breaks and line ends", "<pre>" + each { "\($1)<br/>\n" } + "</pre>"),
    ("entities", object.replacing("\"", with: "&quot;").replacing("/", with: "&#x2F;")),
    ("entities of line ends", each { "\($1)&#13;&#10;" }),
    ("control characters of a system log", "app: " + each { "\($1)#015#012" } + "\n"),
    ("spaces", each { "\($1) " } + "\n"),
    ("carriage returns alone", "sdp " + each { "\($1)\r" } + "\ndone\n"),
    ("a query", "type=offer&sdp=" + percent(raw) + "&id=3"),
    ("a form", percent(raw).replacing("%20", with: "+")),
    ("a width", "log: " + object.replacing("a=mid:1", with: "a=m\nid:1") + "\nlog: done\n"),
    ("base64", "Paste this:\n" + base64(Array(object.utf8)) + "\n"),
  ]

  private static func percent(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let isPlain = [48...57, 97...122, 65...90].contains { $0.contains(byte) }
      return isPlain ? String(UnicodeScalar(byte)) : "%" + hexadecimal([byte])
    }.joined()
  }

  @Test("is left out", arguments: [logs, indents, programs, pages])
  func surroundings(_ rows: [(String, String)]) {
    var table = Table()
    for (name, text) in rows {
      table.holds(Self.read(text)?.descriptions.map(\.bytes) == [Self.raw], name)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("does not move the lines that findings name")
  func places() {
    var table = Table()
    let rows: [(String, String, Int, Int)] = [
      ("log", "start\nstart\n" + Self.each { "[\($0)] \($1)\n" }, 2, 1),
      ("empty lines", "\n" + Self.each { "\($1)\r\n\r\n" }, 1, 2),
      ("one line", "log\n" + Self.each { "\($1)<br>" }, 0, 1),
    ]
    for (name, text, offset, stride) in rows {
      let source = Self.read(text)?.descriptions.first
      table.equal(source?.lineOffset, offset, "\(name): lines before")
      table.equal(source?.lineStride, stride, "\(name): lines to a line")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("is what the description has where its first lines alone have it")
  func faults() {
    var table = Table()
    let offer = Samples.offer
    let rows: [(String, String)] = [
      ("a space behind v=0", offer.replacing("v=0\n", with: "v=0 \n")),
      ("an empty line behind v=0", offer.replacing("v=0\n", with: "v=0\n\n")),
      ("a word behind v=0", offer.replacing("v=0\n", with: "v=0 x\n")),
    ]
    for (name, text) in rows {
      table.holds(Self.read(text)?.descriptions.map(\.bytes) == [Array(text.utf8)], name)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("UTF-16 with its mark is text")
  func wideCharacters() {
    let units = Array(String(decoding: Self.raw, as: UTF8.self).utf16)
    let little: [UInt8] = [0xff, 0xfe] + units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let big: [UInt8] = [0xfe, 0xff] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    for bytes in [little, big] {
      let found = try? InputReader.read(bytes).descriptions.map(\.bytes)
      #expect(found == [Self.raw])
    }
  }
}
