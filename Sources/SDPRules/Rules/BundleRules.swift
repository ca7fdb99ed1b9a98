internal import SDP

/// Sections that share a transport (RFC 9143).
enum BundleRules {
  static let unknownMID = Rule(
    "bundle-unknown-mid", .error, "A BUNDLE group lists only mids that sections have.",
    clause: "RFC 9143 §7.2", bad: "a=group:BUNDLE 0 1 2 with sections 0 and 1",
    good: "a=group:BUNDLE 0 1",
    fix: "Take the mid out of the group, or write the section it means.",
    behaviours: [
      Behaviour(
        "a browser", .refuses, "ionorg/ion-sfu issue #151: cannot process a bundled section")
    ])
  static let duplicate = Rule(
    "bundle-mid-twice", .error, "A mid is in one BUNDLE group, once.", clause: "RFC 9143 §7.1",
    bad: "a=group:BUNDLE 0 1, a=group:BUNDLE 1 2", good: "a=group:BUNDLE 0 1 2",
    fix: "List each mid in one group, once.")
  static let duplicateMID = Rule(
    "mid-duplicate", .error, "Each section has a mid of its own.", clause: "RFC 5888 §4",
    bad: "m=audio …, a=mid:0, m=video …, a=mid:0", good: "a=mid:0 and a=mid:1",
    fix: "Give each section a mid of its own.",
    explains: [
      .inExchange("mline-order", "mid-changed", "bundle-not-offered", "bundle-refused"),
      .inFile("bundle-mid-twice", "bundle-unknown-mid", "bundle-only-unbundled"),
    ])
  static let rejectedListed = Rule(
    "rejected-section-in-bundle", .error, "A section with port 0 is not in a BUNDLE group.",
    clause: "RFC 9143 §7.3.3", bad: "a=group:BUNDLE 0 1, m=audio 0 …, a=mid:0",
    good: "a=group:BUNDLE 1, m=audio 0 …, a=mid:0",
    fix: "Take the mid of the refused section out of the group.",
    behaviours: [
      Behaviour("Safari", .refuses, "pion/webrtc issue #840: section should have been rejected")
    ])
  static let notOffered = Rule(
    "bundle-not-offered", .error, "An answer bundles only what the offer bundled together.",
    clause: "RFC 9143 §7.3", bad: "offer: no group; answer: a=group:BUNDLE 0 1",
    good: "offer and answer: a=group:BUNDLE 0 1",
    fix: "List only mids of one group of the offer.")
  static let bundleOnlyAlone = Rule(
    "bundle-only-unbundled", .error, "What is offered bundle-only is bundled or refused.",
    clause: "RFC 9143 §7.3.2", bad: "offer: a=bundle-only; answer: m=video 9 outside the group",
    good: "answer: the section's mid in a=group:BUNDLE",
    fix: "List the mid in the group, or refuse the section by port 0.",
    explains: [.inExchange("bundle-refused")])
  static let bundleOnlyPort = Rule(
    "bundle-only-port", .warning, "a=bundle-only goes with port 0 in an offer.",
    clause: "RFC 9143 §6", bad: "m=video 9 …, a=bundle-only", good: "m=video 0 …, a=bundle-only",
    fix: "Write port 0, or leave a=bundle-only out.")
  static let tagRejected = Rule(
    "bundle-tag-rejected", .warning,
    "The section that carries the transport of an offered group is refused only with the whole group.",
    clause: "RFC 9143 §7.3.3",
    bad: "offer: BUNDLE 0 1; answer: m= line of mid 0 with port 0, BUNDLE 1",
    good: "offer: BUNDLE 1 0; answer: BUNDLE 1",
    fix: "Let the offer list the section that may be refused later in its group.")
  static let refused = Rule(
    "bundle-refused", .info, "The offer bundles, the answer does not.", clause: "RFC 9143 §7.3",
    bad: "offer: a=group:BUNDLE 0 1; answer: no group", good: "answer: a=group:BUNDLE 0 1",
    fix: "Answer with the group, if the peer can bundle; a bundling browser may need it.")
  static let conflict = Rule(
    "bundle-attribute-conflict", .error,
    "Sections on one transport do not contradict each other about it.",
    clause: "RFC 9143 §7.1.3",
    bad: "mid 0: a=setup:active; mid 1 in the same group: a=setup:passive",
    good: "the same in each bundled section, or in the first alone",
    fix: "Write the attribute alike in every section of the group.")
  static let malformed = Rule(
    "mid-malformed", .error,
    "a=mid is one token, a=group its semantics and mids, a=bundle-only has no value.",
    clause: "RFC 5888 §4", bad: "a=mid:video 1", good: "a=mid:video-1",
    fix: "Write one token.",
    explains: [
      .inFile("bundle-unknown-mid"), .inSection("mid-missing", "bundle-only-unbundled"),
    ])
  static let midLong = Rule(
    "mid-long", .warning, "A mid fits the header extension that carries it.",
    clause: "RFC 8285 §4.2", bad: "a=mid: of 20 characters without a=extmap-allow-mixed",
    good: "a=mid:0",
    fix: "Take a mid of one to three characters.",
    behaviours: [
      Behaviour(
        "Firefox", .refuses, "versatica/mediasoup-client issue #18: more than 16 characters")
    ])

  static let all = [
    unknownMID, duplicate, duplicateMID, midLong, rejectedListed, notOffered, bundleOnlyAlone,
    bundleOnlyPort, tagRejected, refused, left, conflict, malformed,
  ]

  static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    mids(view, &findings)
    groups(view, &findings)
    for section in view.sections where section.isBundleOnly && !section.isUnreadable {
      let line = section.own.flag("bundle-only")?.line
      if section.group == nil, view.role != .answer {
        findings.add(
          bundleOnlyAlone, section.at(line), value: "bundle-only", clause: "RFC 9143 §6",
          fix: "List its mid in a=group:BUNDLE, or leave a=bundle-only out.",
          "\(section.name.capitalizedFirst) may only be used bundled and is in no BUNDLE group; it is as good as refused."
        )
      } else if section.section.port != 0, view.role == .offer, section.exchange == 0,
        section.index != section.taggedIndex
      {
        findings.add(
          bundleOnlyPort, section.place, value: section.section.mediaLine,
          "A bundle-only section is offered with a port; a peer that cannot bundle will send to it."
        )
      }
    }
    conflicts(view, &findings)
  }

  private static func mids(_ view: DescriptionView, _ findings: inout Findings) {
    for section in view.usedSections {
      guard let line = section.own.mids.first,
        !line.value.utf8.allSatisfy(StreamRules.isTokenByte)
      else { continue }
      findings.add(
        malformed, section.at(line.line), value: line.value, severity: .warning,
        "\(line.value) holds characters that a token does not have; strict peers refuse the description."
      )
    }
    for section in view.sections {
      guard let mid = section.mid, let first = view.indexOfMID[mid], first != section.index else {
        continue
      }
      findings.add(
        duplicateMID, section.at(section.own.mids.first?.line), value: mid,
        "Sections \(first) and \(section.index) have the same mid \(mid); packets and candidates cannot be told apart, and the description is refused."
      )
    }
    for section in view.rtpSections where !section.hasFlag("extmap-allow-mixed") {
      guard let mid = section.mid, mid.utf8.count > 16,
        ExtensionRules.entries(section).contains(where: {
          $0.value.uri == HeaderExtensionURI.mid
        })
      else { continue }
      findings.add(
        midLong, section.at(section.own.mids.first?.line), value: mid,
        "The mid has \(mid.utf8.count) characters and a one-byte header extension 16; some peers refuse the description."
      )
    }
    // RFC 9429 §5.2.1: where one section has a name, all have.
    guard view.role != .answer, !view.groups.isEmpty else { return }
    let unknown = view.groups.flatMap(\.mids).first { view.indexOfMID[$0] == nil }
    for section in view.usedSections where section.own.mids.isEmpty && section.isDTLS {
      findings.add(
        PairingRules.midMissing, section.place, severity: unknown == nil ? nil : .error,
        clause: "RFC 9429 §5.2.1", fix: "Write a=mid with a token of its own.",
        unknown.map {
          "\(section.name.capitalizedFirst) has no mid, and the BUNDLE group lists \($0), which no section has; the description is refused."
        }
          ?? "\(section.name.capitalizedFirst) has no mid, so it cannot be in the BUNDLE group; it needs a transport of its own."
      )
    }
  }

  private static func groups(_ view: DescriptionView, _ findings: inout Findings) {
    var listed: [String: Int] = [:]
    for (number, group) in view.groups.enumerated() {
      var unknown: [String] = []
      for mid in group.mids {
        if let before = listed[mid] {
          findings.add(
            duplicate, view.at(group.line), value: mid,
            before == number
              ? "The group lists mid \(mid) twice."
              : "Mid \(mid) is in two BUNDLE groups; a section has one transport.")
          continue
        }
        listed[mid] = number
        guard let index = view.indexOfMID[mid] else {
          unknown.append(mid)
          continue
        }
        let section = view.sections[index]
        if section.section.port == 0, !section.isBundleOnly, !section.isUnreadable {
          findings.add(
            rejectedListed, section.place, value: mid,
            "\(section.name.capitalizedFirst) is refused by port 0 and still in the BUNDLE group; peers refuse the description or expect media there."
          )
        }
      }
      guard let first = unknown.first else { continue }
      findings.add(
        unknownMID, view.at(group.line), value: first,
        unknown.count == 1
          ? "The BUNDLE group lists mid \(first), and no section has it; the description is refused."
          : "The BUNDLE group lists mids \(unknown.prefix(8).joined(separator: ", ")), and no section has them; the description is refused."
      )
    }
  }

  /// Told in answers, and in offers after the first: an initial offer may have a transport for each section.
  private static func conflicts(_ view: DescriptionView, _ findings: inout Findings) {
    let isSettled = view.role == .answer || (view.role == .offer && (view.exchange ?? 0) > 0)
    for section in view.usedSections {
      guard let tag = section.taggedIndex, tag != section.index else { continue }
      let tagged = view.sections[tag]
      @discardableResult func differ<Value: Hashable>(
        _ path: KeyPath<AttributeTable, [Located<Value>]>, _ rule: Rule, _ what: String
      ) -> Bool {
        let (own, other) = (section.own[keyPath: path], tagged.inherited(path))
        guard let line = own.first, !other.isEmpty,
          Set(own.map(\.value)) != Set(other.map(\.value))
        else { return false }
        findings.add(
          rule, section.at(line.line), value: view.value(line.line),
          "\(section.name.capitalizedFirst) shares the transport of \(tagged.name) and has \(what) than it; one of them is wrong, and checks or keys fail."
        )
        return true
      }
      guard isSettled else { continue }
      if !differ(\.ufrags, ICERules.conflict, "another ice-ufrag") {
        differ(\.pwds, ICERules.conflict, "another ice-pwd")
      }
      differ(\.fingerprints, conflict, "other fingerprints")
      differ(\.setups, conflict, "another setup role")
      differ(\.tlsIDs, conflict, "another tls-id")
    }
  }

  static func compare(
    _ offer: DescriptionView, _ answer: DescriptionView, _ findings: inout Findings
  ) {
    var offered: [String: Int] = [:]
    for (number, group) in offer.groups.enumerated() {
      for mid in group.mids where offered[mid] == nil { offered[mid] = number }
    }
    for group in answer.groups {
      let numbers = group.mids.map { offered[$0] }
      let first = numbers.compactMap(\.self).first
      for (mid, number) in zip(group.mids, numbers) where number == nil || number != first {
        // A section too many is told as such.
        guard let index = answer.indexOfMID[mid], index < offer.sections.count else { continue }
        findings.add(
          notOffered, answer.at(group.line), value: mid,
          number == nil
            ? "The answer bundles mid \(mid), which the offer does not bundle; the offerer refuses it or sends elsewhere."
            : "The answer bundles mid \(mid) with sections of another group of the offer.")
        break
      }
    }
    for (before, now) in zip(offer.sections, answer.sections) {
      if before.isBundleOnly, before.group != nil, now.isUsed, now.group == nil,
        now.section.port != 0
      {
        findings.add(
          bundleOnlyAlone, now.place, value: now.section.mediaLine,
          "\(before.name.capitalizedFirst) was offered bundle-only and is answered outside the BUNDLE group; it has no transport."
        )
      }
      if before.taggedIndex == before.index, before.isUsed, now.isRejected,
        offer.sections.contains(where: {
          $0.index != before.index && $0.group == before.group && $0.group != nil
        }),
        answer.sections.contains(where: { $0.isUsed && $0.group != nil }),
        offer.groups[before.group ?? 0].mids.first == before.mid
      {
        findings.add(
          tagRejected, now.place, value: now.section.mediaLine,
          "The answer refuses the section that carries the transport of the offered group; peers differ in which transport the rest then uses."
        )
      }
    }
    if answer.groups.isEmpty, !answer.usedSections.isEmpty,
      offer.sections.contains(where: { $0.group != nil && $0.isUsed })
    {
      findings.add(
        refused, answer.at(nil),
        answer.usedSections.count > 1
          ? "The offer bundles its sections and the answer has no BUNDLE group; each section needs a transport of its own."
          : "The offer has a BUNDLE group and the answer has none; an offerer that insists on bundling (max-bundle) refuses the answer."
      )
    }
  }
}
