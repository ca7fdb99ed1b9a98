internal import SDP
internal import SansIO

/// ICE credentials, options and modes (RFC 8839).
enum ICERules {
  static let missing = Rule(
    "ice-credentials-missing", .error,
    "A section has a ufrag and a password, or its session or bundle has.",
    clause: "RFC 8839 §5.4", bad: "a=ice-ufrag without a=ice-pwd",
    good: "a=ice-ufrag:…, a=ice-pwd:…",
    fix: "Write a=ice-ufrag and a=ice-pwd; switch ICE on in the peer.",
    explains: [.inSection("candidate-old-generation")],
    behaviours: [])
  static let length = Rule(
    "ice-credentials-length", .error,
    "A ufrag has 4 to 256 characters, at most 32 where it is sent; a password 22 to 256.",
    clause: "RFC 8839 §5.4", bad: "a=ice-pwd with 21 characters", good: "a=ice-pwd with 22 or more",
    fix: "Make the ufrag at least 4 and the password at least 22 characters long.")
  static let characters = Rule(
    "ice-credentials-characters", .error, "Credentials are letters, digits, + and /.",
    clause: "RFC 8839 §5.4", bad: "a=ice-ufrag:ab-c", good: "a=ice-ufrag:ab+c",
    fix: "Draw the credentials from letters, digits, + and /.")
  static let malformed = Rule(
    "ice-credentials-malformed", .error, "A ufrag and a password are one word each.",
    clause: "RFC 8839 §5.4", bad: "a=ice-ufrag:ab cd", good: "a=ice-ufrag:abcd",
    fix: "Write one word.", explains: [.inFile("ice-credentials-missing")])
  static let conflict = Rule(
    "ice-credentials-conflict", .error, "Sections on one transport have one pair of credentials.",
    clause: "RFC 9143 §7.1.3", bad: "mid 0: a=ice-ufrag:AAAA; mid 1 in its group: a=ice-ufrag:BBBB",
    good: "the same in each bundled section, or in the first alone",
    fix: "Write the credentials alike in every section of the group.",
    behaviours: [
      Behaviour("pion", .refuses, "pion/webrtc issue #1659: two different ufrags")
    ])
  static let restart = Rule(
    "ice-restart-incomplete", .error,
    "An ICE restart changes the ufrag and the password of both sides.",
    clause: "RFC 8445 §9", bad: "second offer: new credentials; second answer: the old ones",
    good: "new credentials in both",
    fix: "Draw a new ufrag and a new password for the restart.",
    // Who sees half a restart may see none.
    explains: [.inExchange("ice-restart-not-offered"), .inAnswer("ice-restart-incomplete")])
  static let restartNotOffered = Rule(
    "ice-restart-not-offered", .error, "Only an offer restarts ICE.", clause: "RFC 8839 §4.4.3.1.1",
    bad: "second offer: same credentials; second answer: new ones",
    good: "the answer keeps its own",
    fix: "Keep the credentials of the last answer, or restart by an offer.")
  static let bothLite = Rule(
    "ice-lite-both", .warning, "Two lite agents send no checks.", clause: "RFC 8445 §6.1.1",
    bad: "a=ice-lite in offer and answer", good: "a=ice-lite in one of them",
    fix: "Make one side a full agent.")
  static let liteLevel = Rule(
    "ice-lite-level", .warning, "a=ice-lite stands at session level.", clause: "RFC 8839 §5.3",
    bad: "m=audio …, a=ice-lite", good: "a=ice-lite before the first m= line",
    fix: "Move it before the first m= line.")

  static let all = [
    missing, length, characters, malformed, conflict, restart, restartNotOffered, bothLite,
    liteLevel,
  ]

  static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    judge(view.session, { view.at($0) }, &findings)
    for section in view.usedSections {
      judge(section.own, { section.at($0) }, &findings)
      if let lite = section.own.flag("ice-lite") {
        findings.add(
          liteLevel, section.at(lite.line), value: "ice-lite",
          "a=ice-lite stands in a section, where peers do not look for it; they take this side for a full agent."
        )
      }
      // An answer is judged beside its offer.
      if view.role != .answer, section.isDTLS { missing(section, view, clause: nil, &findings) }
    }
  }

  private static func missing(
    _ section: SectionView, _ view: DescriptionView, clause: String?, _ findings: inout Findings
  ) {
    let hasUfrag = !view.transport(\.ufrags, of: section).isEmpty
    let hasPwd = !view.transport(\.pwds, of: section).isEmpty
    if (hasUfrag && hasPwd) || view.isCarried(section) { return }
    let what =
      !hasUfrag && !hasPwd
      ? "neither a=ice-ufrag nor a=ice-pwd" : hasUfrag ? "no a=ice-pwd" : "no a=ice-ufrag"
    findings.add(
      missing, section.place, value: hasUfrag ? "ice-pwd" : hasPwd ? "ice-ufrag" : nil,
      "\(section.name.capitalizedFirst) has \(what), nor has the session; no check can be answered, and the description is refused."
    )
  }

  /// RFC 8839 §5.4: ice-char, and how many.
  private static func judge(
    _ table: AttributeTable, _ place: (Int) -> Place, _ findings: inout Findings
  ) {
    func judge(_ name: String, _ lines: [Located<String>], _ least: Int) {
      for line in lines {
        let count = line.value.utf8.count
        if count < least || count > 256 {
          findings.add(
            length, place(line.line), value: name,
            "a=\(name) has \(counted(count, "character")); \(count < least ? "\(least) is the least" : "256 is the most"), and the description is refused."
          )
        } else if name == "ice-ufrag", count > 32 {
          findings.add(
            length, place(line.line), value: name, severity: .warning,
            fix: "Draw a ufrag of 4 to 32 characters.",
            "a=ice-ufrag has \(count) characters; a sender writes at most 32, and peers with small buffers cut it."
          )
        }
        if let wrong = line.value.unicodeScalars.first(where: { !isICECharacter($0) }) {
          findings.add(
            characters, place(line.line), value: name,
            "a=\(name) holds \"\(wrong)\", which is none of letters, digits, + and /; strict peers refuse the description."
          )
        }
      }
    }
    judge("ice-ufrag", table.ufrags, 4)
    judge("ice-pwd", table.pwds, 22)
  }

  private static func isICECharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "+", "/": true
    default: false
    }
  }

  static func compare(_ pair: SectionPair, _ findings: inout Findings) {
    let isOffered = pair.offered.isDTLS || !pair.offer.transport(\.ufrags, of: pair.offered).isEmpty
    if isOffered { missing(pair.answered, pair.answer, clause: nil, &findings) }
  }

  static func compare(
    _ offer: DescriptionView, _ answer: DescriptionView, _ findings: inout Findings
  ) {
    guard let line = liteLine(answer), liteLine(offer) != nil else { return }
    findings.add(
      bothLite, answer.at(line), value: "ice-lite",
      "Both sides are lite agents, and lite agents send no checks; most stacks wait for ever.")
  }

  static func liteLine(_ view: DescriptionView) -> Int? {
    view.session.flag("ice-lite")?.line
      ?? view.sections.compactMap { $0.own.flag("ice-lite")?.line }.first
  }
}
