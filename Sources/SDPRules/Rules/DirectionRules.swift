internal import SDP

/// Which way media flows (RFC 3264 §6.1).
enum DirectionRules {
  static let conflict = Rule(
    "direction-conflict", .error,
    "An answer sends only what the offerer receives, and the reverse.",
    clause: "RFC 3264 §6.1", bad: "offer: a=recvonly; answer: a=sendrecv",
    good: "offer: a=recvonly; answer: a=sendonly",
    fix: "Answer sendonly by recvonly, recvonly by sendonly, inactive by inactive.")
  static let repeated = Rule(
    "direction-repeated", .error, "A section has one direction.", clause: "RFC 8866 §6.7",
    bad: "a=sendonly, a=recvonly in one section", good: "a=sendrecv",
    fix: "Keep one of the lines.")
  static let oneWay = Rule(
    "one-way-media", .info, "The answer takes less than both ways.", clause: "RFC 3264 §6.1",
    bad: "offer: a=sendrecv; answer: a=recvonly", good: "answer: a=sendrecv",
    fix: "Add a track to the side that is silent, if it should be heard or seen.")

  static let all = [conflict, repeated, oneWay]

  static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    judge(view.session, { view.at($0) }, &findings)
    for section in view.usedSections { judge(section.own, { section.at($0) }, &findings) }
  }

  private static func judge(
    _ table: AttributeTable, _ place: (Int) -> Place, _ findings: inout Findings
  ) {
    guard let first = table.directions.first,
      let other = table.directions.dropFirst().first(where: { $0.value != first.value })
    else { return }
    findings.add(
      repeated, place(other.line), value: other.value.rawValue,
      "The direction is \(first.value.rawValue) on line \(first.line) and \(other.value.rawValue) here; peers differ in which they take."
    )
  }

  static func compare(_ pair: SectionPair, _ findings: inout Findings) {
    guard pair.offered.isRTP, pair.answered.isRTP else { return }
    let (asked, given) = (pair.offered.direction, pair.answered.direction)
    let lines = pair.answered.inherited(\.directions)
    let place = pair.answered.at(lines.first?.line ?? pair.answered.line)
    if given.intersection(asked.reversed) != given {
      let claims =
        given.receives && !asked.sends
        ? "it claims to receive what the offerer does not send"
        : "it will send what the offerer does not receive"
      findings.add(
        conflict, place, value: lines.first?.value.rawValue,
        "The section was offered \(asked.rawValue) and is answered \(given.rawValue)\(lines.isEmpty ? " (by default)" : ""): \(claims), and strict peers refuse the answer."
      )
    } else if given != asked.reversed {
      let silent = asked.receives && !given.sends
      let deaf = asked.sends && !given.receives
      let what =
        silent && deaf
        ? "nothing flows" : silent ? "the answerer sends nothing" : "the answerer takes nothing"
      findings.add(
        oneWay, place, value: lines.first?.value.rawValue,
        "\(pair.offered.name.capitalizedFirst) was offered \(asked.rawValue) and is answered \(given.rawValue): \(what)."
      )
    }
  }
}
