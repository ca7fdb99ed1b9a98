import SDPRules
import TestSupport
import Testing

@Suite("Hostile input")
struct HostileTests {
  private static let head = "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n"

  @Test("what is too large or no text is told, and nothing breaks")
  func hostile() {
    var table = Table()
    let clean = Samples.bytes(Samples.offer)
    func with(_ bytes: [UInt8], at text: String) -> [UInt8] {
      let before = Samples.offer.components(at: text)
      return Samples.bytes(before.0) + bytes + Samples.bytes(before.1)
    }
    let section = "m=audio 9 UDP/TLS/RTP/SAVPF 0\r\nc=IN IP4 0.0.0.0\r\n"
    let formats = String(repeating: " 0", count: 999)
    let rows: [(String, [UInt8], String)] = [
      (
        "10,000 m= lines", Array((Self.head + String(repeating: section, count: 10_000)).utf8),
        "input-too-large"
      ),
      (
        "a line of 1 MB",
        Array((Self.head + "a=x:" + String(repeating: "y", count: 1_000_000)).utf8),
        "input-too-large"
      ),
      ("2 MB", Array(repeating: 97, count: 2 << 20), "input-too-large"),
      (
        "30,000 lines", Array((Self.head + String(repeating: "a=x\r\n", count: 30_000)).utf8),
        "input-too-large"
      ),
      (
        "999 formats: 1,002 words",
        Array((Self.head + section.replacing("SAVPF 0", with: "SAVPF" + formats)).utf8),
        "input-too-large"
      ),
      (
        "1,001 parameters: 1,002 words",
        Array((Self.head + section + "a=fmtp:0 x" + String(repeating: ";x", count: 1000)).utf8),
        "input-too-large"
      ),
      (
        "110,000 words",
        Array(
          (Self.head + section + String(repeating: "a=group:X\(formats)\r\n", count: 110)).utf8),
        "input-too-large"
      ),
      (
        "20,000 bytes that are no text",
        Array((Self.head + "a=x:").utf8) + Array(repeating: 0xff, count: 20_000),
        "input-too-large"
      ),
      ("NUL", with([0], at: "a=mid:1"), "bytes-invalid"),
      ("CR alone", with([13], at: "a=mid:1"), "bytes-invalid"),
      ("escape", with([27], at: "a=mid:1"), "bytes-invalid"),
      ("no UTF-8", with([0xc3, 0x28], at: "a=msid:s1 v1"), "text-encoding"),
      ("LF", Array(Samples.offer.utf8), "line-ends-lf"),
      (
        "mixed",
        Samples.bytes(Samples.offer.components(at: "m=video").0)
          + Array(Samples.offer.components(at: "m=video").1.utf8), "line-ends-mixed"
      ),
      ("nothing", [], "required-line-missing"),
      ("blank", [10, 10, 10], "required-line-missing"),
    ]
    for (name, bytes, id) in rows {
      let said = SDPCheck.lint([bytes]).findings.map(\.id)
      table.holds(said.contains(id), "\(name): \(said)")
      _ = SDPCheck.check([bytes, clean]).findings
      _ = SDPCheck.check([clean, bytes, bytes, clean]).findings
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("of a line of any length a finding shows the beginning")
  func cut() {
    let long = String(repeating: "<é", count: 3000)
    let text = Samples.offer.replacing("a=mid:1", with: "a=mid:1 \(long)")
      .replacing("m=audio 9", with: "m=\(long) 9")
    let findings = SDPCheck.lint([Samples.bytes(text)]).findings
    var table = Table()
    table.holds(findings.contains { $0.value?.hasSuffix("…") == true }, "nothing was cut")
    for finding in findings + findings.flatMap(\.consequences) {
      table.holds((finding.value ?? "").utf8.count <= 510, "\(finding.id): value")
      table.holds(finding.message.utf8.count <= 1010, "\(finding.id): message")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("more encodings than any sender makes are no simulcast")
  func encodings() {
    let line = "a=simulcast:send a" + String(repeating: ",a", count: 30_000)
    let text = Samples.offer.replacing("a=mid:1", with: "a=mid:1\n\(line)")
    let said = SDPCheck.lint([Samples.bytes(text)]).findings.map(\.id)
    #expect(said.contains { $0.contains("simulcast") }, "\(said)")
  }

  @Test("thousands of lines of one kind are judged, and told in a bounded number of findings")
  func repetition() {
    let repeats = [
      "a=rtpmap:96 VP8/90000\r\n", "a=extmap:1 urn:x\r\n", "a=rid:h send\r\n",
      "a=ssrc:1 cname:x\r\n",
      "a=candidate:1 1 udp 1 192.0.2.1 9 typ host\r\n", "a=rtcp-fb:* nack\r\n",
      "a=fmtp:96 apt=96\r\n",
      "a=msid:a b\r\n", "a=mid:0\r\n", "a=ssrc-group:FID 1 2\r\n", "a=group:BUNDLE 0\r\n",
    ]
    var table = Table()
    for line in repeats {
      let text = Array(
        (Self.head + "m=audio 9 UDP/TLS/RTP/SAVPF 96\r\nc=IN IP4 0.0.0.0\r\n"
          + String(repeating: line, count: 9_000)).utf8)
      let count = SDPCheck.check([text, text]).findings.count
      table.holds(count < 100, "\(line): \(count) findings")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("any change of a byte is survived")
  func mutated() {
    var state: UInt64 = 7
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let (offer, answer) = (Samples.bytes(Samples.offer), Samples.bytes(Samples.answer))
    for _ in 0..<300 {
      var text = answer
      for _ in 0..<(1 + next(8)) {
        let index = next(text.count)
        switch next(4) {
        case 0: text[index] = UInt8(next(256))
        case 1: text.remove(at: index)
        case 2: text.insert(UInt8(next(256)), at: index)
        default: text.removeSubrange(index..<min(text.count, index + next(60)))
        }
        if text.isEmpty { break }
      }
      let report = FindingReport(
        files: [.init(name: "offer"), .init(name: "answer")],
        findings: SDPCheck.check([offer, text, offer, answer]).findings)
      for format in FindingReport.Format.allCases { _ = report.written(as: format) }
      _ = try? InputReader.read(text)
      _ = DescriptionSummary(text)?.text
    }
  }
}

extension String {
  /// Up to the text and from its end on.
  func components(at text: String) -> (String, String) {
    guard let range = firstRange(of: text) else { return (self, "") }
    return (String(self[..<range.upperBound]), String(self[range.upperBound...]))
  }
}
