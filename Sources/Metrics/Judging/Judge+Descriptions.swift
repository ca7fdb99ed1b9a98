internal import Trace

extension Analysis {
  /// "alice and bob"; of a run without a call, all peers.
  private var parties: String { peers.map(\.name).joined(separator: " and ") }

  /// Why the descriptions say nothing; nil when they can be read.
  private var unreadable: String? {
    agreements.isEmpty ? "no offer was answered" : agreements.compactMap(\.problem).first
  }

  func extmapAgrees() -> Judgement {
    let claim = Claim("extmap", limit: "agrees")
    if let unreadable { return claim.judged(parties, .failed(nil, unreadable)) }
    var problems: [String] = []
    for problem in agreements.flatMap(\.extmapProblems) where !problems.contains(problem) {
      problems.append(problem)
    }
    guard problems.isEmpty else {
      return claim.judged(parties, .failed("differs", problems.joined(separator: "; ")))
    }
    let count = agreements.reduce(0) { $0 + $1.extmapCount }
    return claim.judged(
      parties,
      count == 0
        ? .failed(nil, "no header extension was agreed on")
        : .passed("agrees", "\(count) header extensions were accepted"))
  }

  func fingerprintVerified() -> Judgement {
    let claim = Claim("fingerprint", limit: "verified")
    guard !peers.isEmpty else { return claim.judged("", .failed(nil, "the run had no peers")) }
    if let peer = peers.first(where: { $0.fingerprints.contains { !$0.verified } }) {
      return claim.judged(
        parties,
        .failed(
          "not verified",
          "\(peer.name) was shown a certificate that does not match the far side's a=fingerprint"))
    }
    let without = peers.filter(\.fingerprints.isEmpty).map(\.name)
    guard without.isEmpty else {
      return claim.judged(
        parties, .failed(nil, "\(without.joined(separator: " and ")) verified no fingerprint"))
    }
    var algorithms: [String] = []
    for name in peers.flatMap(\.fingerprints).map(\.algorithm) where !algorithms.contains(name) {
      algorithms.append(name)
    }
    return claim.judged(parties, .passed("verified", algorithms.joined(separator: ", ")))
  }

  func codecs(_ kind: TrackKind, _ wanted: [String], in scope: CodecScope) -> Judgement {
    let place = scope == .both ? "offer and answer" : scope.rawValue
    let claim = Claim("codecs", limit: "\(wanted.joined(separator: ", ")) in \(place)")
    let subject = "\(parties) \(kind.rawValue)"
    if let unreadable { return claim.judged(subject, .failed(nil, unreadable)) }
    // A renegotiation may have changed them: what holds at the end is judged.
    let sections = agreements[agreements.count - 1].sections(of: kind)
    guard let section = sections.first(where: { !$0.isRejected }) ?? sections.first else {
      return claim.judged(subject, .failed(nil, "no section of that kind was offered"))
    }
    let offered = section.offerCodecs.joined(separator: ", ")
    let answered = section.isRejected ? "rejected" : section.answerCodecs.joined(separator: ", ")
    let isOfferRight = DescriptionFacts.isSameOrder(section.offerCodecs, wanted)
    let isAnswerRight =
      !section.isRejected && DescriptionFacts.isSameOrder(section.answerCodecs, wanted)
    let (isRight, measured) =
      switch scope {
      case .offer: (isOfferRight, offered)
      case .answer: (isAnswerRight, answered)
      case .both:
        (
          isOfferRight && isAnswerRight,
          offered == answered ? offered : "offer \(offered); answer \(answered)"
        )
      }
    guard !wanted.isEmpty else {
      return claim.judged(subject, .failed(measured, "the expectation names no codec"))
    }
    return claim.judged(subject, isRight ? .passed(measured) : .failed(measured, nil))
  }

  func absent(_ kind: TrackKind, _ index: Int) -> Finding {
    let subject = "\(peers[index].name) \(kind.rawValue)"
    if let unreadable { return .failed(nil, unreadable).about(subject) }
    if peers[index].streams.contains(where: { $0.kind == kind && $0.hasReceived }) {
      return .failed("received", "\(kind.rawValue) reached \(peers[index].name)").about(subject)
    }
    let sections = agreements[agreements.count - 1].sections(of: kind)
    if let accepted = sections.first(where: { !$0.isRejected }) {
      return .failed(
        "accepted",
        "the answer accepts the section (\(accepted.answerCodecs.joined(separator: ", ")))"
      ).about(subject)
    }
    guard let section = sections.first else {
      return .passed("absent", "no section of that kind was offered").about(subject)
    }
    return .passed(
      "absent",
      "the answer rejects the section: the far side takes none of what was offered"
        + " (\(section.offerCodecs.joined(separator: ", ")))"
    ).about(subject)
  }
}
