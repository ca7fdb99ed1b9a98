internal import SDP

/// Who begins the DTLS handshake (RFC 4145, RFC 8842).
enum SetupRules {
  static let conflict = Rule(
    "setup-conflict", .error, "One side is active and the other passive.", clause: "RFC 4145 §4.1",
    bad: "offer: a=setup:active; answer: a=setup:active", good: "offer: actpass; answer: active",
    fix: "Answer active by passive, passive by active, and actpass by active.",
    behaviours: [])
  static let offerNotActpass = Rule(
    "setup-offer-not-actpass", .warning, "An offer leaves the choice: actpass.",
    clause: "RFC 8842 §5.2", bad: "offer: a=setup:active", good: "offer: a=setup:actpass",
    fix: "Offer a=setup:actpass.")
  static let invalid = Rule(
    "setup-invalid", .error,
    "A role is actpass, active or passive; an answer chooses one of the last two.",
    clause: "RFC 8842 §5.3", bad: "answer: a=setup:actpass", good: "answer: a=setup:active",
    fix: "Write active or passive.", explains: [.inSection("setup-missing")])
  static let missing = Rule(
    "setup-missing", .error, "A section with DTLS says its role.", clause: "RFC 8842 §5.3",
    bad: "a=fingerprint without a=setup", good: "a=fingerprint:…, a=setup:active",
    fix: "Write a=setup: actpass in an offer, active or passive in an answer.")

  static let all = [conflict, offerNotActpass, invalid, missing]

  static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    malformed(view.session, view, { view.at($0) }, &findings)
    for section in view.usedSections {
      malformed(section.own, view, { section.at($0) }, &findings)
      let setups = view.transport(\.setups, of: section)
      guard let setup = setups.first else {
        if section.isDTLS, !view.isCarried(section) {
          let assumed = view.role == .answer ? "passive" : "active"
          findings.add(
            missing, section.place, severity: view.role == .answer ? .warning : nil,
            clause: view.role == .answer ? nil : "RFC 8842 §5.2",
            "\(section.name.capitalizedFirst) does not say who begins the DTLS handshake; RFC 4145 makes it \(assumed), and not all peers do."
          )
        }
        continue
      }
      let place = section.at(setup.line)
      switch setup.value {
      case .holdconn:
        findings.add(
          invalid, place, value: setup.value.rawValue, clause: "RFC 8842 §5.1",
          "holdconn is not used with DTLS; no handshake begins.")
      case .actpass where view.role == .answer:
        findings.add(
          invalid, place, value: setup.value.rawValue,
          "The answer leaves open who begins the DTLS handshake; both wait, or the answer is refused."
        )
      case .active, .passive:
        guard view.role == .offer, (view.exchange ?? 0) == 0 else { break }
        findings.add(
          offerNotActpass, place, value: setup.value.rawValue,
          "The offer insists on \(setup.value.rawValue); an answerer that always takes that role itself never shakes hands."
        )
      case .actpass: break
      }
    }
  }

  private static func malformed(
    _ table: AttributeTable, _ view: DescriptionView, _ place: (Int) -> Place,
    _ findings: inout Findings
  ) {
    for other in table.others where other.value.name == "setup" {
      findings.add(
        invalid, place(other.line), value: view.value(other.line), clause: "RFC 4145 §4",
        fix: "Write actpass, active or passive.",
        "This is no role; peers refuse the description or guess who begins the DTLS handshake.")
    }
  }

  static func compare(_ pair: SectionPair, _ findings: inout Findings) {
    guard let asked = pair.offer.transport(\.setups, of: pair.offered).first,
      let given = pair.answer.transport(\.setups, of: pair.answered).first
    else { return }
    let isClash =
      (asked.value == .active && given.value == .active)
      || (asked.value == .passive && given.value == .passive)
    guard isClash else { return }
    let other = asked.value == .active ? "passive" : "active"
    findings.add(
      conflict, pair.answered.at(given.line), value: given.value.rawValue,
      fix: "Answer a=setup:\(other), and offer a=setup:actpass.",
      asked.value == .active
        ? "Both sides will begin the DTLS handshake; it never ends, and there are no keys."
        : "Both sides wait for the other to begin the DTLS handshake; there are never keys.")
  }
}
