import SDPRules
import TestSupport
import Testing

@Suite("Lines of changes")
struct ChangeLinesTests {
  /// An edit of the offer of `Samples`, and what the lines of its change begin with, before and after.
  private static let rows: [(from: String, to: String, subject: String, old: String, new: String)] =
    [
      ("a=sendrecv", "a=recvonly", "direction", "a=sendrecv", "a=recvonly"),
      ("96 97 102 103 98", "102 103 96 97 98", "codec order", "m=video", "m=video"),
      ("packetization-mode=1", "packetization-mode=0", "codec", "a=rtpmap:102", "a=rtpmap:102"),
      ("42e01f", "42e028", "parameters of H264", "a=fmtp:102", "a=fmtp:102"),
      ("a=rtcp-fb:96 nack pli\n", "", "feedback of VP8", "a=rtcp-fb:96", "a=rtcp-fb:96"),
      ("96 97 102", "96 102", "retransmission of VP8", "a=rtpmap:97", "a=rtpmap:96"),
      (
        "a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level\n", "", "extension",
        "a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level", "m=audio"
      ),
      ("a=rtcp-rsize\n", "", "reduced-size RTCP", "a=rtcp-rsize", "m=audio"),
      ("a=group:BUNDLE 0 1 2", "a=group:BUNDLE 1 0 2", "BUNDLE", "a=group", "a=group"),
    ]

  @Test("each change names its lines in both descriptions")
  func lines() throws {
    var table = Table()
    for row in Self.rows {
      let text = Samples.offer.replacing(row.from, with: row.to, maxReplacements: 1)
      let diff = try #require(
        DescriptionDiff(before: Samples.bytes(Samples.offer), after: Samples.bytes(text)))
      let change = diff.changes.first { $0.subject == row.subject }
      table.holds(change != nil, "\(row.subject): only \(diff.changes.map(\.subject))")
      for (line, text, start) in [
        (change?.lineBefore, Samples.offer, row.old), (change?.lineAfter, text, row.new),
      ] {
        let lines = text.split(separator: "\n")
        let found = line.flatMap { lines.indices.contains($0 - 1) ? lines[$0 - 1] : nil } ?? ""
        table.holds(found.hasPrefix(start), "\(row.subject): \(found) and not \(start)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("a section that is gone has a line in the first alone, in every format")
  func gone() throws {
    let sections = Samples.offer.split(separator: "m=application")
    let before = Samples.bytes(Samples.offer)
    let after = Samples.bytes(String(sections[0]).replacing("BUNDLE 0 1 2", with: "BUNDLE 0 1"))
    let diff = try #require(DescriptionDiff(before: before, after: after))
    let change = try #require(diff.changes.first { $0.subject == "section" })
    let line = try #require(change.lineBefore)
    #expect(change.lineAfter == nil)
    let report = DiffReport(before: "a.sdp", after: "b.sdp", diff: diff)
    var table = Table()
    for (format, words) in [
      (FindingReport.Format.text, "line \(line) before"), (.markdown, "line \(line) before"),
      (.html, "line \(line) before"), (.json, "\"lineBefore\": \(line), \"lineAfter\": null"),
      (.github, "file=a.sdp,line=\(line)"), (.sarif, "\"startLine\": \(line)"),
    ] {
      table.holds(report.written(as: format).contains(words), "\(format): \(words)")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}
