internal import SDP

/// Streams, tracks and their sources (RFC 8830, RFC 5576).
enum StreamRules {
  static let msidInvalid = Rule(
    "msid-invalid", .error, "a=msid is a stream's name (or -) and a track's, one space between.",
    clause: "RFC 8830 §2", bad: "a=msid: video", good: "a=msid:- video",
    fix: "Write a hyphen where no stream is meant.",
    behaviours: [
      Behaviour(
        "Chromium", .refuses, "ayufan/camera-streamer issue #195: fails to parse the answer")
    ])
  static let msidConflict = Rule(
    "msid-conflict", .warning, "A section's lines name one track.", clause: "RFC 8830 §3",
    bad: "a=msid:s t1, a=ssrc:1 msid:s t2", good: "a=msid:s t1, a=ssrc:1 msid:s t1",
    fix: "Name the same stream and track in both.")
  static let planB = Rule(
    "plan-b", .error, "One section carries one track.", clause: "RFC 9429 §5.2.1",
    bad: "one m=video with a=ssrc:1 msid:a t1 and a=ssrc:2 msid:b t2",
    good: "an m= section for each track",
    fix: "Write a section for each track (Unified Plan); browsers have dropped Plan B.",
    explains: [.inSection("msid-conflict")],
    behaviours: [
      Behaviour(
        "a browser", .suffers, "jitsi/jitsi-meet issue #3847: joining a room with two senders fails"
      )
    ])
  static let ssrcMalformed = Rule(
    "ssrc-malformed", .error, "a=ssrc is a 32-bit number and an attribute.",
    clause: "RFC 5576 §4.1",
    bad: "a=ssrc:4294967296 cname:x", good: "a=ssrc:4294967295 cname:x",
    fix: "Write a number from 0 to 4294967295 and an attribute.")
  static let ssrcCollision = Rule(
    "ssrc-collision", .error, "An SSRC belongs to one section.", clause: "RFC 9143 §9.1",
    bad: "a=ssrc:1 in two sections of a group", good: "an SSRC of its own in each",
    fix: "Draw another SSRC for one of the two.")
  static let groupUnknown = Rule(
    "ssrc-group-unknown", .warning, "A group names sources that the section has.",
    clause: "RFC 5576 §4.2", bad: "a=ssrc-group:FID 1 2 without a=ssrc:2",
    good: "a=ssrc:1 cname:x, a=ssrc:2 cname:x",
    fix: "Describe each source by a=ssrc, or take it out of the group.")
  static let cnameConflict = Rule(
    "ssrc-cname-conflict", .warning, "A stream and its repair have one cname.",
    clause: "RFC 4588 §5.2", bad: "a=ssrc-group:FID 1 2, a=ssrc:1 cname:x, a=ssrc:2 cname:y",
    good: "a=ssrc:1 cname:x, a=ssrc:2 cname:x", fix: "Write the cname of the stream in both.")
  static let cnameMissing = Rule(
    "ssrc-cname-missing", .info, "Each source has a cname.", clause: "RFC 5576 §6.1",
    bad: "a=ssrc:1 msid:s t", good: "a=ssrc:1 cname:x", fix: "Write a=ssrc:<ssrc> cname:<name>.")

  static let all = [
    msidInvalid, msidConflict, planB, ssrcMalformed, ssrcCollision, groupUnknown, cnameConflict,
    cnameMissing,
  ]

  static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    var owners: [UInt32: SectionView] = [:]
    for section in view.rtpSections {
      msids(section, view, &findings)
      sources(section, view, &findings)
      var told: Set<UInt32> = []
      for line in section.own.ssrcs {
        guard let owner = owners[line.value.ssrc] else {
          owners[line.value.ssrc] = section
          continue
        }
        guard owner.index != section.index, told.insert(line.value.ssrc).inserted else { continue }
        findings.add(
          ssrcCollision, section.at(line.line), value: String(line.value.ssrc),
          severity: view.sharesTransport(owner, section) ? nil : .warning,
          "SSRC \(line.value.ssrc) is in \(owner.name) and in \(section.name); their packets cannot be told apart."
        )
      }
    }
  }

  private static func msids(
    _ section: SectionView, _ view: DescriptionView, _ findings: inout Findings
  ) {
    for other in section.own.others where other.value.name == "msid" {
      let value = view.value(other.line)
      findings.add(
        msidInvalid, section.at(other.line), value: value,
        value.hasPrefix(" ") || value.isEmpty
          ? "The stream's name is empty; browsers refuse the description."
          : "a=msid has \(value.split(separator: " ").count) words where two are allowed; browsers refuse the description."
      )
    }
    for line in section.own.ssrcs where line.value.name == "msid" {
      let text = line.value.argument ?? ""
      if text.hasPrefix(" ") || text.isEmpty {
        findings.add(
          msidInvalid, section.at(line.line), value: text,
          "The stream's name is empty; browsers refuse the description.")
      } else if text.split(separator: " ").count == 1 {
        findings.add(
          msidInvalid, section.at(line.line), value: view.value(line.line), severity: .warning,
          clause: "draft-alvestrand-rtcweb-msid-02",
          fix: "Write a=ssrc:<ssrc> msid:<stream> <track>, or leave the line out.",
          "SSRC \(line.value.ssrc) names a stream and no track; some browsers refuse the description, others make up a name."
        )
      }
    }
    for line in section.own.msids {
      let names = [line.value.stream] + (line.value.track.map { [$0] } ?? [])
      guard
        let wrong = names.first(where: { $0.utf8.count > 64 || !$0.utf8.allSatisfy(isTokenByte) })
      else { continue }
      findings.add(
        msidInvalid, section.at(line.line), value: view.value(line.line), severity: .warning,
        "\"\(wrong.prefix(80))\" is not 1 to 64 characters of a token; strict peers refuse the description."
      )
    }
  }

  /// RFC 8866 §9: token-char.
  static func isTokenByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7f && !"\"(),/:;<=>?@[\\]".utf8.contains(byte)
  }

  /// Stream and track of a line `a=ssrc:<ssrc> msid:…`.
  private static func track(_ line: Located<SourceAttribute>) -> [Substring]? {
    guard line.value.name == "msid", let text = line.value.argument else { return nil }
    return text.split(separator: " ")
  }

  private static func sources(
    _ section: SectionView, _ view: DescriptionView, _ findings: inout Findings
  ) {
    let own = section.own
    // A track may be in several streams: a source's lines are taken together.
    var tracks: [UInt32: Set<[Substring]>] = [:]
    for line in own.ssrcs {
      if let track = track(line) { tracks[line.value.ssrc, default: []].insert(track) }
    }
    let firstLine = own.ssrcs.first { track($0) != nil }
    let first = firstLine.flatMap(track)
    let foreign = own.ssrcs.first { line in
      guard let track = track(line), let firstLine, let known = tracks[firstLine.value.ssrc],
        let own = tracks[line.value.ssrc]
      else { return false }
      return track.last != first?.last || known.isDisjoint(with: own)
    }
    // Two a=msid of different tracks are the same thing in its new spelling.
    let msids = own.msids.filter { $0.value.track != nil }
    if let foreign {
      findings.add(
        planB, section.at(foreign.line), value: view.value(foreign.line),
        "\(section.name.capitalizedFirst) declares more than one track (Plan B); browsers take one, and the others never appear."
      )
    } else if let one = msids.first,
      let two = msids.first(where: { $0.value.track != one.value.track })
    {
      findings.add(
        planB, section.at(two.line), value: view.value(two.line), clause: "RFC 8830 §3",
        "\(section.name.capitalizedFirst) declares more than one track; browsers take one, and the others never appear."
      )
    }
    if foreign == nil, let name = first, name.count > 1, let stream = name.first,
      let last = name.last, let line = firstLine, let msid = msids.first,
      !msids.contains(where: {
        $0.value.stream == stream && $0.value.track.map { $0 == last } ?? false
      })
    {
      findings.add(
        msidConflict, section.at(line.line), value: view.value(line.line),
        "a=msid says \(msid.value.value) and a=ssrc \(stream) \(last); the names of stream and track depend on which line a peer reads."
      )
    }
    groups(section, view, &findings)
    var named: Set<UInt32> = []
    for line in own.ssrcs where line.value.name == "cname" { named.insert(line.value.ssrc) }
    if let line = own.ssrcs.first(where: { !named.contains($0.value.ssrc) }) {
      findings.add(
        cnameMissing, section.at(line.line), value: view.value(line.line),
        "SSRC \(line.value.ssrc) has no cname; sound and picture may not be played in step.")
    }
  }

  private static func groups(
    _ section: SectionView, _ view: DescriptionView, _ findings: inout Findings
  ) {
    let known = Set(section.own.ssrcs.map(\.value.ssrc))
    let cnames = Dictionary(
      section.own.ssrcs.filter { $0.value.name == "cname" }.map {
        ($0.value.ssrc, $0.value.argument)
      }, uniquingKeysWith: { first, _ in first })
    for group in section.own.ssrcGroups {
      if let unknown = group.value.ssrcs.first(where: { !known.contains($0) }) {
        findings.add(
          groupUnknown, section.at(group.line), value: view.value(group.line),
          "The group names SSRC \(unknown), of which the section says nothing; the repair stream is not recognised."
        )
      } else if ["FID", "FEC-FR"].contains(group.value.semantics), group.value.ssrcs.count != 2 {
        findings.add(
          groupUnknown, section.at(group.line), value: view.value(group.line),
          clause: "RFC 4588 §8.8",
          fix: "Name the stream and its repair stream, two SSRCs.",
          "The group has \(group.value.ssrcs.count) sources where a stream and its repair make two."
        )
      } else if ["FID", "FEC-FR"].contains(group.value.semantics),
        Set(group.value.ssrcs.compactMap { cnames[$0] }).count > 1
      {
        findings.add(
          cnameConflict, section.at(group.line), value: view.value(group.line),
          "The stream and its repair have different cnames; the repair stream is not recognised.")
      }
    }
  }

  /// Both sides choose SSRCs of their own (RFC 3550 §8.2).
  static func compare(
    _ offer: DescriptionView, _ answer: DescriptionView, _ findings: inout Findings
  ) {
    let offered = Set(offer.rtpSections.flatMap { $0.own.ssrcs.map(\.value.ssrc) })
    for section in answer.rtpSections {
      guard let line = section.own.ssrcs.first(where: { offered.contains($0.value.ssrc) }) else {
        continue
      }
      findings.add(
        ssrcCollision, section.at(line.line), value: String(line.value.ssrc), severity: .warning,
        clause: "RFC 3550 §8.2", fix: "Draw an SSRC; do not copy the offer's.",
        "SSRC \(line.value.ssrc) is used by both sides; each takes the other's packets for a loop or a collision."
      )
    }
  }
}
