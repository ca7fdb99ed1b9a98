internal import SDP
internal import SansIO

/// Which section of the answer belongs to which of the offer (RFC 3264 §6, RFC 9429 §5.3.1).
enum PairingRules {
  static let order = Rule(
    "mline-order", .error,
    "Sections keep their order: the i-th of the answer answers the i-th of the offer.",
    clause: "RFC 3264 §6", bad: "offer: m=audio, m=video; answer: m=video, m=audio",
    good: "offer: m=audio, m=video; answer: m=audio, m=video",
    fix: "Write the sections in the order of the offer, for the life of the session.",
    explains: [
      .inExchange(
        "codec-mismatch", "mid-changed", "transport-mismatch", "codec-parameter-mismatch",
        "extmap-id-changed", "extmap-not-offered", "mline-kind", "direction-conflict"),
      // An answer follows its offer.
      .inAnswer("mline-order"),
    ],
    behaviours: [
      Behaviour("a browser", .refuses, "k-the-hidden-hero/bticino_intercom issue #47: m-line order")
    ])
  static let count = Rule(
    "mline-count", .error, "An answer has as many sections as its offer.", clause: "RFC 3264 §6",
    bad: "offer: two m= lines; answer: one", good: "refuse a section with port 0, keep its m= line",
    fix: "Answer every section; refuse one by port 0.",
    explains: [.inExchange("bundle-unknown-mid", "mline-order")])
  static let kind = Rule(
    "mline-kind", .error, "A section keeps its media type.", clause: "RFC 3264 §6",
    bad: "offer: m=audio; answer: m=video", good: "offer: m=audio; answer: m=audio",
    fix: "Answer the section with its own media type, or refuse it by port 0.",
    explains: [.inSection("mid-changed", "codec-mismatch", "transport-mismatch")])
  static let midChanged = Rule(
    "mid-changed", .error, "A section keeps its mid.", clause: "RFC 9143 §7.3",
    bad: "offer: a=mid:0; answer: a=mid:audio", good: "offer: a=mid:0; answer: a=mid:0",
    fix: "Copy the mid of the offer's section.",
    explains: [.inExchange("bundle-not-offered"), .inFile("bundle-unknown-mid")])
  static let midMissing = Rule(
    "mid-missing", .warning, "A section that was offered with a mid is answered with it.",
    clause: "RFC 5888 §9.1", bad: "offer: a=mid:0; answer: none", good: "answer: a=mid:0",
    fix: "Copy the mid of the offer's section.",
    explains: [
      .inFile("bundle-unknown-mid"), .inSection("bundle-only-unbundled"),
      .inExchange("bundle-refused"),
    ])
  static let revived = Rule(
    "section-revived", .error, "A section offered with port 0 stays refused.",
    clause: "RFC 3264 §6", bad: "offer: m=video 0 …; answer: m=video 9 …",
    good: "offer: m=video 0 …; answer: m=video 0 …",
    fix: "Answer it with port 0; ask for media by an offer of your own.")
  static let rejected = Rule(
    "section-rejected", .info, "The answer refuses this section.", clause: "RFC 3264 §6",
    bad: "offer: m=video 9 … 96; answer: m=video 0 … 96",
    good: "answer: m=video 9 … 96",
    fix:
      "Offer a codec that the answerer has, or add the media on its side, if the section is wanted."
  )

  static let all = [order, count, kind, midChanged, midMissing, revived, rejected]

  /// The sections that do belong together; whatever stands in the wrong place is told once and not compared.
  static func pair(
    _ offer: DescriptionView, _ answer: DescriptionView, _ findings: inout Findings
  ) -> [SectionPair] {
    if offer.sections.count != answer.sections.count { count(offer, answer, &findings) }
    let swapped = order(
      offer.sections, answer.sections, of: "the offer", &findings)
    var pairs: [SectionPair] = []
    for (offered, answered) in zip(offer.sections, answer.sections) {
      if let swapped, swapped.contains(offered.index) { continue }
      if offered.isUnreadable || answered.isUnreadable { continue }
      guard offered.section.kind == answered.section.kind else {
        findings.add(
          kind, answered.place, value: answered.section.mediaLine,
          "Section \(offered.index) is \(offered.section.kind) in the offer and \(answered.section.kind) in the answer; the answer is refused."
        )
        continue
      }
      mids(offered, answered, answer, &findings)
      if offered.section.port == 0, !offered.isBundleOnly, answered.section.port != 0 {
        findings.add(
          revived, answered.place, value: answered.section.mediaLine,
          "The offer has this section switched off (port 0) and the answer switches it on; only an offer can."
        )
      } else if answered.isRejected, offered.isUsed {
        refused(offered, answered, &findings)
      }
      pairs.append(SectionPair(offer: offer, answer: answer, offered: offered, answered: answered))
    }
    return pairs
  }

  /// The first section that stands where another belongs is told; returns the places that are not to be compared.
  ///
  /// Places that are `free` may be taken by another section.
  static func order(
    _ before: [SectionView], _ now: [SectionView], of earlier: String, free: Set<Int> = [],
    _ findings: inout Findings
  ) -> Set<Int>? {
    let common = (0..<min(before.count, now.count)).filter { !free.contains($0) }
    let (places, newPlaces) = (placesOfMIDs(before), placesOfMIDs(now))
    var wrong = Set(
      common.filter { index in
        // The name of another section stands here, or this section's name stands elsewhere.
        let old = now[index].mid.flatMap { places[$0] } ?? index
        let new = before[index].mid.flatMap { newPlaces[$0] } ?? index
        return (old != index && !free.contains(old)) || new != index
      })
    let kinds = [before, now].map { sections in common.map { sections[$0].section.kind.text } }
    if kinds[0].sorted() == kinds[1].sorted() {
      for (index, pair) in zip(common, zip(kinds[0], kinds[1])) where pair.0 != pair.1 {
        wrong.insert(index)
      }
    }
    guard let first = wrong.min() else { return nil }
    let section = now[first]
    findings.add(
      order, section.place, value: section.section.mediaLine,
      "Section \(section.index) is \(before[first].name.withoutIndex) in \(earlier) and \(section.name.withoutIndex) here: the sections stand in another order, and the description is refused."
    )
    return wrong
  }

  /// The first section of each name.
  private static func placesOfMIDs(_ sections: [SectionView]) -> [String: Int] {
    Dictionary(
      sections.compactMap { section in section.mid.map { ($0, section.index) } },
      uniquingKeysWith: { first, _ in first })
  }

  private static func count(
    _ offer: DescriptionView, _ answer: DescriptionView, _ findings: inout Findings
  ) {
    let (offered, answered) = (offer.sections.count, answer.sections.count)
    let extra = answered > offered ? answer.sections[offered] : nil
    findings.add(
      count, extra?.place ?? answer.at(nil), value: extra?.section.mediaLine,
      "The offer has \(counted(offered, "section")) and the answer \(answered); the answer is refused."
    )
  }

  private static func mids(
    _ offered: SectionView, _ answered: SectionView, _ answer: DescriptionView,
    _ findings: inout Findings
  ) {
    guard let mid = offered.mid else { return }
    guard let given = answered.mid else {
      let isBundled = !answer.groups.isEmpty || answer.sections.contains { $0.mid != nil }
      if answered.isUsed {
        findings.add(
          midMissing, answered.place, severity: isBundled ? .error : .warning,
          "The section was offered as mid \(mid) and is answered without a mid; it cannot be bundled or told from others by name."
        )
      }
      return
    }
    if given != mid {
      findings.add(
        midChanged, answered.at(answered.own.mids.first?.line), value: given,
        "The section was offered as mid \(mid) and is answered as \(given); the answer is refused.")
    }
  }

  private static func refused(
    _ offered: SectionView, _ answered: SectionView, _ findings: inout Findings
  ) {
    let names = offered.primaryCodecs.map(\.codec.name)
    var seen: [String] = []
    for name in names where !seen.contains(name) { seen.append(name) }
    let codecs = seen.isEmpty ? "" : " (offered: \(seen.joined(separator: ", ")))"
    findings.add(
      rejected, answered.place, value: answered.section.mediaLine,
      "The answer refuses \(offered.name)\(codecs); nothing flows in it.")
  }
}

extension String {
  /// "section 1 (video, mid 1)" without its number.
  var withoutIndex: String {
    guard let open = firstIndex(of: "("), hasSuffix(")") else { return self }
    return String(self[index(after: open)...].dropLast())
  }
}
