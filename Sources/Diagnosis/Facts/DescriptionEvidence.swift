internal import Metrics
internal import SDPRules
internal import Trace

/// What the rules of descriptions say of those of a run, and how they are called in its report.
struct DescriptionEvidence {
  /// One description: "alice's offer", "alice's offer 2" once it is renewed.
  struct Source {
    var title: String
    var kind: Description.Kind
    var peer: Int
    var sdp: String
  }

  private(set) var sources: [Source] = []
  /// `place.file` counts in `sources`; the worst first, causes only.
  private(set) var findings: [Finding] = []

  init(_ analysis: Analysis) {
    let names = analysis.header.peers
    var histories: [(pair: Set<Int>, sources: [Source])] = []
    for (exchange, titles) in zip(analysis.call.exchanges, analysis.call.titles(names)) {
      let (offerer, answerer) = (exchange.offerer.index, exchange.answerer.index)
      let pair: Set = [offerer, answerer]
      let added = [
        Source(title: titles.offer, kind: .offer, peer: offerer, sdp: exchange.offer.sdp),
        Source(title: titles.answer, kind: .answer, peer: answerer, sdp: exchange.answer.sdp),
      ]
      if let index = histories.firstIndex(where: { $0.pair == pair }) {
        histories[index].sources += added
      } else {
        histories.append((pair, added))
      }
    }
    if histories.isEmpty {
      let made = Self.unanswered(analysis, names)
      if !made.isEmpty { histories.append(([], made)) }
    }
    for history in histories {
      let start = sources.count
      sources += history.sources
      let check = SDPCheck.check(history.sources.map { Array($0.sdp.utf8) })
      findings += check.findings.map { $0.moved(by: start) }
    }
  }

  /// The descriptions of a call that has no answer, or none that took effect.
  private static func unanswered(_ analysis: Analysis, _ names: [String]) -> [Source] {
    var sources: [Source] = []
    let wanted: [(Description.Kind, Description?, PeerID?)] = [
      (.offer, analysis.call.offer, analysis.call.caller),
      (.answer, analysis.call.answer, analysis.call.callee),
    ]
    for (kind, description, peer) in wanted {
      guard let description, let peer, names.indices.contains(peer.index) else { continue }
      sources.append(
        Source(
          title: "\(names[peer.index])'s \(kind.rawValue)", kind: kind, peer: peer.index,
          sdp: description.sdp))
    }
    return sources
  }

  /// The line at fault, since the message is in the sentence of the diagnosis.
  func evidence(_ finding: Finding) -> Evidence {
    let isKnown = sources.indices.contains(finding.place.file)
    let words = finding.value.map { "\($0) (\(finding.id))" } ?? finding.message
    return Evidence(
      words, file: isKnown ? sources[finding.place.file].title : nil, line: finding.place.line)
  }

  /// Errors whose id begins so.
  func errors(_ prefixes: String...) -> [Finding] {
    findings.filter { finding in
      finding.severity == .error && prefixes.contains { finding.id.hasPrefix($0) }
    }
  }

  /// The `m=` line of the first section of a kind, with the codecs that are named under it.
  func section(_ kind: TrackKind, in source: Source) -> Evidence? {
    // Line ends in both forms; a CR LF is one character.
    let lines = source.sdp.split(omittingEmptySubsequences: false) { $0.isNewline }
    guard let index = lines.firstIndex(where: { $0.hasPrefix("m=\(kind.rawValue) ") }) else {
      return nil
    }
    let codecs = lines[(index + 1)...].prefix { !$0.hasPrefix("m=") }.compactMap { line in
      line.hasPrefix("a=rtpmap:")
        ? line.split(separator: " ").dropFirst().first.map { String($0) } : nil
    }
    let names = codecs.isEmpty ? "" : " (\(codecs.prefix(8).joined(separator: ", ")))"
    return Evidence("\(lines[index])\(names)", file: source.title, line: index + 1)
  }
}
