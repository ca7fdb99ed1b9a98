import SDPRules
import TestSupport
import Testing

@Suite("Two descriptions compared")
struct DescriptionDiffTests {
  /// What is rewritten in the offer of `Samples`, and what has to be told of it: grade, place, subject.
  private struct Row {
    var name: String
    var edits: [(String, String)]
    var told: [String]
  }

  /// Another session, so that numbers may change.
  private static let other = ("4962303333179871722", "77")

  private static let rows: [Row] = [
    Row(
      name: "fresh credentials, other ports and ids",
      edits: [
        other, ("Wd4f", "Zz9z"), ("m=audio 9 ", "m=audio 5004 "), ("a=msid:s1 v1", "a=msid:s9 v9"),
        ("102", "104"), ("a=extmap:4 ", "a=extmap:5 "),
      ], told: []),
    Row(
      name: "order of attributes",
      edits: [
        ("a=setup:actpass\na=mid:0", "a=mid:0\na=setup:actpass"),
        ("a=rtcp-mux\na=rtcp-rsize", "a=rtcp-rsize\na=rtcp-mux"),
      ], told: []),
    Row(
      name: "another spelling of the same parameters",
      edits: [
        ("minptime=10;useinbandfec=1", "UseInbandFEC=1; minptime=10; stereo=0"),
        ("42e01f", "42C01F"), ("a=fmtp:98 profile-id=0\n", ""),
      ], told: []),
    Row(
      name: "codec order", edits: [("96 97 102 103 98", "102 103 96 97 98")],
      told: ["behaviour 1 codec order"]),
    Row(
      name: "codec gone",
      edits: [
        ("102 103 98", "98"), ("a=rtpmap:102 H264/90000\n", ""), ("a=rtpmap:103 rtx/90000\n", ""),
      ], told: ["breaking 1 codec"]),
    Row(
      name: "packetization mode", edits: [("packetization-mode=1", "packetization-mode=0")],
      told: ["breaking 1 codec"]),
    Row(name: "level", edits: [("42e01f", "42e028")], told: ["behaviour 1 parameters of H264"]),
    Row(
      name: "retransmission", edits: [("96 97 102", "96 102")],
      told: ["behaviour 1 retransmission of VP8"]),
    Row(
      name: "feedback", edits: [("a=rtcp-fb:96 nack pli\n", "")],
      told: ["behaviour 1 feedback of VP8"]),
    Row(
      name: "extension in one section",
      edits: [("a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level\n", "")],
      told: ["behaviour 0 extension"]),
    Row(
      name: "the extension that simulcast needs",
      edits: [("a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id\n", "")],
      told: ["breaking 1 extension"]),
    Row(name: "simulcast", edits: [("send h;l", "send h")], told: ["behaviour 1 simulcast"]),
    Row(name: "direction", edits: [("sendrecv", "recvonly")], told: ["breaking 0 direction"]),
    Row(name: "bundle", edits: [("BUNDLE 0 1 2", "BUNDLE 0 2")], told: ["breaking - BUNDLE"]),
    Row(
      name: "mux", edits: [("a=rtcp-mux\n", "")], told: ["breaking 0 rtcp-mux"]),
    Row(
      name: "refused", edits: [("m=video 9 ", "m=video 0 ")], told: ["breaking 1 section"]),
    Row(
      name: "a number with another meaning in one session",
      edits: [("a=rtpmap:9 G722/8000", "a=rtpmap:9 VP8/90000")],
      told: ["breaking 0 codec", "breaking 0 payload type 9", "behaviour 0 codec"]),
  ]

  @Test("each change is told once, where it is, and graded; what means nothing is counted")
  func changes() throws {
    var table = Table()
    for row in Self.rows {
      var text = Samples.offer
      for (from, to) in row.edits {
        table.holds(text.contains(from), "\(row.name): '\(from)' is not there")
        text = text.replacing(from, with: to)
      }
      let diff = try #require(
        DescriptionDiff(before: Samples.bytes(Samples.offer), after: Samples.bytes(text)))
      let told = diff.changes.map {
        "\($0.grade.rawValue) \($0.mline.map { String($0) } ?? "-") \($0.subject)"
      }
      table.equal(told, row.told, row.name)
      if row.told.isEmpty { table.holds(diff.folded.total > 0, "\(row.name): nothing is counted") }
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("of one side, or offer and answer")
  func ways() {
    let (offer, answer) = (Samples.bytes(Samples.offer), Samples.bytes(Samples.answer))
    var table = Table()
    table.equal(DescriptionDiff.way(offer, answer), .pair, "offer and answer")
    table.equal(DescriptionDiff.way(offer, offer), .same, "an offer twice")
    table.equal(DescriptionDiff.way(answer, answer), .same, "an answer twice")
    let copied = Samples.answer.replacing("7214009181620317114", with: "4962303333179871722")
    table.equal(DescriptionDiff.way(offer, Samples.bytes(copied)), .pair, "copied session number")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("62 pairs of real peers are told for pairs, and nothing differs from itself")
  func realPairs() throws {
    var table = Table()
    for pair in Fixtures.manifest {
      let texts = ["offer", "answer"].map {
        Fixtures.peers.bytes(pair[$0] as? String ?? "") ?? []
      }
      let id = pair["id"] as? String ?? ""
      table.equal(DescriptionDiff.way(texts[0], texts[1]), .pair, id)
      for text in texts {
        let diff = try #require(DescriptionDiff(before: text, after: text))
        table.holds(diff.changes.isEmpty && diff.folded.total == 0, "\(id): \(diff.verdict)")
      }
    }
    table.equal(Fixtures.manifest.count, 62, "pairs")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("an offer and its answer by section: taken, refused, and the findings")
  func pairs() throws {
    let offer = Samples.bytes(Samples.offer)
    let answer = Samples.bytes(
      Samples.answer.replacing("m=application 9 ", with: "m=application 0 "))
    let findings = FindingReport(
      files: [.init(name: "o"), .init(name: "a")],
      findings: SDPCheck.check([offer, answer]).findings)
    let report = try #require(PairReport(offer: offer, answer: answer, findings: findings))
    #expect(report.rows.map(\.outcome) == [.taken, .taken, .refused])
    #expect(report.rows[1].refused == ["VP9/90000"])
    #expect(report.rows[1].simulcastTaken == "recv h;l")
    for format in FindingReport.Format.allCases {
      #expect(report.written(as: format).contains("section-rejected"), "\(format)")
    }
  }

  @Test("every format tells the change; the JSON is one")
  func formats() throws {
    let after = Samples.offer.replacing("BUNDLE 0 1 2", with: "BUNDLE 0 2")
    let diff = try #require(
      DescriptionDiff(before: Samples.bytes(Samples.offer), after: Samples.bytes(after)))
    let report = DiffReport(before: "a<b>.sdp", after: "b.sdp", diff: diff)
    for format in FindingReport.Format.allCases {
      let text = report.written(as: format)
      #expect(text.contains("sections 0 1 2"), "\(format)")
      #expect(format != .html || !text.contains("a<b>"))
    }
    let json = Fixtures.json(report.written(as: .json).utf8) as? [String: Any]
    #expect((json?["changes"] as? [[String: Any]])?.first?["grade"] as? String == "breaking")
  }

  @Test("a faulty description does not differ from itself")
  func same() {
    let faults = [
      ("a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid", "a=extmap:4 urn:x"),
      ("a=rtpmap:97 rtx/90000", "a=rtpmap:96 VP9/90000"),
    ]
    var table = Table()
    for (line, second) in faults {
      let text = Samples.bytes(Samples.offer.replacing(line, with: "\(line)\n\(second)"))
      table.equal(
        DescriptionDiff(before: text, after: text)?.changes.map(\.subject), [], second)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("no control character gets into a report")
  func escaped() throws {
    let before = Samples.bytes(Samples.offer)
    let after = Samples.bytes(
      Samples.offer.replacing("126 telephone-event", with: "126 tel\u{0}\u{1b}[31mevent"))
    var table = Table()
    for (before, after) in [(before, after), (after, before)] {
      let diff = try #require(DescriptionDiff(before: before, after: after))
      table.holds(!diff.changes.isEmpty, "a change")
      let report = DiffReport(before: "a.sdp", after: "b.sdp", diff: diff)
      for format in FindingReport.Format.allCases {
        let controls = report.written(as: format).unicodeScalars.filter {
          $0.value < 32 && $0 != "\n"
        }
        table.equal(controls.count, 0, "\(format)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("hostile texts: an end in sight, nothing that traps")
  func hostile() {
    let many =
      "v=0\r\no=- 1 1 IN IP4 0\r\ns=-\r\nt=0 0\r\n"
      + String(repeating: "m=audio 9 RTP/AVP 0\r\n", count: 9000)
    let texts =
      [[], [0], Array(many.utf8), Array("v=0\r\nm=\u{0} 9\r\n".utf8)] + [
        Samples.bytes(Samples.offer)
      ]
    for first in texts {
      for second in texts {
        _ = DescriptionDiff.way(first, second)
        _ = DescriptionDiff(before: first, after: second)?.verdict
      }
    }
  }
}
