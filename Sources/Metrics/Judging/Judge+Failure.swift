internal import SansIO
internal import Trace

extension Analysis {
  /// The name of the judgement of a call that must fail, by which reports know an expected failure.
  public static let failure = "failure"

  func fails(_ failure: ExpectedFailure, because: String?) -> Judgement {
    let claim = Claim(Self.failure, limit: "at \(failure.word)")
    guard let broken = brokenStage else {
      return claim.judged("call", .failed("none", "the call came up"))
    }
    let notes = [because, broken.evidence].compactMap(\.self).joined(separator: "; ")
    return claim.judged(
      "call",
      Finding(
        failure.stages.contains(broken.stage) ? .passed : .failed, broken.stage.rawValue, notes))
  }

  /// The first link of the chain that did not hold, and what shows it; nil: the call came up.
  var brokenStage: (stage: CallStage, evidence: String)? {
    let parties = peers.indices.filter { !peers[$0].phones.isEmpty }
    let refusal = parties.first { !peers[$0].refusals.isEmpty }.map { refused in
      (CallStage.signalling, "\(peers[refused].name): \(peers[refused].refusals[0])")
    }
    // Where a description was refused the call ended, and whatever gathering still waited for with it.
    if call.exchanges.isEmpty, let refusal { return refusal }
    for index in parties {
      if let evidence = lackOfCandidates(index) { return (.gathering, evidence) }
    }
    if let refusal { return refusal }
    if call.exchanges.isEmpty { return (.signalling, "no offer was answered") }
    if let apart = parties.first(where: { !peers[$0].hasPair }) {
      return (.checks, "\(peers[apart].name) found no candidate pair that works")
    }
    if let open = parties.first(where: { peers[$0].dtlsConnected == nil }) {
      let reason = parties.compactMap { peers[$0].dtlsFailure }.first.map { ": \($0)" } ?? ""
      return (.dtls, "\(peers[open].name) has a pair and no keys\(reason)")
    }
    for index in parties where !isRelay(index) {
      if let evidence = lackOfMedia(index) { return (.render, evidence) }
    }
    return nil
  }

  /// No candidate at the end of gathering, or an end that a description waited for and that never came.
  private func lackOfCandidates(_ index: Int) -> String? {
    let peer = peers[index]
    guard peer.applied.contains(where: { $0.side == .local }) else { return nil }
    if peer.firstCandidate == nil, !peer.hasPair {
      return "\(peer.name) gathered no candidate"
    }
    let ended = peer.gathering.contains { $0.state == .complete || $0.state == .timedOut }
    guard call.exchanges.isEmpty, !ended, !peer.gathering.isEmpty else { return nil }
    return "gathering of \(peer.name) never ended"
  }

  private func lackOfMedia(_ index: Int) -> String? {
    let name = peers[index].name
    if receives(.video, index), numbers[index].rendered.isEmpty {
      return "\(name) rendered no frame of the video that was agreed on"
    }
    let sent = source(for: index).map { peers[$0].streams.contains { !$0.marksSent.isEmpty } }
    if sent == true, receives(.audio, index), numbers[index].audio?.marksPlayed.isEmpty ?? true {
      return "\(name) heard no mark of the sound that was agreed on"
    }
    return nil
  }

  /// Whether the descriptions, or the peer itself, say that it receives that kind.
  func receives(_ kind: TrackKind, _ index: Int) -> Bool {
    if peers[index].streams.contains(where: { $0.kind == kind && $0.isReceiving }) { return true }
    for (exchange, facts) in zip(call.exchanges, agreements) {
      for section in facts.sections(of: kind) {
        if exchange.offerer.index == index, section.offererReceives { return true }
        if exchange.answerer.index == index, section.answererReceives { return true }
      }
    }
    return false
  }
}

extension PeerRecord {
  fileprivate var hasPair: Bool { iceConnected != nil || firstSelected != nil }
}
