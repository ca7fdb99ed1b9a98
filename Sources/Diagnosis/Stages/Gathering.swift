internal import Metrics
internal import SDPRules
internal import SansIO
internal import Trace

extension Examination {
  /// No candidate at the end of gathering.
  func gathering() -> BrokenLink? {
    for index in parties {
      let peer = analysis.peers[index]
      guard peer.applied.contains(where: { $0.side == .local }), peer.candidates.isEmpty,
        !hasPair(index)
      else { continue }
      if let refused = relayRefusal(index) { return refused }
      let end = peer.gathering.last
      let waiting = end.map { $0.waitingFor.joined(separator: ", ") } ?? ""
      var evidence = [
        Evidence(
          end.map { "gathering of \(name(index)): \($0.state.rawValue)" }
            ?? "gathering of \(name(index)): not reported", at: end?.at,
          counter: .init("candidates of \(name(index))", 0))
      ]
      if !waiting.isEmpty { evidence.append(Evidence("it waited for \(waiting)", at: end?.at)) }
      return BrokenLink(
        .noCandidate, .noConnection, peer: index,
        "\(name(index)) gathered no candidate, so \(farName(index)) has nowhere to send to.",
        evidence)
    }
    return nil
  }

  /// A TURN server that said no, where nothing else that the peer gathered works.
  func relayRefusal(_ index: Int) -> BrokenLink? {
    let peer = analysis.peers[index]
    let others = counted(peer.candidates.count, "candidate") + " of \(name(index))"
    let outcome =
      peer.candidates.isEmpty ? "it has no other candidate" : "none of the \(others) works"
    let gathered = Evidence(
      "candidates of \(name(index))",
      counter: .init("candidates of \(name(index))", peer.candidates.count))
    if let refusal = serverRefusals(index).first {
      return BrokenLink(
        .relayRefused, .noConnection, peer: index,
        "A server refuses \(name(index)) (\(refusal.reason)), and \(outcome).",
        [
          Evidence(
            refusal.reason, at: refusal.first, counter: .init("refusals", refusal.count)), gathered,
        ])
    }
    guard let refusal = capture.finding(CaptureRules.relayRefused),
      refusal.message.contains(" Allocate request of \(name(index)) ")
    else { return nil }
    return BrokenLink(
      .relayRefused, .noConnection, peer: index,
      "\(Words.sentence(refusal.message).dropLast()); \(outcome).",
      [capture.evidence(refusal), gathered])
  }

  /// What servers of the peer answered instead of a success: "turn:10.0.9.1:3478: 401 Unauthorized".
  private func serverRefusals(_ index: Int) -> [DiscardRecord] {
    analysis.peers[index].discards.filter {
      $0.layer == "ice" && ($0.reason.hasPrefix("turn:") || $0.reason.hasPrefix("turns:"))
    }
  }

  func isGathering(_ index: Int) -> Bool {
    let peer = analysis.peers[index]
    let isEnded = peer.gathering.contains { $0.state == .complete || $0.state == .timedOut }
    return peer.applied.contains { $0.side == .local } && !peer.gathering.isEmpty && !isEnded
  }

  func endlessGathering(_ index: Int) -> BrokenLink {
    let peer = analysis.peers[index]
    let waiting = peer.gathering.last.map { $0.waitingFor } ?? []
    let whom = waiting.isEmpty ? "it does not say for what" : waiting.joined(separator: ", ")
    return BrokenLink(
      .gatheringWaitsForServer, .noCall, peer: index,
      "Gathering of \(name(index)) never ended (waiting for: \(whom)), and its description waits for that.",
      [
        Evidence(
          "gathering began and did not end", at: peer.gathering.first?.at,
          counter: .init("candidates of \(name(index))", peer.candidates.count))
      ])
  }
}
