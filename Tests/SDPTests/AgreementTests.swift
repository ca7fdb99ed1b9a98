import SDP
import SDPRules
import TestSupport
import Testing

@Suite("Agreement of an offer with its answer")
struct AgreementTests {
  static let head = "v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\na=group:BUNDLE 0 1\r\n"

  static func description(_ audio: [String], _ video: [String]) throws -> SessionDescription {
    let lines =
      ["m=audio 9 UDP/TLS/RTP/SAVPF 111", "a=mid:0", "a=rtpmap:111 opus/48000/2"] + audio
      + ["m=video 9 UDP/TLS/RTP/SAVPF 96", "a=mid:1", "a=rtpmap:96 VP8/90000"] + video
    return try SessionDescription(parsing: head + lines.joined(separator: "\r\n") + "\r\n")
  }

  @Test("header extensions")
  func extmaps() throws {
    typealias Row = (
      offer: [String], answer: [String], video: [String], kind: ExtmapProblem.Kind?, lines: [Int?]
    )
    let rows: [Row] = [
      (["a=extmap:7 urn:a"], ["a=extmap:7 urn:a"], [], nil, []),
      (["a=extmap:7 urn:a", "a=extmap:200 urn:b"], ["a=extmap:200 urn:b"], [], nil, []),
      (["a=extmap:7 urn:a"], ["a=extmap:4 urn:a"], [], .idChanged, [9, 9]),
      (
        ["a=extmap:7 urn:a"], ["a=extmap:7 urn:a", "a=extmap:8 urn:b"], [], .notOffered, [nil, 10]
      ),
      (["a=extmap:1/sendonly urn:a"], ["a=extmap:1 urn:a"], [], .directionNotAnswered, [9, 9]),
      (
        ["a=extmap:1/sendonly urn:a"], ["a=extmap:1/sendonly urn:a"], [], .directionNotAnswered,
        [9, 9]
      ),
      (["a=extmap:1/sendonly urn:a"], ["a=extmap:1/recvonly urn:a"], [], nil, []),
      (["a=extmap:1/sendonly urn:a"], ["a=extmap:1/inactive urn:a"], [], nil, []),
      (["a=extmap:1 urn:a"], ["a=extmap:1/recvonly urn:a"], [], nil, []),
      (["a=extmap:1/recvonly urn:a"], ["a=extmap:1 urn:a"], [], nil, []),
      (["a=extmap:4096 urn:a"], ["a=extmap:3 urn:a"], [], nil, []),
      (["a=extmap:1 urn:a"], [], ["a=extmap:1 urn:b"], .idReused, [13, nil]),
    ]
    var table = Table()
    for row in rows {
      let agreement = Agreement(
        offer: try Self.description(row.offer, row.video),
        answer: try Self.description(row.answer, []))
      table.equal(agreement.extmapProblems.map(\.kind), row.kind.map { [$0] } ?? [], "\(row)")
      if let problem = agreement.extmapProblems.first {
        table.equal([problem.offerLine, problem.answerLine], row.lines, "\(row)")
        table.equal(
          agreement.sections[problem.mLineIndex].extmapProblems, [problem.message], "\(row)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("codecs by section, and names that mean the same")
  func codecs() throws {
    let offer = try SessionDescription(
      parsing: Fixtures.text("peers/chromium-156/rtx-red-ulpfec-flexfec.offer.sdp"))
    var table = Table()
    table.equal(offer.media.map(codecOrder), [["opus"], ["VP8"]], "without repair formats")
    let pair = "peers/firefox-153.8.0/h264-only-from-chromium"
    let agreement = Agreement(
      offer: try SessionDescription(parsing: Fixtures.text(pair + ".offer.sdp")),
      answer: try SessionDescription(parsing: Fixtures.text(pair + ".answer.sdp")))
    table.equal(agreement.sections.map(\.isRejected), [false, true], "rejected")
    table.equal(agreement.sections[0].codecs, ["opus", "G722", "PCMU", "PCMA"], "audio")
    table.equal(agreement.sections[1].codecs, [], "video")
    let names: [(a: String, b: String, same: Bool)] = [
      ("VP8", "vp8", true), ("VP8", "VP9", false), ("H264/42e01f", "H264/42C01F", true),
      ("H264/42e01f", "H264/42e028", false), ("H264/42e01f", "H264/42001f", false),
      ("H264/42e01f", "H264", false), ("opus", "opus", true), ("", "opus", false),
    ]
    for row in names { table.equal(isSameCodec(row.a, as: row.b), row.same, "\(row)") }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("the public failure reports")
  func reports() throws {
    let expected: [(folder: String, kinds: [ExtmapProblem.Kind])] = [
      ("05-extmap-id-changed-in-answer", [.idChanged]),
      ("06-extmap-direction-not-answered", [.directionNotAnswered]),
      ("40-trap-fewer-extensions-and-high-ids", []),
      ("44-trap-huge-offer", []),
    ]
    var table = Table()
    for row in expected {
      let folder = Checkout.fixtures(of: "SDPRulesTests", "cases/\(row.folder)")
      let files = Fixtures.files(below: folder).map(\.description)
      guard files.count == 2, let answer = files[0], let offer = files[1] else {
        table.holds(false, "\(row.folder): no offer with its answer")
        continue
      }
      let kinds = Agreement(offer: offer, answer: answer).extmapProblems
        .filter { $0.kind != .idReused }.map(\.kind)
      table.equal(kinds, row.kinds, row.folder)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
