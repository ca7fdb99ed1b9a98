import SDPRules
import TestSupport
import Testing

@Suite("What people have")
struct InputTests {
  private static let raw = Samples.bytes(Samples.offer)
  private static let answer = Samples.bytes(Samples.answer)
  private static func escaped(_ text: String, times: Int = 1) -> String {
    var text = text
    for _ in 0..<times {
      // By scalars: CRLF is one character.
      text = text.unicodeScalars.map { scalar in
        switch scalar {
        case "\r": "\\r"
        case "\n": "\\n"
        case "\"", "\\", "/": "\\\(scalar)"
        default: String(scalar)
        }
      }.joined()
    }
    return text
  }

  private static func read(_ text: String) -> InputContents? {
    try? InputReader.read(Array(text.utf8))
  }

  @Test("a description that begins where the prefix of a log is missing is read")
  func prefixMissing() {
    let start = String(repeating: "x", count: 50) + "v=0\n"
    let found = Self.read(start + String(decoding: Self.raw, as: UTF8.self))?.descriptions
    #expect(found?.count == 1)
    #expect(found?.first.map { $0.bytes == Self.raw } == true)
    #expect(Self.read(start + "v=0\n" + String(repeating: "y", count: 100)) == nil)
  }

  @Test("many descriptions whose lines end in carriage returns are read one by one")
  func carriageReturns() {
    let texts = (100..<1000).map {
      "v=0\ro=- \($0) 1 IN IP4 0.0.0.0\rs=-\rt=0 0\rm=audio 9 RTP/AVP 0\r"
    }
    let found = Self.read("x " + texts.joined())?.descriptions
    #expect(
      found?.map { String(decoding: $0.bytes, as: UTF8.self) }
        == texts.map {
          $0.split(separator: "\r").map { $0 + "\r\n" }.joined()
        })
  }

  @Test("every form gives the same text")
  func forms() {
    var table = Table()
    let offer = String(decoding: Self.raw, as: UTF8.self)
    let answer = String(decoding: Self.answer, as: UTF8.self)
    let object = #"{"type":"offer","sdp":"\#(Self.escaped(offer))"}"#
    let turned = #"{"sdp": "\#(Self.escaped(answer))", "type": "answer"}"#
    let log = "12:00 INFO starting\nlocal description:\n\(offer)12:01 INFO done\n"
    let prefixed =
      "I/sdp: begin\n"
      + offer.split(separator: "\r\n").map { "I/sdp: \($0)\r\n" }.joined() + "I/net: up\n"
    let dump = """
      {"PeerConnections": {"7-1": {"rtcConfiguration": "{}", "updateLog": [
      {"time": "1", "type": "createOfferOnSuccess", "value": "type: offer, sdp: \(Self.escaped(offer))"},
      {"time": "2", "type": "setLocalDescription", "value": "type: offer, sdp: \(Self.escaped(offer))"},
      {"time": "3", "type": "setRemoteDescription", "value": "type: answer, sdp: \(Self.escaped(answer))"}]}}}
      """
    let newDump = """
      {"PeerConnections": {"7-1": {"updateLog": [
      {"time": "2", "type": "setLocalDescription", "value": "\(Self.escaped(object))"},
      {"time": "3", "type": "setRemoteDescription", "value": "\(Self.escaped(turned))"}]}}}
      """
    let rows: [(String, String, [[UInt8]], [DescriptionSource.Kind?])] = [
      ("raw", offer, [Self.raw], [nil]),
      ("raw, LF", Samples.offer, [Array(Samples.offer.utf8)], [nil]),
      ("blank lines before", "\n\n" + offer, [Array(("\n\n" + offer).utf8)], [nil]),
      ("two raw", offer + answer, [Self.raw, Self.answer], [nil, nil]),
      ("object", object, [Self.raw], [.offer]),
      ("object, type behind", turned, [Self.answer], [.answer]),
      ("array", "[\(object),\n \(turned)]", [Self.raw, Self.answer], [.offer, .answer]),
      ("escaped", Self.escaped(offer), [Self.raw], [nil]),
      ("escaped twice", "\"" + Self.escaped(offer, times: 2) + "\"", [Self.raw], [nil]),
      ("log", log, [Self.raw], [nil]),
      ("log with prefixes", prefixed, [Self.raw], [nil]),
      ("dump", dump, [Self.raw, Self.answer], [.offer, .answer]),
      ("new dump", newDump, [Self.raw, Self.answer], [.offer, .answer]),
    ]
    for (name, text, expected, kinds) in rows {
      let found = Self.read(text)?.descriptions ?? []
      table.equal(
        found.map { String(decoding: $0.bytes, as: UTF8.self) },
        expected.map { String(decoding: $0, as: UTF8.self) }, name)
      table.equal(found.map(\.kind), kinds, "\(name): kind")
    }
    table.equal(Self.read(log)?.descriptions.first?.lineOffset, 2, "line of a log")
    table.holds(Self.read("") == nil, "empty")
    table.holds(Self.read("hello, world") == nil, "no description")
    table.holds(Self.read("{\"a\": 1}") == nil, "other JSON")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("a description without its first line is one all the same, candidates or not")
  func withoutVersion() {
    let text = Samples.offer.replacing("v=0\n", with: "").replacing(
      "a=mid:0", with: "a=candidate:1 1 udp 2122317823 192.0.2.60 41220 typ host\na=mid:0")
    #expect(Self.read(text)?.descriptions.count == 1)
    #expect(Self.read(text)?.candidates.isEmpty == true)
    let findings = SDPCheck.lint([Samples.bytes(text)]).findings
    #expect(findings.contains { $0.id == "required-line-missing" && $0.severity == .error })
  }

  @Test("what is too large is refused, and a dump may be larger than a log")
  func sizes() {
    var table = Table()
    let large = Array(repeating: UInt8(ascii: "v"), count: InputReader.limitBytes + 1)
    table.holds((try? InputReader.read(large)) == nil, "a large file")
    let many = String(repeating: "v=0\n", count: 1001)
    table.holds((try? InputReader.read(Array(many.utf8))) == nil, "1,001 descriptions")
    let starts: [(String, Int)] = [
      ("{\n  \"getUserMedia\": [],", InputReader.limitDumpBytes),
      (" {\"UserAgent\": \"x\"", InputReader.limitDumpBytes),
      ("{\"type\": \"offer\"", InputReader.limitBytes),
      ("12:00 \"PeerConnections\"", InputReader.limitBytes),
      ("", InputReader.limitBytes),
    ]
    for (start, limit) in starts {
      table.equal(InputReader.limitBytes(start: Array(start.utf8)), limit, start)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("candidates of a log")
  func candidates() {
    let text = """
      {"candidate": "candidate:1 1 UDP 2122317823 192.0.2.60 41220 typ host ufrag 5cKJ", "sdpMid": "0", "sdpMLineIndex": 0, "usernameFragment": "5cKJ"}
      {"t_ms": 3}
      candidate:2 1 udp 1 192.0.2.1 9 typ host
      """
    let entries = Self.read(text)?.candidates ?? []
    var table = Table()
    table.equal(entries.map(\.line), [1, 3], "lines")
    table.equal(entries.first?.mid, "0", "mid")
    table.equal(entries.first?.mline, 0, "mline")
    table.equal(entries.first?.ufrag, "5cKJ", "ufrag")
    let check = SDPCheck.lint(
      [Samples.bytes(Samples.answer)],
      candidates: [
        CandidateLog(
          file: 1,
          entries: [
            .init(
              line: 1, candidate: "candidate:1 1 udp 1 192.0.2.1 9 typ host", mid: "7", mline: nil,
              ufrag: nil)
          ])
      ])
    table.equal(check.findings.map(\.id), ["candidate-unknown-section"], "unknown section")
    table.equal(
      Self.trickled(
        """
        {"candidate": "candidate:1 1 udp 2130706431 198.51.100.7 40000 typ host", "sdpMid": "0"}
        {"candidate": "", "sdpMid": "0"}
        {"candidate": "candidate:1 1 udp 2130706431 198.51.100.7 40000 typ host", "sdpMid": "0"}
        {"candidate": "candidate:2 1 udp 1 198.51.100.8 9 typ host", "sdpMid": "0"}
        {"candidate": "candidate:2 1 udp 1 198.51.100.8 9 typ host", "sdpMid": "1"}
        """), ["4 candidate-after-end"], "behind an empty candidate")
    table.equal(
      Self.trickled(#"{"candidate": "2 1 udp 1 198.51.100.8 9 typ host", "sdpMid": "0"}"#),
      ["1 candidate-syntax"], "without its prefix")
    table.equal(
      Self.trickled(
        #"{"candidate": "candidate:2 1 udp 1 198.51.100.8 9 typ host", "sdpMid": "0"}"#,
        to: Samples.answer.replacing("typ host\n", with: "typ host\na=end-of-candidates\n")),
      ["1 candidate-after-end"], "behind the end in the description")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  /// Line and id of what is said of candidates behind an answer.
  private static func trickled(_ text: String, to answer: String = Samples.answer) -> [String] {
    let log = CandidateLog(file: 1, entries: read(text)?.candidates ?? [])
    return SDPCheck.lint([Samples.bytes(answer)], candidates: [log]).findings.map {
      "\($0.place.line ?? 0) \($0.id)"
    }
  }
}
