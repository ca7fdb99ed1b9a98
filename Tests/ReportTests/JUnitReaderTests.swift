import Metrics
import Report
import TestSupport
import Testing

@Suite("junit.xml read by the junitparser package")
struct JUnitReaderTests {
  private static let program = """
    import sys
    from junitparser import Error, Failure, JUnitXml, Skipped
    words = {Error: "error", Failure: "failure", Skipped: "skipped"}
    xml = JUnitXml.fromfile(sys.argv[1])
    print(xml.tests, xml.failures, xml.errors, xml.skipped)
    for suite in xml:
      for case in suite:
        print(case.name, *[words[type(result)] for result in case.result])
    """

  @Test("counts and outcomes are those of the report")
  func outcomes() throws {
    guard let python = OtherProgram.pythonOfTests else {
      print("SKIPPED: junitparser: .build/python is missing (ci/setup --tests makes it)")
      return
    }
    let scratch = ScratchFolder()
    let file = try scratch.write(junit(Samples.run, Samples.each), to: "junit.xml")
    let end = try OtherProgram.run(python, ["-c", Self.program, file])

    func count(_ verdicts: Verdict...) -> Int {
      Samples.each.count { verdicts.contains($0.verdict) }
    }
    var table = Table()
    let lines = end.lines
    table.equal(end.code, 0, "exit code: \(end.complaints)")
    table.equal(
      lines.first,
      "\(Samples.each.count) \(count(.failed, .inconclusive)) \(count(.error)) \(count(.skipped))",
      "tests, failures, errors, skipped")
    for result in Samples.each {
      let outcome =
        switch result.verdict {
        case .passed: ""
        case .failed, .inconclusive: " failure"
        case .error: " error"
        case .skipped: " skipped"
        }
      table.holds(
        lines.dropFirst().contains("\(result.name)\(outcome)"), "\(result.name): \(lines)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
