internal import Metrics
internal import SDPRules
internal import Trace

// What was never agreed on.
extension Examination {
  /// A section that was offered, rejected, and is missed.
  func rejectedSections() -> BrokenLink? {
    for (number, facts) in analysis.agreements.enumerated() {
      let exchange = analysis.call.exchanges[number]
      for section in facts.sections where section.isRejected {
        guard let kind = section.kind,
          let missing = [exchange.offerer.index, exchange.answerer.index].first(where: {
            complaints.include(.missing(kind), $0)
          })
        else { continue }
        return rejection(of: section, kind, exchange, missing)
      }
    }
    return nil
  }

  private func rejection(
    of section: DescriptionFacts.Section, _ kind: TrackKind, _ exchange: CallFacts.Exchange,
    _ missing: Int
  ) -> BrokenLink {
    let (offerer, answerer) = (exchange.offerer.index, exchange.answerer.index)
    let offered = section.offerCodecs.joined(separator: ", ")
    let symptom: Symptom = kind == .video ? .blackPicture : .silence
    var evidence = descriptions.sources.filter { [offerer, answerer].contains($0.peer) }
      .compactMap { descriptions.section(kind, in: $0) }
    let said = analysis.peers[answerer].discards.first {
      $0.layer == "sdp" && $0.reason.contains("no common codec")
    }
    if let said {
      evidence.append(Evidence("\(name(answerer)) says: \(said.reason)", at: said.first))
      return BrokenLink(
        .noCommonCodec, symptom, peer: missing, mid: section.mid,
        "\(name(answerer)) rejects the \(kind.rawValue) section, since it has none of the codecs that \(name(offerer)) offers (\(offered)).",
        evidence)
    }
    return BrokenLink(
      .sectionRejected, symptom, peer: missing, mid: section.mid,
      "\(name(answerer)) rejects the \(kind.rawValue) section (offered: \(offered)); why is not reported.",
      evidence)
  }

  func lostExtensions() -> BrokenLink? {
    guard parties.contains(where: { complaints.include(.extensions, $0) }) else { return nil }
    let problems = analysis.agreements.flatMap(\.extmapProblems)
    let finding = descriptions.findings.first {
      $0.id.hasPrefix("extmap-") && $0.severity == .error
    }
    guard let message = finding?.message ?? problems.first else { return nil }
    var link = BrokenLink(
      .extmapLost, .unnoticed, peer: finding.flatMap { sender(of: $0) }, mid: finding?.place.mid,
      message,
      (finding.map { [descriptions.evidence($0)] } ?? []) + problems.map { Evidence($0) })
    link.adopt(finding)
    return link
  }
}
