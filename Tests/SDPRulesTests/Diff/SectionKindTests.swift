import SDPRules
import TestSupport
import Testing

/// Sections of which one is sound where the other is pictures.
@Suite("Sections that change their kind")
struct SectionKindTests {
  private static func description(
    _ kinds: [String], refused: Int? = nil, session: Int = 12_345_678, setup: String = "actpass"
  ) -> [UInt8] {
    let sections = kinds.enumerated().map { index, kind in
      let map = kind == "audio" ? "111 opus/48000/2" : "96 VP8/90000"
      let type = map.prefix { $0 != " " }
      return """
        m=\(kind) \(index == refused ? 0 : 9) UDP/TLS/RTP/SAVPF \(type)
        c=IN IP4 0.0.0.0
        a=ice-ufrag:abcd
        a=ice-pwd:0123456789012345678901
        a=fingerprint:sha-256 \(Array(repeating: "AB", count: 32).joined(separator: ":"))
        a=setup:\(setup)
        a=mid:\(index)
        a=rtcp-mux
        a=rtpmap:\(map)

        """
    }
    let head = "v=0\no=- \(session) 2 IN IP4 127.0.0.1\ns=-\nt=0 0\n"
    return Samples.bytes(head + sections.joined())
  }

  @Test("between two descriptions of one side it is told once, and nothing of the codecs")
  func same() throws {
    var table = Table()
    let audio = Self.description(["audio"])
    let rows: [(String, [UInt8], [UInt8], [String])] = [
      (
        "another kind", audio, Self.description(["video"]),
        ["breaking kind of media: audio → video"]
      ),
      (
        "in another session", audio, Self.description(["video"], session: 99_999_999),
        ["breaking kind of media: audio → video"]
      ),
      (
        "in the place of a refused one", Self.description(["audio"], refused: 0),
        Self.description(["video"]), ["behaviour kind of media: audio → video"]
      ),
      (
        "the second of two", Self.description(["audio", "audio"]),
        Self.description(["audio", "video"]), ["breaking kind of media: audio → video"]
      ),
      (
        "turned around, under the same mids", Self.description(["audio", "video"]),
        Self.description(["video", "audio"]),
        ["breaking order of sections: audio, video → video, audio"]
      ),
      ("the same", audio, audio, []),
    ]
    for (name, before, after, expected) in rows {
      let diff = try #require(DescriptionDiff(before: before, after: after))
      table.equal(
        diff.changes.map { change in
          let words = [change.before, change.after].map { $0 ?? "nothing" }
          return "\(change.grade.rawValue) \(change.subject): \(words.joined(separator: " → "))"
        }, expected, name)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("of an offer and its answer nothing is taken where the kinds differ")
  func pair() throws {
    let offer = Self.description(["audio", "video"])
    let answer = Self.description(["video", "video"], session: 99_999_999, setup: "active")
    let findings = FindingReport(
      files: [.init(name: "o"), .init(name: "a")],
      findings: SDPCheck.check([offer, answer]).findings)
    let report = try #require(PairReport(offer: offer, answer: answer, findings: findings))
    #expect(report.rows.map(\.outcome) == [.mismatched, .taken])
    #expect(report.rows.map(\.taken) == [[], ["VP8/90000"]])
    let text = report.written(as: .text)
    #expect(text.contains("0 audio, mid 0: mismatched, answered as video"), "\(text)")
    #expect(text.contains("[mline-kind]"), "\(text)")
  }
}
