internal import CallLogs
internal import Diagnosis
internal import Dissection
internal import Metrics
internal import Runner
internal import SDPRules
internal import SansIO
internal import Trace

/// All that was given of a call, judged: each file by its own rules, then together.
struct CallExamination {
  private(set) var verdict: VerdictReport

  /// - Parameter keys: given for the captures; nil: all that were found beside them.
  init(_ input: CallInput, keys: String?) throws {
    var files: [FindingReport.File] = []
    var findings: [Finding] = []
    var facts: [CallFact] = []

    let check = Self.check(input, &files)
    findings += check.findings
    if input.descriptions.count > 1, check.worst.map({ $0 < .error }) ?? true {
      facts.append(CallFact(.agreement, "offer and answer break no rule by an error"))
    }
    let descriptions = input.descriptions.map { source in
      CallDescription(source.description.bytes, isOffer: source.kind.map { $0 == .offer })
    }
    for path in input.captures {
      var reading = CaptureReading(
        descriptions, keys: try CaptureCommand.keys(keys.map { [$0] } ?? input.keys),
        isCompared: false)
      try reading.read(path)
      findings += reading.findings(file: files.count)
      facts += Self.facts(reading.dissector.held)
      files.append(FindingReport.File(name: path))
    }
    for (path, connection, log) in input.logs {
      findings += log.findings(file: files.count)
      facts += log.facts
      files.append(FindingReport.File(name: path, connection: connection))
    }
    var traced: Diagnosis?
    var red: [String] = []
    for (path, trace, cut) in input.traces {
      let file = files.count
      files.append(FindingReport.File(name: path))
      let isTooShort = cut != nil && Self.span(trace) < Self.leastSpanOfCut
      if let cut { findings.append(Self.cut(cut, isTooShort: isTooShort, file)) }
      let result = RunReport.result(of: trace.header, at: path)
      if let result, result.verdict != .passed, let reason = result.reason { red.append(reason) }
      // The descriptions of a run are in its trace, and packets were looked into above.
      let captured = findings.filter { finding in
        finding.rule.map(Rule.captures.contains) ?? false
      }
      // The report knows what was expected, and so what is to be explained.
      let found =
        result?.diagnosis
        ?? (isTooShort
          ? nil : diagnose(Analysis(trace), capture: captured, captureNames: files.map(\.name)))
      guard let diagnosis = found else { continue }
      traced = traced ?? diagnosis
      findings.append(diagnosis.finding(file: file))
    }
    verdict = VerdictReport(findings, files: files, facts: facts, traced: traced)
    for reason in red { verdict.add(red: reason) }
  }

  /// What is not in a shorter piece may well be in the piece that was cut off.
  private static let leastSpanOfCut = Duration.seconds(5)

  private static func span(_ trace: Trace) -> Duration {
    guard let first = trace.events.first, let last = trace.events.last else { return .zero }
    return last.at - first.at
  }

  private static func cut(_ fault: TraceError, isTooShort: Bool, _ file: Int) -> Finding {
    let rest =
      isTooShort
      ? "What stands before it is too little to judge the call."
      : "The verdict is of what stands before it."
    return LogRules.unreadable.finding(
      file: file, line: fault.line, value: "1 line",
      "Line \(fault.line) of this trace cannot be read: expected \(fault.expected). \(rest)")
  }

  /// Places of its findings count in `files`, which it fills from the start.
  private static func check(
    _ input: CallInput, _ files: inout [FindingReport.File]
  ) -> SDPCheck {
    files = input.descriptions.map {
      FindingReport.File(name: $0.path, $0.description, connection: $0.connection)
    }
    var candidates: [CandidateLog] = []
    for (path, entries) in input.candidates {
      candidates.append(CandidateLog(file: files.count, entries: entries))
      files.append(FindingReport.File(name: path))
    }
    return SDPCheck.check(
      input.descriptions.map(\.description.bytes), kinds: input.descriptions.map(\.kind),
      connections: input.descriptions.map { $0.connection ?? 0 }, candidates: candidates)
  }

  static func facts(_ held: Dissector.Held) -> [CallFact] {
    [
      held.checks.map { CallFact(.checks, $0) }, held.dtls.map { CallFact(.dtls, $0) },
      held.loss.map { CallFact(.rtp, $0) },
    ].compactMap(\.self)
  }
}
