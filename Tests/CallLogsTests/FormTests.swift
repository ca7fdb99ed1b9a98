import TestSupport
import Testing

/// One log in many forms: it says the same in each, or what is wrong with the form is told.
@Suite("Forms of logs")
struct FormTests {
  /// 100 frames a thirtieth of a second apart, and 900 ms before number 60.
  private static let times = (0..<100).map { Double($0) * 33.3 + ($0 < 60 ? 0 : 900) }

  private static func frames(
    head: String = "frame,render_ms", _ row: (Int, Double) -> String = { "\($0),\($1)" }
  ) -> String {
    ([head] + times.enumerated().map { row($0.offset, $0.element) }).joined(separator: "\n") + "\n"
  }

  @Test("tables of frames")
  func tables() {
    var table = Table()
    let plain = Self.frames()
    let freeze = ["warning freezes 1"]
    let rows: [(String, String, [String])] = [
      ("plain", plain, freeze), ("CRLF", plain.replacing("\n", with: "\r\n"), freeze),
      ("with a mark", "\u{feff}" + plain, freeze),
      ("semicolons", plain.replacing(",", with: ";"), freeze),
      ("tabs", plain.replacing(",", with: "\t"), freeze),
      ("other order", Self.frames(head: "render_ms,frame") { "\($1),\($0)" }, freeze),
      (
        "more columns", Self.frames(head: "frame,bytes,render_ms,key") { "\($0),900,\($1),0" },
        freeze
      ),
      ("quotes", Self.frames(head: "\"frame\",\"render_ms\"") { "\"\($0)\",\"\($1)\"" }, freeze),
      ("seconds", Self.frames(head: "frame,render_s") { "\($0),\($1 / 1000)" }, freeze),
      ("capitals", Self.frames(head: "Frame,Render_MS"), freeze),
      ("comments above", "# by a player\n\n# of today\n" + plain, freeze),
      ("comments between", plain.replacing("\n50,", with: "\n# here\n50,"), freeze),
      (
        "decimal commas",
        Self.frames(head: "frame;render_ms") { "\($0);\($1)".replacing(".", with: ",") }, freeze
      ),
      ("exponents", Self.frames { "\($0),\(Int($1 * 10))e-1" }, freeze),
      ("positive exponents", Self.frames { "\($0),\($1 / 1000)E+3" }, freeze),
      (
        "words in two rows", plain + "100,NaN\n101,null\n",
        freeze + ["warning log-lines-unreadable 2 lines"]
      ),
      ("a head alone", "frame,render_ms\n", ["warning log-says-too-little 0 frames"]),
      ("no head", plain.split(separator: "\n").dropFirst().joined(separator: "\n"), ["no log"]),
      ("comments alone", "# a\n# b\n", ["no log"]), ("nothing", "", ["no log"]),
    ]
    for (name, log, found) in rows { table.equal(Samples.found(log), found, name) }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("times of sound and picture")
  func sync() {
    var table = Table()
    func log(_ line: (Int) -> String) -> String { (0..<20).map { line($0 * 1000) + "\n" }.joined() }
    let plain = log {
      "{\"uptime_ms\": \($0), \"audio_pts_ms\": \($0 + 300), \"video_pts_ms\": \($0)}"
    }
    let apart = ["error av-offset 300 ms"]
    let rows: [(String, String, [String])] = [
      ("plain", plain, apart), ("CRLF", plain.replacing("\n", with: "\r\n"), apart),
      ("with a mark", "\u{feff}" + plain, apart),
      (
        "more members, in another order",
        log { "{\"x\": [1, {}], \"video_pts_ms\": \($0), \"audio_pts_ms\": \($0 + 300)}" }, apart
      ),
      (
        "numbers as text",
        log { "{\"audio_pts_ms\": \"\($0 + 300)\", \"video_pts_ms\": \"\($0).0\"}" }, apart
      ),
      ("an array", "[" + plain.split(separator: "\n").joined(separator: ",\n") + "]", apart),
      (
        "without the picture", log { "{\"uptime_ms\": \($0), \"audio_pts_ms\": \($0)}" },
        ["warning log-says-too-little"]
      ),
      (
        "lines with a null between", plain + "{\"audio_pts_ms\": null, \"video_pts_ms\": 5}\n",
        apart
      ),
      (
        "behind a program's words", plain.replacing("{", with: "2026-03-01T10:00:00Z INFO av {"),
        apart
      ),
    ]
    for (name, log, found) in rows { table.equal(Samples.found(log), found, name) }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("events")
  func events() {
    var table = Table()
    let plain = Samples.events(
      """
      0 createPeerConnection iceServers=["turn:turn.example.org:3478"]
      140 icecandidateerror url=turn:turn.example.org:3478 errorCode=401
      150 icegatheringstatechange state=complete
      420 iceconnectionstatechange state=checking
      30510 iceconnectionstatechange state=failed
      """)
    let refused = ["error turn-allocation-failed 401 < no-relay-candidate < ice-failed"]
    let lines = plain.split(separator: "\n").map(String.init)
    let prefixed = lines.map { "12:00:01.000 [signal] " + $0 }
    let rows: [(String, String, [String])] = [
      ("plain", plain, refused), ("CRLF", plain.replacing("\n", with: "\r\n"), refused),
      ("with a mark", "\u{feff}" + plain, refused),
      ("empty lines", plain.replacing("\n", with: "\n\n"), refused),
      ("an array", "[\(lines.joined(separator: ","))]", refused),
      ("empty objects first", "{}\n{}\n" + plain, refused),
      ("behind a program's words", prefixed.joined(separator: "\n"), refused),
      (
        "and lines of its own", "start {\nlistening\n" + prefixed.joined(separator: "\n") + "\nbye",
        refused
      ),
      (
        "the first line cut in front", String(plain.dropFirst(20)),
        [
          "error turn-allocation-failed 401 < no-relay-candidate < ice-failed",
          "warning log-lines-unreadable 1 line",
        ]
      ),
      (
        "the last line cut", String(plain.dropLast(9)),
        [
          "error turn-allocation-failed 401 < no-relay-candidate",
          "warning log-lines-unreadable 1 line",
        ]
      ),
      ("times as text", plain.replacing("\"t_ms\": 30510", with: "\"t_ms\": \"30510\""), refused),
      ("prose with a brace", "func a() {\n}\n", ["no log"]),
    ]
    for (name, log, found) in rows { table.equal(Samples.found(log), found, name) }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}
