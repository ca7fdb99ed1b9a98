internal import SDP

/// Attributes at the level that their specifications give them: a session's head, or a section.
enum LevelRules {
  static let level = Rule(
    "attribute-level", .warning, "An attribute stands at its own level.",
    clause: "RFC 8866 §5.13", bad: "a=rtcp-mux before the first m= line",
    good: "a=rtcp-mux in each section",
    fix: "Move what is of one section into it, and a=group before the first m= line.")

  static let all = [level]

  /// Each name once.
  static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    var told: Set<String> = []
    for (name, line) in sectionLines(view.session) where told.insert(name).inserted {
      findings.add(
        level, view.at(line), value: view.value(line),
        fix: "Write it into each section that it is meant for.",
        "a=\(name) is of a section and stands at the head of the session, where peers do not look for it."
      )
    }
    for section in view.usedSections {
      guard let group = section.own.groups.first else { continue }
      findings.add(
        level, section.at(group.line), value: view.value(group.line), clause: "RFC 5888 §5",
        fix: "Move it before the first m= line.",
        "a=group is of the session and stands in a section, where peers do not look for it; nothing is grouped."
      )
    }
  }

  /// What only a section can have.
  private static func sectionLines(_ table: AttributeTable) -> [(name: String, line: Int)] {
    let flags = table.flags.filter {
      ["rtcp-mux", "rtcp-mux-only", "rtcp-rsize", "bundle-only"].contains($0.value)
    }
    return flags.map { ($0.value, $0.line) } + table.mids.map { ("mid", $0.line) }
      + table.rtpMaps.map { ("rtpmap", $0.line) }
      + table.formatParameters.map { ("fmtp", $0.line) }
      + table.feedback.map { ("rtcp-fb", $0.line) }
      + table.candidates.map { ("candidate", $0.line) } + table.msids.map { ("msid", $0.line) }
      + table.ssrcs.map { ("ssrc", $0.line) } + table.ssrcGroups.map { ("ssrc-group", $0.line) }
      + table.rids.map { ("rid", $0.line) } + table.simulcasts.map { ("simulcast", $0.line) }
      + table.sctpPorts.map { ("sctp-port", $0.line) }
  }
}
