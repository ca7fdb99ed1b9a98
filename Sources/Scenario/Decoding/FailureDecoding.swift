internal import Metrics

extension Decoding {
  /// `dtls-no-common-cipher`, {cause: dtls-no-common-cipher, because: …} or {stage: dtls, because: …}: what the call has to break by.
  mutating func failure(_ node: YAMLNode, _ path: String) -> [Marked<Expectation>] {
    func marked(_ failure: ExpectedFailure?, because: String? = nil) -> [Marked<Expectation>] {
      failure.map { [Marked(.fails($0, because: because), mark: node.mark)] } ?? []
    }
    if node.text != nil { return marked(cause(node, path)) }
    guard let fields = fields(node, .failure, path, "the cause, or {stage: …}") else { return [] }
    var because: String?
    fields.with("because") { because = line($0, $1, "a reason of one line") }
    switch (fields.entry("stage"), fields.entry("cause")) {
    case (let stage?, nil):
      return marked(self.stage(stage.value, path.appending(key: "stage")), because: because)
    case (nil, let cause?):
      return marked(self.cause(cause.value, path.appending(key: "cause")), because: because)
    case (.some, let cause?):
      fail(
        cause.keyMark, path, found: "both 'stage' and 'cause'",
        expected: "one of them: a cause names its stage")
    case (nil, nil):
      if node.entries?.isEmpty == true || fields.entry("because") != nil {
        fail(
          node.mark, path, found: "neither 'cause' nor 'stage'",
          expected: "what breaks: {cause: dtls-no-common-cipher} or {stage: dtls}")
      }
    }
    return []
  }

  private mutating func stage(_ node: YAMLNode, _ path: String) -> ExpectedFailure? {
    let words = CallStage.allCases.map(\.rawValue) + [ExpectedFailure.mediaWord]
    return known(node, path, "a stage of the call", words).map { word in
      CallStage(rawValue: word).map(ExpectedFailure.stage) ?? .media
    }
  }

  private mutating func cause(_ node: YAMLNode, _ path: String) -> ExpectedFailure? {
    let named = node.text.flatMap(Cause.named)
    if let named, Cause.ofRuns.contains(named) { return .cause(named) }
    // "fails with: dtls" is a stage, one word too short.
    let isStage = node.text.map { CallStage(rawValue: $0) != nil } ?? false
    let causes = Cause.ofRuns.map(\.id)
    let kind = named == nil ? "a cause" : "a cause that a run can show"
    fail(
      node, path, expected: "the id of \(kind) (\(causes.joined(separator: ", ")))",
      suggestion: isStage
        ? "{stage: \(node.text ?? "")}" : node.text.flatMap { Scenario.nearest($0, in: causes) })
    return nil
  }

  /// Of a call that must fail, nothing can be expected that only a call that came up has.
  mutating func checkFailure(_ expectations: [Marked<Expectation>]) {
    let failures = expectations.compactMap { expectation -> ExpectedFailure? in
      if case .fails(let failure, _) = expectation.value { failure } else { nil }
    }
    guard let failure = failures.first else { return }
    let isConnected = failure.stages.lowerBound > .dtls
    var count = 0
    for expectation in expectations {
      switch expectation.value {
      case .extmapAgrees, .codecs, .absent, .gatheringComplete, .gatheringTimedOut: continue
      case .fingerprintVerified where isConnected: continue
      case .measured(.connectionTime, _, _) where isConnected: continue
      case .fails where count == 0: count += 1
      case .fingerprintVerified, .measured, .silentWhileMuted, .stepTimesOut, .fails:
        fail(
          expectation.mark, "expect",
          found: "a second expectation of a call that fails at \(failure.word)",
          expected: "'fails with' and, beside it, only what comes before that stage")
      }
    }
  }
}
