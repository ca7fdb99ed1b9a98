internal import SDP
internal import SansIO

/// What a session has agreed so far, and what the next description does to it.
///
/// Either side may make the next offer; which one did is told by its `o=` line, else by its ICE credentials.
struct History {
  /// One party: what it said last, and what its numbers have meant.
  private struct Side {
    var last: DescriptionView?
    /// By section and payload type.
    var codecs: [Int: [Int: CodecEntry]] = [:]
  }

  private enum DTLSRole { case client, server }

  private var sides = [Side(), Side()]
  private var offerer = 0
  /// Sections that the last exchange left unused: their place may be taken by another.
  private var unused: Set<Int> = []
  /// By section: the extensions that were agreed, by meaning.
  private var extensions: [Int: [String: Int]] = [:]
  /// By section: what the first side is.
  private var roles: [Int: DTLSRole] = [:]
  private var restarted: Set<Int> = []
  /// Sections that the last answer had in a BUNDLE group.
  private var bundled: Set<Int> = []

  mutating func takeOffer(_ offer: DescriptionView, _ findings: inout Findings) {
    offerer = side(of: offer)
    restarted = []
    guard let last = sides[offerer].last ?? sides[1 - offerer].last else {
      remember(offer, offerer)
      return
    }
    sections(last, offer, &findings)
    if let own = sides[offerer].last {
      RenegotiationRules.origin(own, offer, &findings)
      for (before, now) in continued(own, offer) {
        fingerprints(before, own, now, offer, &findings)
        restart(before, own, now, offer, &findings)
      }
    }
    numbers(offer, offerer, &findings)
    remember(offer, offerer)
  }

  mutating func takeAnswer(
    _ answer: DescriptionView, to offer: DescriptionView, _ findings: inout Findings
  ) {
    let answerer = 1 - offerer
    if let own = sides[answerer].last {
      if own.sections.count <= answer.sections.count {
        _ = PairingRules.order(
          own.sections, answer.sections, of: "its last description", free: unused, &findings)
      }
      RenegotiationRules.origin(own, answer, &findings)
      for (before, now) in continued(own, answer) {
        fingerprints(before, own, now, answer, &findings)
        answerRestart(before, own, now, answer, &findings)
      }
    }
    numbers(answer, answerer, &findings)
    BundleRules.left(bundled, offer, answer, &findings)
    settle(offer, answer, &findings)
    remember(answer, answerer)
  }

  private func side(of offer: DescriptionView) -> Int {
    guard let first = sides[0].last else { return 0 }
    guard let second = sides[1].last else { return 0 }
    let session = { (view: DescriptionView) in view.reading.description.origin.sessionID }
    if session(offer) == session(first) { return 0 }
    if session(offer) == session(second) { return 1 }
    let ufrags = { (view: DescriptionView) in
      Set(view.usedSections.flatMap { view.transport(\.ufrags, of: $0).map(\.value) })
    }
    return !ufrags(offer).isDisjoint(with: ufrags(second))
      && ufrags(offer).isDisjoint(with: ufrags(first)) ? 1 : 0
  }

  private mutating func remember(_ view: DescriptionView, _ side: Int) {
    sides[side].last = view
    for section in view.rtpSections {
      for codec in section.codecs {
        sides[side].codecs[section.index, default: [:]][codec.payloadType] = codec
      }
    }
  }

  /// Sections that both have and that were in use all the while.
  private func continued(
    _ before: DescriptionView, _ now: DescriptionView
  ) -> [(SectionView, SectionView)] {
    zip(before.sections, now.sections).filter { a, b in
      a.isUsed && b.isUsed && !unused.contains(a.index)
        && (a.mid == b.mid || a.mid == nil || b.mid == nil)
    }.map { ($0, $1) }
  }

  private func sections(
    _ last: DescriptionView, _ offer: DescriptionView, _ findings: inout Findings
  ) {
    if offer.sections.count < last.sections.count {
      findings.add(
        RenegotiationRules.removed, offer.at(nil),
        "The session has \(counted(last.sections.count, "section")) and this offer \(offer.sections.count); the offer is refused."
      )
    }
    let swapped =
      PairingRules.order(
        last.sections, offer.sections, of: "the session", free: unused, &findings) ?? []
    for (before, now) in zip(last.sections, offer.sections)
    where !unused.contains(now.index) && !swapped.contains(now.index) && !now.isUnreadable {
      if before.section.kind != now.section.kind {
        findings.add(
          RenegotiationRules.midReused, now.place, value: now.section.mediaLine,
          "Section \(now.index) is \(before.section.kind) in the session and \(now.section.kind) in this offer; the offer is refused."
        )
      } else if let a = before.mid, let b = now.mid, a != b {
        findings.add(
          RenegotiationRules.midReused, now.at(now.own.mids.first?.line), value: b,
          "Section \(now.index) is mid \(a) in the session and \(b) in this offer, and it is in use; the offer is refused."
        )
      }
    }
  }

  private func numbers(
    _ view: DescriptionView, _ side: Int, _ findings: inout Findings
  ) {
    for section in view.rtpSections where !unused.contains(section.index) {
      for codec in section.codecs {
        guard let before = sides[side].codecs[section.index]?[codec.payloadType],
          !codec.matches(before), codec.name != "rtx" || before.name != "rtx"
        else { continue }
        findings.add(
          RenegotiationRules.remapped, section.at(codec.mapLine),
          value: codec.mapLine.map { view.value($0) } ?? codec.label,
          "Payload type \(codec.payloadType) was \(before.codec.label) before and is \(codec.codec.label) now\(codec.isSameEncoding(as: before) ? " with other parameters" : ""); packets on their way are decoded as the wrong thing."
        )
      }
      guard let agreed = extensions[section.index] else { continue }
      for entry in ExtensionRules.entries(section) {
        let (id, meaning) = (Int(entry.value.id), ExtensionRules.meaning(entry.value))
        let value = view.value(entry.line)
        if let before = agreed[meaning], before != id, !(4096...4351).contains(id) {
          findings.add(
            ExtensionRules.idChanged, section.at(entry.line), value: value,
            fix: "Keep number \(before).",
            "\(entry.value.uri) was agreed as number \(before) and has \(id) now; numbers hold for the life of the session, and packets are misread or the description refused."
          )
        } else if agreed[meaning] == nil, let other = agreed.first(where: { $0.value == id })?.key {
          findings.add(
            ExtensionRules.idChanged, section.at(entry.line), value: value,
            fix: "Take a number that was not used in the session.",
            "Number \(id) was agreed for \(other) and means \(entry.value.uri) now; packets are misread or the description refused."
          )
        }
      }
    }
  }

  private func credentials(_ view: DescriptionView, _ section: SectionView) -> (
    ufrag: Located<String>, pwd: Located<String>
  )? {
    guard let ufrag = view.transport(\.ufrags, of: section).first,
      let pwd = view.transport(\.pwds, of: section).first
    else { return nil }
    return (ufrag, pwd)
  }

  private func fingerprints(
    _ before: SectionView, _ last: DescriptionView, _ now: SectionView, _ view: DescriptionView,
    _ findings: inout Findings
  ) {
    let (a, b) = (
      last.transport(\.fingerprints, of: before), view.transport(\.fingerprints, of: now)
    )
    guard let first = b.first, !a.isEmpty, Set(a.map(\.value)).isDisjoint(with: b.map(\.value)),
      let old = credentials(last, before), let new = credentials(view, now),
      old.ufrag.value == new.ufrag.value
    else { return }
    findings.add(
      RenegotiationRules.fingerprint, now.at(first.line),
      value: view.value(first.line),
      "The fingerprint changed and the ICE credentials did not; the running DTLS association has another certificate, and the description is refused or media ends."
    )
  }

  /// RFC 8839 §4.4.1.1.1: a restart changes both.
  private mutating func restart(
    _ before: SectionView, _ last: DescriptionView, _ now: SectionView, _ view: DescriptionView,
    _ findings: inout Findings
  ) {
    guard let old = credentials(last, before), let new = credentials(view, now) else { return }
    let (ufrag, pwd) = (old.ufrag.value != new.ufrag.value, old.pwd.value != new.pwd.value)
    if ufrag || pwd { restarted.insert(now.index) }
    if ufrag != pwd { half(new, isUfragNew: ufrag, now, &findings) }
  }

  private func half(
    _ new: (ufrag: Located<String>, pwd: Located<String>), isUfragNew: Bool, _ now: SectionView,
    _ findings: inout Findings
  ) {
    let kept = isUfragNew ? new.pwd : new.ufrag
    findings.add(
      ICERules.restart, now.at(kept.line), value: kept.value,
      clause: "RFC 8839 §4.4.1.1.1",
      "Of the ICE credentials only the \(isUfragNew ? "ufrag" : "password") changed; a restart changes both, and peers differ in what they make of this."
    )
  }

  private func answerRestart(
    _ before: SectionView, _ last: DescriptionView, _ now: SectionView, _ view: DescriptionView,
    _ findings: inout Findings
  ) {
    guard let old = credentials(last, before), let new = credentials(view, now) else { return }
    let (ufrag, pwd) = (old.ufrag.value != new.ufrag.value, old.pwd.value != new.pwd.value)
    if restarted.contains(now.index) {
      if !ufrag, !pwd {
        findings.add(
          ICERules.restart, now.at(new.ufrag.line), value: new.ufrag.value,
          "The offer restarts ICE and the answer keeps its ufrag \(new.ufrag.value) and its password; checks of the old and the new session mix, and the restart fails."
        )
      } else if ufrag != pwd {
        half(new, isUfragNew: ufrag, now, &findings)
      }
    } else if ufrag || pwd {
      findings.add(
        ICERules.restartNotOffered, now.at(new.ufrag.line), value: new.ufrag.value,
        "The answer has new ICE credentials and the offer did not restart ICE; checks fail from here on."
      )
    }
  }

  /// What this exchange leaves behind for the next.
  private mutating func settle(
    _ offer: DescriptionView, _ answer: DescriptionView, _ findings: inout Findings
  ) {
    for (offered, answered) in zip(offer.sections, answer.sections) {
      let index = offered.index
      guard offered.isUsed, answered.isUsed else {
        unused.insert(index)
        extensions[index] = nil
        roles[index] = nil
        sides[0].codecs[index] = nil
        sides[1].codecs[index] = nil
        continue
      }
      unused.remove(index)
      if answered.group != nil { bundled.insert(index) } else { bundled.remove(index) }
      for entry in ExtensionRules.entries(answered) {
        extensions[index, default: [:]][ExtensionRules.meaning(entry.value)] = Int(entry.value.id)
      }
      role(offer, offered, answer, answered, &findings)
    }
  }

  private mutating func role(
    _ offer: DescriptionView, _ offered: SectionView, _ answer: DescriptionView,
    _ answered: SectionView, _ findings: inout Findings
  ) {
    guard let setup = answer.transport(\.setups, of: answered).first else { return }
    let isAnswererClient: Bool
    switch setup.value {
    case .active: isAnswererClient = true
    case .passive: isAnswererClient = false
    case .actpass, .holdconn: return
    }
    let isFirstClient = (offerer == 0) != isAnswererClient
    let role: DTLSRole = isFirstClient ? .client : .server
    let before = roles.updateValue(role, forKey: offered.index)
    guard let before, before != role, !restarted.contains(offered.index) else { return }
    findings.add(
      RenegotiationRules.role, answered.at(setup.line),
      value: setup.value.rawValue,
      "The DTLS roles are turned around while the association goes on; one side waits for a handshake that never comes, or refuses the answer."
    )
  }
}
