internal import Metrics

extension Decoding {
  /// {stage: dtls, because: …}: the call must not come up.
  mutating func failure(_ node: YAMLNode, _ path: String) -> [Marked<Expectation>] {
    guard let fields = fields(node, .failure, path, "the stage that breaks") else { return [] }
    guard let entry = fields.entry("stage") else {
      if node.entries?.isEmpty == true || fields.entry("because") != nil {
        fail(node.mark, path, found: "no 'stage'", expected: "the stage that breaks: {stage: dtls}")
      }
      return []
    }
    var because: String?
    fields.with("because") { because = line($0, $1, "a reason of one line") }
    let stage = word(
      entry.value, path.appending(key: "stage"), "a stage of the call", as: CallStage.self)
    return stage.map { [Marked(.fails($0, because: because), mark: node.mark)] } ?? []
  }

  /// Of a call that must fail, nothing can be expected that only a call that came up has.
  mutating func checkFailure(_ expectations: [Marked<Expectation>]) {
    let stages = expectations.compactMap { expectation -> CallStage? in
      if case .fails(let stage, _) = expectation.value { stage } else { nil }
    }
    guard let stage = stages.first else { return }
    var failures = 0
    for expectation in expectations {
      switch expectation.value {
      case .extmapAgrees, .codecs, .absent, .gatheringComplete, .gatheringTimedOut: continue
      case .fingerprintVerified where stage == .media: continue
      case .measured(.connectionTime, _, _) where stage == .media: continue
      case .fails where failures == 0: failures += 1
      case .fingerprintVerified, .measured, .silentWhileMuted, .stepTimesOut, .fails:
        fail(
          expectation.mark, "expect",
          found: "a second expectation of a call that fails at \(stage.rawValue)",
          expected: "'fails with' and, beside it, only what comes before that stage")
      }
    }
  }
}
