public import Metrics
internal import SansIO

/// The contents of `junit.xml`: one suite, a test case for each case, times in virtual seconds.
///
/// A red expectation is a `<failure>`; a broken harness, peer or machine an `<error>`. JUnit has no word for inconclusive:
/// it is a `<failure type="inconclusive">`, since a case that proved nothing must not be green.
public func junit(_ run: RunInfo, _ results: [CaseResult]) -> String {
  let counts = JUnitCounts(results)
  var properties = [property("seed", String(run.seed)), property("version", run.version)]
  if let note = run.note { properties.append(property("note", note)) }
  let document: Markup = """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="\(run.title)"\(counts.attributes)>
      <testsuite name="\(run.title)"\(counts.attributes)>
        <properties>
    \(properties)    </properties>
    \(results.map(testCase))  </testsuite>
    </testsuites>

    """
  return document.source
}

private struct JUnitCounts {
  let attributes: Markup

  init(_ results: [CaseResult]) {
    func count(_ verdicts: Verdict...) -> Int {
      results.count { verdicts.contains($0.verdict) }
    }
    let time = results.reduce(Duration.zero) { $0 + $1.duration }.seconds
    attributes = """
       tests="\(results.count)" failures="\(count(.failed, .inconclusive))" \
      errors="\(count(.error))" skipped="\(count(.skipped))" time="\(time.description)"
      """
  }
}

private func property(_ name: String, _ value: String) -> Markup {
  "      <property name=\"\(name)\" value=\"\(value)\"/>\n"
}

private func testCase(_ result: CaseResult) -> Markup {
  """
      <testcase classname="\(result.file)" name="\(result.title)" file="\(result.file)" \
  time="\(result.duration.seconds.description)">
        <properties>
  \(properties(of: result).map { "  " + property($0.name, $0.value) })      </properties>
  \(outcome(of: result))\(warnings(of: result))    </testcase>

  """
}

private func properties(of result: CaseResult) -> [(name: String, value: String)] {
  var list = [
    (name: "seed", value: String(result.seed)), (name: "world", value: result.world),
    (name: "verdict", value: result.verdict.rawValue),
  ]
  for metric in result.metrics {
    let words = [metric.subject, metric.name, metric.unit.isEmpty ? "" : "(\(metric.unit))"]
    let name = words.filter { !$0.isEmpty }.joined(separator: " ")
    list.append((name: name, value: metric.value.description))
    if let interval = metric.interval {
      let value = "\(interval.lowerBound) to \(interval.upperBound)"
      list.append((name: name + " 95 % interval", value: value))
    }
  }
  return list
}

private func outcome(of result: CaseResult) -> Markup {
  let message = result.why ?? result.verdict.rawValue
  let lines =
    (diagnosis(of: result) + [result.reason].compactMap(\.self)
    + result.expectations.filter(\.verdict.isRed).map(\.line)).joined(separator: "\n")
  switch result.verdict {
  case .passed: return ""
  case .failed:
    return "      <failure message=\"\(message)\" type=\"expectation\">\(lines)</failure>\n"
  case .inconclusive:
    return """
            <failure message="inconclusive: \(message)" type="inconclusive">\(lines)</failure>

      """
  case .error: return "      <error message=\"\(message)\" type=\"error\">\(lines)</error>\n"
  case .skipped: return "      <skipped message=\"\(message)\"/>\n"
  }
}

private func diagnosis(of result: CaseResult) -> [String] {
  guard let diagnosis = result.diagnosis else { return [] }
  let evidence = diagnosis.evidence.map { evidence in
    let more = [evidence.count, evidence.place].compactMap(\.self).joined(separator: "; ")
    return "  evidence: \(evidence.text)" + (more.isEmpty ? "" : " (\(more))")
  }
  let cleared = diagnosis.cleared.map { "  cleared: \($0.name): \($0.clearedBy)" }
  return [
    "\(diagnosis.cause.id) (\(diagnosis.cause.stage.rawValue)): \(diagnosis.sentence)",
    "  what to do: \(diagnosis.fix) (\(diagnosis.clause))",
  ] + evidence + cleared
}

private func warnings(of result: CaseResult) -> Markup {
  guard !result.warnings.isEmpty else { return "" }
  let lines = result.warnings.map { "warning: \($0)" }.joined(separator: "\n")
  return "      <system-out>\(lines)</system-out>\n"
}

extension Judgement {
  /// "failed: first frame of bob: 2412 ms, expected at most 2000 ms".
  fileprivate var line: String {
    "\(verdict.rawValue): \(sentence)" + (cause.map { ", because of \($0)" } ?? "")
  }
}
