internal import Trace

extension Analysis {
  /// The verdict of the case, why it is so, and its numbers.
  ///
  /// Red, whatever the expectations say: a run that did nothing (DESIGN §8).
  ///
  /// - Parameter diagnosis: of this very run; what it explains and could not be measured is not told one by one.
  public func result(
    expectations: [Expectation], file: String, duration: Duration, diagnosis: Diagnosis? = nil
  ) -> CaseResult {
    let judgements = judge(expectations, of: self, diagnosis: diagnosis)
    let errors = silentPeers
    let breakages = breakages(expectations)
    let idleness = idleness(expectations)
    func has(_ verdict: Verdict) -> Bool { judgements.contains { $0.verdict == verdict } }
    let verdict: Verdict =
      !errors.isEmpty
      ? .error
      : !breakages.isEmpty || !idleness.isEmpty || has(.failed)
        ? .failed : has(.inconclusive) ? .inconclusive : .passed
    // Why nothing is shown a diagnosis says once, for all.
    let isExplained = diagnosis.map { !$0.symptom.isOfQuality } ?? false
    let reasons =
      errors + breakages + (isExplained ? [] : idleness) + reds(judgements, .failed)
      + reds(judgements, .inconclusive)
    return CaseResult(
      name: header.name, file: file, world: header.world, seed: header.seed, verdict: verdict,
      warnings: warnings, reason: reasons.isEmpty ? nil : reasons.joined(separator: "; "),
      duration: duration, expectations: judgements, metrics: measurements, diagnosis: diagnosis,
      implementations: implementations)
  }

  private var implementations: [PeerImplementation] {
    peers.compactMap { peer in
      guard var implementation = peer.implementation else { return nil }
      implementation.security = peer.security.isEmpty ? nil : peer.security.joined(separator: ", ")
      return implementation
    }
  }

  private var silentPeers: [String] {
    peers.isEmpty
      ? ["the run had no peers"]
      : peers.filter { $0.eventCount == 0 }.map { "\($0.name) never started" }
  }

  /// Steps that broke and were not expected to, and a script that did not come to its end.
  private func breakages(_ expectations: [Expectation]) -> [String] {
    var reasons: [String] = []
    for step in script.steps {
      guard let breakage = step.breakage else { continue }
      if step.end == .timedOut, expectations.contains(.stepTimesOut(step.text)) { continue }
      // Where a call that must fail breaks, its own judgement says.
      if expectations.contains(where: \.isFailure) { continue }
      reasons.append(breakage)
    }
    if script.steps.isEmpty {
      reasons.append("no step of the script began")
    } else if script.ended == nil {
      reasons.append("the script never ended")
    }
    return reasons
  }

  /// Work that every run must do.
  private func idleness(_ expectations: [Expectation]) -> [String] {
    var reasons: [String] = []
    if expectations.isEmpty { reasons.append("nothing is expected: add 'expect:'") }
    // A call that had to break, and did, has done its work.
    let mayBreak = expectations.contains {
      if case .stepTimesOut = $0 { true } else { $0.isFailure }
    }
    if mayBreak { return reasons }
    let isDelivered =
      links.contains { $0.delivered > 0 }
      || peers.contains { $0.streams.contains { $0.received.contains { $0.value.packets > 0 } } }
    if !isDelivered { reasons.append("no packet was delivered") }
    for index in peers.indices where receives(.video, index) && numbers[index].rendered.isEmpty {
      if isRelay(index) { continue }
      if expectations.contains(.absent(.video, PeerID(index: index))) { continue }
      reasons.append("\(peers[index].name) rendered no frame of the video that was agreed on")
    }
    return reasons
  }

  /// "first frame of bob is 2300.0 ms, at most 2000".
  private func reds(_ judgements: [Judgement], _ verdict: Verdict) -> [String] {
    judgements.filter { $0.verdict == verdict && !$0.isFolded }.map { judgement in
      let head = "\(judgement.name) of \(judgement.subject): "
      guard let measured = judgement.measured else {
        return head + (judgement.note ?? "not measured")
      }
      let unit = judgement.unit.isEmpty ? "" : " \(judgement.unit)"
      let doubt = verdict == .inconclusive ? judgement.note.map { " (\($0))" } ?? "" : ""
      return head + "\(measured)\(unit), expected \(judgement.limit)"
        + (judgement.limit.last?.isNumber ?? false ? unit : "") + doubt
    }
  }
}

extension Expectation {
  /// Whether the call must not come up.
  public var isFailure: Bool {
    if case .fails = self { true } else { false }
  }
}
