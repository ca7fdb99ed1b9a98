internal import Metrics
internal import SDPRules
internal import SansIO
internal import Trace

extension Examination {
  /// Descriptions that are made, reach the other side and are taken.
  func signalling() -> BrokenLink? {
    let isAnswered = !analysis.call.exchanges.isEmpty
    if !isAnswered, let early = earlyCandidates() { return early }
    if let refused = firstRefusal(), !isAnswered || !hasPair(refused) {
      return refusal(of: refused)
    }
    guard !isAnswered else { return nil }
    // An offer that waits for the end of gathering was never sent.
    if let waiting = parties.first(where: { isGathering($0) }) { return endlessGathering(waiting) }
    return unanswered()
  }

  func hasPair(_ index: Int) -> Bool {
    analysis.peers[index].iceConnected != nil || analysis.peers[index].firstSelected != nil
  }

  private func firstRefusal() -> Int? {
    let refused = parties.filter { !analysis.peers[$0].refusals.isEmpty }
    return refused.min { a, b in
      let (x, y) = (analysis.peers[a].refusals[0].at, analysis.peers[b].refusals[0].at)
      return (x, a) < (y, b)
    }
  }

  private func refusal(of index: Int) -> BrokenLink? {
    guard let refusal = analysis.peers[index].refusals.first else { return nil }
    let reason = Evidence(
      "\(name(index)) says: \(refusal.value)", at: refusal.at)
    // What came from the far side, and was to be applied or answered.
    let position = descriptions.sources.lastIndex { source in
      source.peer != index && far(index) == source.peer
    }
    guard let position else {
      return BrokenLink(
        .descriptionNotMade, .noCall, peer: index,
        "\(name(index)) cannot make its description: \(Words.sentence(refusal.value))", [reason])
    }
    let source = descriptions.sources[position]
    let blamed = fault(in: position, named: refusal.value)
    let isTaken = analysis.peers[index].applied.contains {
      $0.side == .remote && $0.description.sdp == source.sdp
    }
    let deed =
      isTaken ? "takes \(source.title) and cannot answer it" : "refuses \(source.title)"
    var link: BrokenLink
    if let blamed {
      link = BrokenLink(
        .descriptionRefused, .noCall, peer: source.peer, mid: blamed.place.mid,
        "\(name(index)) \(deed), which breaks the rule \(blamed.id): \(blamed.message)",
        [descriptions.evidence(blamed), reason])
      link.adopt(blamed)
    } else {
      link = BrokenLink(
        .descriptionRefused, .noCall, peer: index,
        "\(name(index)) \(deed), in which no rule is broken: \(Words.sentence(refusal.value))",
        [reason] + unknownSections(source, at: index))
      link.fix =
        "Mend \(name(index)): what it cannot use it has to pass over, and a section that it cannot serve it rejects by port 0."
    }
    link.cleared = [
      Diagnosis.Suspect(
        "network", clearedBy: "\(source.title) reached \(name(index)) over signalling")
    ]
    if blamed == nil {
      link.cleared.insert(
        Diagnosis.Suspect(
          "agreement",
          clearedBy: "no rule of descriptions is broken by an error in \(source.title)"), at: 0)
    } else if !analysis.peers[index].gathering.isEmpty {
      link.cleared.append(
        Diagnosis.Suspect("gathering", clearedBy: "it had begun when the description was refused"))
    }
    return link
  }

  /// The rule that a refused description breaks: of what the refusal quotes, else an error, else what some stack refuses.
  private func fault(in file: Int, named reason: String) -> Finding? {
    let own = descriptions.findings.filter { $0.place.file == file }
    let quoted = own.first { finding in
      guard let value = finding.value, value.utf8.count > 4 else { return false }
      return reason.contains(value) || reason.contains(value.dropFirst(2))
    }
    return quoted ?? own.first { $0.severity == .error }
      ?? own.first { finding in
        finding.severity == .warning
          && finding.rule?.behaviours.contains { $0.response == .refuses } ?? false
      }
  }

  /// The sections that the far side may not know what to do with.
  private func unknownSections(_ source: DescriptionEvidence.Source, at index: Int) -> [Evidence] {
    TrackKind.allCases.compactMap { descriptions.section($0, in: source) }
  }

  private func unanswered() -> BrokenLink? {
    guard !parties.isEmpty else { return nil }
    guard let offer = descriptions.sources.first(where: { $0.kind == .offer }) else {
      let caller = analysis.call.caller?.index
      return BrokenLink(
        .noAnswer, .noCall, peer: caller,
        "The trace has no offer\(caller.map { " of \(name($0))" } ?? ""), so there is nothing to answer.",
        [])
    }
    let answer = descriptions.sources.first { $0.kind == .answer }
    var evidence: [Evidence] = []
    let made = analysis.peers[offer.peer].described.first { $0.value.kind == .offer }
    if let made { evidence.append(Evidence("\(offer.title) was made", at: made.at)) }
    if let step = analysis.script.steps.first(where: { $0.breakage != nil }) {
      evidence.append(Evidence(step.breakage ?? "", at: step.began))
    }
    let sentence =
      answer.map { "\($0.title) was made and never took effect at \(name(offer.peer))." }
      ?? "\(offer.title) was made and no answer to it is in the trace."
    return BrokenLink(.noAnswer, .noCall, peer: far(offer.peer), sentence, evidence)
  }

  /// Candidates that a peer was given before it had any description of the far side.
  func earlyCandidates() -> BrokenLink? {
    for index in parties where !hasPair(index) {
      let peer = analysis.peers[index]
      let applied = peer.applied.first { $0.side == .remote }?.at
      let early = peer.remoteCandidates.filter { candidate in
        applied.map { candidate.at < $0 } ?? true
      }
      guard let first = early.first else { continue }
      let end = applied.map { "at \(Words.seconds($0))" } ?? "never"
      return BrokenLink(
        .candidatesBeforeDescription, applied == nil ? .noCall : .noConnection, peer: index,
        "\(name(index)) was given \(counted(early.count, "candidate")) from \(Words.seconds(first.at)) on, and the description of \(farName(index)) \(end); what comes before it is lost.",
        [
          Evidence(
            "\(first.value) candidate of \(farName(index)) given to \(name(index))", at: first.at,
            counter: .init("candidates before the description", early.count)),
          Evidence("description of \(farName(index)) applied: \(end)", at: applied),
        ])
    }
    return nil
  }
}
