import SDPRules
import TestSupport
import Testing

@Suite("Pairs of real peers, and those of the RFCs")
struct RealPairTests {
  @Test("no error on any of the 62 pairs that connected")
  func peers() {
    let manifest = Fixtures.manifest
    #expect(manifest.count == 62)
    var table = Table()
    for pair in manifest {
      let id = pair["id"] as? String ?? ""
      table.equal(pair["connected"] as? Bool, true, "\(id): connected")
      let before = manifest.first {
        $0["id"] as? String == pair["follows"] as? String && pair["follows"] != nil
      }
      let names = [before, pair].compactMap(\.self).flatMap {
        [$0["offer"] as? String ?? "", $0["answer"] as? String ?? ""]
      }
      let texts = names.map { Fixtures.peers.bytes($0) ?? [] }
      table.holds(!texts.contains([]), "\(id): a text is not there")
      for finding in SDPCheck.check(texts).findings where finding.severity == .error {
        table.holds(false, "\(id): \(finding.id) at \(finding.place.line ?? 0): \(finding.message)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  /// Examples of the RFCs, offer and answer in turn, and the errors in them: lines that break the RFC's own law.
  static let examples: [(files: [String], errors: [String], why: String)] = [
    (["rfc3264-06-s10.2", "rfc3264-07-s10.2", "rfc3264-08-s10.2", "rfc3264-09-s10.2"], [], ""),
    (["rfc4317-01-s2.1", "rfc4317-02-s2.1"], [], ""),
    (["rfc4317-07-s2.3", "rfc4317-08-s2.3"], [], ""),
    (["rfc4317-11-s2.5", "rfc4317-12-s2.5", "rfc4317-13-s2.5", "rfc4317-14-s2.5"], [], ""),
    (["rfc4317-17-s2.7", "rfc4317-18-s2.7", "rfc4317-19-s2.7", "rfc4317-20-s2.7"], [], ""),
    (["rfc4317-23-s3.1", "rfc4317-24-s3.1", "rfc4317-25-s3.1", "rfc4317-26-s3.1"], [], ""),
    (["rfc4317-31-s4.1", "rfc4317-32-s4.1", "rfc4317-33-s4.1", "rfc4317-34-s4.1"], [], ""),
    (["rfc4317-39-s4.3", "rfc4317-40-s4.3", "rfc4317-41-s4.3", "rfc4317-42-s4.3"], [], ""),
    (["rfc4317-47-s5.2", "rfc4317-48-s5.2", "rfc4317-49-s5.2", "rfc4317-50-s5.2"], [], ""),
    (["rfc8829-01-s7.1", "rfc8829-02-s7.1"], [], ""),
    (["rfc8829-07-s7.3", "rfc8829-08-s7.3", "rfc8829-09-s7.3", "rfc8829-10-s7.3"], [], ""),
    (["rfc8853-01-s5.6.1", "rfc8853-02-s5.6.1"], [], ""),
    (["rfc9143-01-s7.2.2", "rfc9143-02-s7.2.2"], [], ""),
    (["rfc9143-06-s18.1", "rfc9143-07-s18.1"], [], ""),
    (
      ["rfc9143-10-s18.3", "rfc9143-11-s18.3"], ["payload-type-range 20", "payload-type-range 17"],
      "payload type 66 beside a=rtcp-mux is of the range that RFC 5761 §4 keeps for RTCP"
    ),
    (
      ["rfc9143-14-s18.5", "rfc9143-15-s18.5"],
      ["connection-line-missing 22", "connection-line-missing 19"],
      "the section zen has no c= line and the session has none, which RFC 8866 §5.7 asks for"
    ),
  ]

  /// Examples that stand alone.
  static let single: [(file: String, errors: [String], why: String)] = [
    ("rfc3264-01-s9", ["line-order 5"], "t= stands before c=, against the order of RFC 8866 §5"),
    ("rfc8839-01-s4.2.6", [], ""), ("rfc8866-01-s5", [], ""), ("rfc8866-03-s6.7", [], ""),
    ("rfc9143-04-s7.3.5", [], ""),
  ]

  @Test("no error on an example of an RFC but where the RFC breaks its own law")
  func rfc() {
    var table = Table()
    func words(_ check: SDPCheck) -> [String] {
      check.findings.filter { $0.severity == .error }
        .flatMap { [$0] + $0.consequences }.map { "\($0.id) \($0.place.line ?? 0)" }
    }
    for example in Self.examples {
      let texts = example.files.map(Fixtures.rfc)
      table.holds(!texts.contains([]), "\(example.files[0]): a text is not there")
      table.equal(
        words(SDPCheck.check(texts)), example.errors, "\(example.files[0]) \(example.why)")
    }
    for example in Self.single {
      table.equal(
        words(SDPCheck.lint([Fixtures.rfc(example.file)])), example.errors,
        "\(example.file) \(example.why)")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}
