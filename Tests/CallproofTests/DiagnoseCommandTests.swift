import Foundation
import TestSupport
import Testing

@testable import callproof

@Suite("callproof diagnose")
struct DiagnoseCommandTests {
  private static let logs = Checkout.fixtures(of: "CallLogsTests", "cases")
  private static let captures = Checkout.path("Tests/DissectionTests/Fixtures")
  private static let example = Checkout.path("Reports/example")

  private static let keys =
    "CLIENT_RANDOM \(String(repeating: "00", count: 32)) \(String(repeating: "00", count: 48))\n"

  private static func run(_ arguments: [String]) -> (code: Int32, text: String, complaints: String)
  {
    Heard.run(["diagnose"] + arguments)
  }

  private static func check(
    _ arguments: [String], code: Int32, says: String, _ row: String, _ table: inout Table
  ) {
    let end = run(arguments)
    table.equal(end.code, code, "\(row): exit code")
    table.holds(
      (end.text + end.complaints).contains(says), "\(row): \(end.text)\(end.complaints)")
  }

  @Test("formats and exit codes")
  func formats() throws {
    var table = Table()
    let turn = "\(Self.logs)/52-icelog-turn-refuses-credentials/ice.jsonl"
    for (format, says) in [
      ("text", "1 error: relay-refused (gathering)"), ("text", "  cleared  STUN: "),
      ("json", "\"cause\":\"relay-refused\""), ("sarif", "\"ruleId\": \"turn-allocation-failed\""),
      ("markdown", "### error: turn-allocation-failed"),
      ("html", "<title>Diagnosis: 1 error"), ("github", "::error file="),
    ] {
      Self.check([turn, "--format", format], code: 1, says: says, format, &table)
    }
    let root = try JSONSerialization.jsonObject(
      with: Data(Self.run([turn, "--format=json"]).text.utf8))
    let finding = ((root as? [String: Any])?["findings"] as? [[String: Any]])?.first
    table.equal(finding?["file"] as? String, turn, "file as given")
    table.equal(finding?["value"] as? String, "401", "a code is a text")
    let frames = Self.run(["\(Self.logs)/56-timing-three-freezes", "--format=json"])
    table.holds(frames.text.contains("\"value\": 3,"), "a count is a number: \(frames.text)")
    table.holds(frames.text.contains("\"total_ms\": 2800"), "details: \(frames.text)")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("files of every kind, alone and together")
  func kinds() throws {
    var table = Table()
    let folder = ScratchFolder()
    let clash = "\(Self.captures)/cases/48-pcap-both-ends-send-clienthello"
    let good = "\(Self.captures)/captures/firefox-janus-echo"
    let ice = "\(Self.logs)/51-icelog-gathering-waits-40s/ice.jsonl"
    Self.check([clash], code: 1, says: "dtls-role-clash (dtls)", "folder of a case", &table)
    Self.check(
      ["\(good).pcap", "\(good).answer.sdp", "\(good).offer.sdp"], code: 0,
      says: "no error; 2 warnings\n", "a good call, its answer first", &table)
    Self.check(
      ["\(good).pcap", "\(good).offer.sdp", "\(good).answer.sdp"], code: 0, says: "held     dtls",
      "what held", &table)
    Self.check(
      [ice], code: 0, says: "no error; 1 warning: gathering-waits-for-server", "log", &table)
    Self.check(
      [ice, "\(clash)/dtls.pcap"], code: 1, says: "1 error, 1 warning: dtls-role-clash",
      "errors before warnings", &table)
    let run = "\(Self.example)/cases/a-very-short-call"
    Self.check([run], code: 0, says: "no fault found", "the case of a run", &table)
    Self.check([Self.example], code: 2, says: "below cases/", "a whole report", &table)
    let trace = try String(contentsOfFile: "\(run)/trace.jsonl", encoding: .utf8)
    let kept = trace.split(separator: "\n").filter {
      !$0.contains("\"event\":\"dtls ") && !$0.contains("\"event\":\"media ")
    }
    try folder.write(kept.joined(separator: "\n"), to: "no-keys.jsonl")
    Self.check(
      ["\(folder.path)/no-keys.jsonl"], code: 1, says: "(dtls)", "a trace without keys", &table)
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("a case of a run: its trace up to a cut, and what its report says")
  func reports() throws {
    var table = Table()
    let folder = ScratchFolder()
    let example = "\(Self.example)/cases/a-very-short-call"
    Self.check(
      [example], code: 0, says: "red      frame rate of bob: 9.74 fps", "a red case", &table)
    let trace = try String(contentsOfFile: "\(example)/trace.jsonl", encoding: .utf8)
    try folder.write(String(trace.dropLast(20)), to: "cut.jsonl")
    Self.check(
      ["\(folder.path)/cut.jsonl"], code: 0, says: "cannot be read: expected", "a cut trace", &table
    )
    Self.check(
      ["\(folder.path)/cut.jsonl"], code: 0, says: "[log-lines-unreadable]", "its rule", &table)
    // What a piece of a second lacks may be in the rest.
    try folder.write(String(trace.prefix(2000)), to: "start.jsonl")
    Self.check(
      ["\(folder.path)/start.jsonl"], code: 0, says: "too little to judge the call", "a start",
      &table)
    // The report's diagnosis is told though the trace alone would not need one.
    let report = try String(contentsOfFile: "\(Self.example)/report.json", encoding: .utf8)
    let diagnosis = """
      "diagnosis": {"cause": "path-too-slow", "stage": "checks", "symptom": "late first frame", "peer": "bob",
      "mid": null, "sentence": "A round trip is long.", "evidence": [], "cleared": [], "clause": "RFC 9147 §1",
      "fix": "Wait."}, "metrics"
      """
    let cases = "\(folder.path)/run/cases/a"
    try folder.write(trace, to: "run/cases/a/trace.jsonl")
    try folder.write(
      report.replacing("\"metrics\"", with: diagnosis, maxReplacements: 1), to: "run/report.json")
    Self.check(
      [cases], code: 0, says: "A round trip is long. [path-too-slow]", "its diagnosis",
      &table)
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("a log that is given twice counts once; one with a byte order mark is read")
  func logs() throws {
    var table = Table()
    let folder = ScratchFolder()
    let turn = "\(Self.logs)/52-icelog-turn-refuses-credentials/ice.jsonl"
    let text = try String(contentsOfFile: turn, encoding: .utf8)
    try folder.write("\u{feff}\(text)", to: "again.jsonl")
    Self.check(
      [turn, "\(folder.path)/again.jsonl"], code: 1, says: "1 error: relay-refused", "twice", &table
    )
    Self.check(
      [turn, "\(folder.path)/again.jsonl"], code: 1,
      says: "repeated \(folder.path)/again.jsonl is \(turn) again", "the note", &table)
    try folder.write("frame,render_ms\n0,0\n", to: "one.csv")
    Self.check(
      ["\(folder.path)/one.csv"], code: 0, says: "no error; 1 warning: The table has 1 frame",
      "too little", &table)
    let offer = Checkout.fixtures(of: "SDPRulesTests", "cases/01-mline-order-swapped")
    table.holds(!Self.run([offer]).text.contains("  seen"), "descriptions show nothing")
    table.holds(
      Self.run([offer, "--format=json"]).text.contains("\"symptom\":null"), "nor in JSON")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("what is nothing of a call is an error that says what was expected")
  func faults() throws {
    var table = Table()
    let folder = ScratchFolder()
    let at = { (name: String) in "\(folder.path)/\(name)" }
    let columns = String(repeating: "render_ms,", count: 1_000_000)
    let deep = String(repeating: "[{\"event\":", count: 200_000)
    let rows: [(String, String, String)] = [
      ("text.txt", "hello", "nothing of a call; expected session descriptions"),
      ("empty.txt", "", "nothing of a call"), ("binary.bin", "v=0\u{0}\u{1}", "nothing of a call"),
      ("columns.csv", columns, "a table of frames has a short head"),
      ("deep.json", deep, "nothing of a call"),
      ("trace.jsonl", "{\"trace\":1}\n", "line 1 of a trace: expected"),
      ("cut.pcap", "\u{a}\u{d}\u{d}\u{a}", "cut.pcap: "),
      ("keys.txt", Self.keys, "keys or candidates alone"),
    ]
    for (name, text, says) in rows {
      try folder.write(text, to: name)
      Self.check([at(name)], code: 2, says: says, name, &table)
    }
    Self.check([folder.path], code: 2, says: "cut.pcap", "a folder with damaged files", &table)
    Self.check([at("none")], code: 2, says: "none: ", "missing", &table)
    Self.check(["/dev/null"], code: 2, says: "not a regular file", "a device", &table)
    Self.check([], code: 2, says: "diagnose wants files", "nothing", &table)
    // What a log says cannot steer a terminal, nor hide in JSON.
    try folder.write(
      #"{"t_ms": 1, "event": "icecandidateerror", "url": "turn:\u001b[2J\u202e<b>", "errorCode": 401}"#,
      to: "hostile.jsonl")
    for format in ["text", "json", "sarif", "markdown", "html", "github"] {
      let text = Self.run([at("hostile.jsonl"), "--format", format]).text
      table.holds(text.contains("401"), "\(format): \(text)")
      let isHarmless = text.unicodeScalars.allSatisfy { scalar in
        scalar == "\n" || (scalar.value >= 0x20 && scalar.value != 0x202e)
      }
      table.holds(isHarmless, "\(format) holds control characters: \(text)")
    }
    table.holds(
      !Self.run([at("hostile.jsonl"), "--format=html"]).text.contains("<b>"), "HTML is escaped")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("a folder of too many files, or of too much, is read as far as said, and the rest is told")
  func limits() throws {
    var table = Table()
    let folder = ScratchFolder()
    let log = "{\"t_ms\": 1, \"event\": \"start\"}\n"
    for number in 1...1001 { try folder.write(number < 3 ? log : "x", to: "\(number).jsonl") }
    try folder.write(log, to: "1002.jsonl")
    let leftOut = try CallInput([folder.path]).leftOut
    table.equal(leftOut.count, 1000, "files left out")
    table.equal(leftOut.last, folder("1002.jsonl"), "a log behind too many files")
    let small = try CallInput([folder.path], totalLimitBytes: log.utf8.count)
    table.equal(small.logs.map(\.path), [folder("1.jsonl")], "logs within the limit")
    table.equal(small.leftOut.first, folder("2.jsonl"), "a log beyond it")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
    #expect(throws: (any Error).self) {
      try CallInput([folder("1.jsonl"), folder("2.jsonl")], totalLimitBytes: log.utf8.count)
    }
  }

  @Test("key files beside a capture serve together")
  func severalKeyFiles() throws {
    var table = Table()
    let name = "\(Self.captures)/captures/chromium-aiortc-vp8"
    let folder = ScratchFolder()
    let own = try String(contentsOfFile: "\(name).keylog.txt", encoding: .utf8)
    let other = try folder.write(Self.keys, to: "other.txt")
    let keys = try folder.write(own, to: "own.txt")
    let input = try CallInput(["\(name).pcap", other, keys])
    table.equal(input.keys, [other, keys], "key files")
    let text = { (paths: [String]) in
      var reading = CaptureReading([], keys: try CaptureCommand.keys(paths), isCompared: false)
      try reading.read("\(name).pcap")
      return reading.dissector.text(name: name, format: reading.format)
    }
    let both = try text(input.keys)
    table.equal(both, try text([keys]), "with the keys of another call before them")
    table.holds(both != (try text([other])), "with those alone")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("all 56 reported failures, each as a folder: what is expected, and no other error")
  func cases() throws {
    var table = Table()
    var count = 0
    for target in ["SDPRulesTests", "DissectionTests", "CallLogsTests"] {
      for name in ReportedCase.names(of: target) {
        let item = try #require(ReportedCase(name, of: target))
        let report = Self.run([item.folder.path, "--format=json"]).text
        item.judge([report], amongConsequences: true, &table)
        count += 1
      }
    }
    #expect(count == 56)
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}
