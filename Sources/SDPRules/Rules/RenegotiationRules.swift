internal import SDP

/// What may change from one offer and answer to the next, and what may not (RFC 3264 §8, RFC 9429 §5.2.2).
enum RenegotiationRules {
  static let removed = Rule(
    "mline-removed", .error, "Sections are never removed, only switched off.",
    clause: "RFC 3264 §8",
    bad: "first offer: three m= lines; second: two", good: "the section with port 0",
    fix: "Keep the m= line with port 0.",
    explains: [.inExchange("mline-count", "mline-order", "mid-reused", "bundle-not-offered")])
  static let midReused = Rule(
    "mid-reused", .error, "A section in use keeps its mid and its kind in later offers.",
    clause: "RFC 9429 §5.2.2", bad: "first offer: a=mid:1; second, same place: a=mid:7",
    good: "a new section at the end, or in the place of one that was refused",
    fix: "Keep the section, and add a new one for new media.",
    explains: [
      .inSection("payload-type-remapped", "extmap-id-changed", "mid-changed", "mline-kind"),
      .inExchange("mline-order"),
    ])
  static let remapped = Rule(
    "payload-type-remapped", .error, "A number keeps its codec for the life of the session.",
    clause: "RFC 3264 §8.3.2", bad: "first offer: 96 VP8; second: 96 H264", good: "second: 97 H264",
    fix: "Take a number that was not used in the session.")
  static let fingerprint = Rule(
    "fingerprint-changed", .error,
    "Another certificate needs a new DTLS association, and new ICE credentials with it.",
    clause: "RFC 8842 §4", bad: "second offer: same ufrag, another a=fingerprint",
    good: "new ufrag and password with the new fingerprint",
    fix: "Keep the certificate, or restart ICE and DTLS together.")
  static let role = Rule(
    "setup-role-changed", .error, "Roles hold as long as the DTLS association.",
    clause: "RFC 8842 §5.5", bad: "first answer: active; second, same transport: passive",
    good: "the role of the first answer", fix: "Answer with the role in use.")
  static let version = Rule(
    "origin-version", .warning,
    "A changed description has a version one higher; an equal one keeps it.",
    clause: "RFC 3264 §8", bad: "o=- 1 2 … twice, with other content",
    good: "o=- 1 2 …, then o=- 1 3 …",
    fix: "Count the version of o= up with every change.")
  static let session = Rule(
    "origin-session", .warning, "The session id of o= stays.", clause: "RFC 3264 §8",
    bad: "o=- 1 2 …, then o=- 9 3 …", good: "o=- 1 2 …, then o=- 1 3 …",
    fix: "Keep all of o= but the version.")

  static let all = [removed, midReused, remapped, fingerprint, role, version, session]

  static func origin(
    _ before: DescriptionView, _ now: DescriptionView, _ findings: inout Findings
  ) {
    let (a, b) = (before.reading.description.origin, now.reading.description.origin)
    let line = now.reading.lines.first { $0.type == UInt8(ascii: "o") }?.number
    if a.sessionID != b.sessionID {
      findings.add(
        session, now.at(line), value: line.map { now.text($0) },
        "The session id was \(a.sessionID) and is \(b.sessionID); peers that look take it for another session."
      )
      return
    }
    let order = Self.compare(a.sessionVersion, b.sessionVersion)
    let isSame =
      before.reading.description.media == now.reading.description.media
      && before.reading.description.lines == now.reading.description.lines
    if order > 0 || (order == 0 && !isSame) {
      findings.add(
        version, now.at(line), value: line.map { now.text($0) },
        order > 0
          ? "The version went back from \(a.sessionVersion) to \(b.sessionVersion); peers that look take this for an old description."
          : "The description changed and its version is still \(b.sessionVersion); peers that look ignore the change."
      )
    }
  }

  /// Of two decimal numbers of any length: below zero, zero, above zero.
  private static func compare(_ a: String, _ b: String) -> Int {
    let digits = { (text: String) in text.drop { $0 == "0" } }
    let (x, y) = (digits(a), digits(b))
    if x.utf8.count != y.utf8.count { return x.utf8.count < y.utf8.count ? -1 : 1 }
    return x == y ? 0 : x < y ? -1 : 1
  }
}
