internal import Metrics
internal import SDPRules
internal import SansIO
internal import Trace

extension Examination {
  /// A pair over which both reach each other.
  func checks() -> BrokenLink? {
    guard let apart = parties.first(where: { !hasPair($0) }) else { return nil }
    if let early = earlyCandidates() { return early }
    return wrongCredentials(apart) ?? parties.lazy.compactMap { relayRefusal($0) }.first
      ?? unreachable(apart) ?? unanswered(apart)
  }

  private func wrongCredentials(_ index: Int) -> BrokenLink? {
    if let finding = capture.finding(CaptureRules.usernameWrong) {
      return BrokenLink(
        .credentialsWrong, .noConnection, finding.message,
        [capture.evidence(finding)] + checkCounts())
    }
    for peer in parties {
      let refused = analysis.peers[peer].discards.filter {
        $0.layer == "ice"
          && ($0.reason.hasPrefix("request for another ufrag")
            || $0.reason.hasPrefix("request with a wrong password"))
      }
      guard let first = refused.min(by: { $0.first < $1.first }) else { continue }
      let count = refused.reduce(0) { $0 + $1.count }
      return BrokenLink(
        .credentialsWrong, .noConnection, peer: far(peer),
        "\(name(peer)) refuses \(counted(count, "check")) of \(farName(peer)): \(Words.sentence(first.reason))",
        [
          Evidence(first.reason, at: first.first, counter: .init("checks refused", count))
        ] + checkCounts())
    }
    guard
      let finding = descriptions.errors("ice-credentials", "ice-restart", "ice-ufrag").first
    else { return nil }
    var link = BrokenLink(
      .credentialsWrong, .noConnection, mid: finding.place.mid, finding.message,
      [descriptions.evidence(finding)] + checkCounts())
    link.adopt(finding)
    return link
  }

  private func unreachable(_ index: Int) -> BrokenLink? {
    let rules = ["candidates-unreachable", "candidates-mdns-only", "candidates-tcp-only"]
    if let finding = descriptions.findings.first(where: { rules.contains($0.id) }) {
      var link = BrokenLink(
        .unreachableCandidates, .noConnection, peer: sender(of: finding), mid: finding.place.mid,
        finding.message, [descriptions.evidence(finding)] + checkCounts())
      link.adopt(finding)
      return link
    }
    // Where every check is told, none at all says that no pair could be formed.
    let record = analysis.peers[index]
    guard analysis.header.world == "simulated", record.checksSent == 0,
      !record.candidates.isEmpty
    else { return nil }
    guard !record.remoteCandidates.isEmpty else { return unknownCandidates(index) }
    return BrokenLink(
      .unreachableCandidates, .noConnection, peer: far(index),
      "\(name(index)) sent no check: none of its candidates makes a pair with one of \(farName(index)).",
      [
        Evidence(
          "candidates of \(name(index)): \(kinds(record.candidates.map(\.kind)))",
          counter: .init("checks sent by \(name(index))", 0)),
        Evidence(
          "candidates of \(farName(index)) that it was given: \(kinds(record.remoteCandidates.map(\.value)))",
          counter: .init("remote candidates", record.remoteCandidates.count)),
      ])
  }

  private func unknownCandidates(_ index: Int) -> BrokenLink {
    BrokenLink(
      .candidatesMissing, .noConnection, peer: index,
      "\(name(index)) sent no check: it never learned a candidate of \(farName(index)).",
      [
        Evidence(
          "candidates of \(farName(index)) that it was given: none",
          counter: .init("remote candidates", 0)),
        Evidence(
          "candidates of \(name(index)): \(kinds(analysis.peers[index].candidates.map(\.kind)))",
          counter: .init("checks sent by \(name(index))", 0)),
      ])
  }

  private func unanswered(_ index: Int) -> BrokenLink {
    var evidence = checkCounts()
    if let finding = capture.finding(CaptureRules.noAnswer, CaptureRules.refused) {
      evidence.insert(capture.evidence(finding), at: 0)
    }
    evidence += drops(until: nil)
    let count = analysis.peers[index].checksSent
    let sent = count > 0 ? "\(counted(count, "check")) of \(name(index))" : "checks"
    return BrokenLink(
      .checksUnanswered, .noConnection, peer: index,
      "\(name(index)) found no candidate pair that works: of the \(sent) to \(farName(index)) none was answered.",
      evidence)
  }

  /// How many checks each side sent, and what its ICE says in the end.
  private func checkCounts() -> [Evidence] {
    parties.map { index in
      let peer = analysis.peers[index]
      let state = peer.iceStates.last
      let words = state.map { "\"\($0.value.rawValue)\"" } ?? "not reported"
      return Evidence(
        "ICE of \(name(index)): \(words); answered checks: \(peer.roundTripTimes.count)",
        at: state?.at,
        counter: peer.checksSent > 0
          ? .init("checks sent by \(name(index))", peer.checksSent) : nil)
    }
  }

  /// Reasons of loss beyond that, of one link, tell nothing new.
  private static let reasonLimit = 3

  /// What links lost, by reason; `until` nil: of the whole run.
  func drops(until end: Instant?) -> [Evidence] {
    analysis.links.indices.flatMap { index -> [Evidence] in
      var reasons: [String] = []
      let drops = analysis.links[index].drops.filter { drop in
        drop.number > 0 && (end.map { drop.at <= $0 } ?? true)
      }
      for drop in drops where !reasons.contains(drop.reason) {
        reasons.append(drop.reason)
        if reasons.count == Self.reasonLimit { break }
      }
      return reasons.compactMap { reason in
        let lost = drops.filter { $0.reason == reason }
        guard let first = lost.first else { return nil }
        return Evidence(
          "the link of \(name(index)) lost packets\(reason == "loss" ? "" : " (\(reason))")",
          file: CaptureEvidence.file, packet: first.number, at: first.at,
          counter: .init("packets lost", lost.count))
      }
    }
  }

  private func kinds(_ kinds: [String]) -> String {
    var unique: [String] = []
    for kind in kinds where !unique.contains(kind) { unique.append(kind) }
    return unique.isEmpty ? "none" : unique.joined(separator: ", ")
  }

  func sender(of finding: Finding) -> Int? {
    descriptions.sources.indices.contains(finding.place.file)
      ? descriptions.sources[finding.place.file].peer : nil
  }

  /// The path worked, and then no more, before anybody hung up.
  func lostConsent() -> BrokenLink? {
    let end = analysis.call.end
    for index in parties {
      let peer = analysis.peers[index]
      guard let connected = peer.connected else { continue }
      let last = peer.iceStates.last { $0.at < end }
      let isDown = last.map { $0.value == .failed || $0.value == .disconnected } ?? false
      let expired = peer.consentExpired.flatMap { $0 < end ? $0 : nil }
      guard isDown, let lost = expired ?? last?.at, lost > connected else { continue }
      var link = BrokenLink(
        .consentLost, .callDropped, peer: index,
        "The path of \(name(index)) worked from \(Words.seconds(connected)) on and was lost at \(Words.seconds(lost)): \(farName(index)) answered no more checks.",
        [
          Evidence(
            expired == nil ? "ICE became \"\(last?.value.rawValue ?? "")\"" : "consent expired",
            at: lost),
          Evidence("connected", at: connected),
        ] + drops(until: lost).suffix(2))
      link.cleared = [acquittal(of: .dtls, at: index), acquittal(of: .srtp, at: index)]
        .compactMap(\.self)
      return link
    }
    return nil
  }
}
