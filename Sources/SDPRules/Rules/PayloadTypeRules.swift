internal import SDP
internal import SansIO

/// The numbers of codecs: their range, their meaning, their uniqueness.
enum PayloadTypeRules {
  static let range = Rule(
    "payload-type-range", .error, "A payload type has seven bits, and avoids RTCP's numbers.",
    clause: "RFC 3550 §5.1", bad: "m=video 9 … 128", good: "m=video 9 … 127",
    fix: "Take a free number: 96 to 127, then 35 to 63.",
    explains: [
      .inSection(
        "rtpmap-invalid", "rtpmap-missing", "payload-type-dangling", "attribute-malformed",
        "codec-not-offered", "rtcp-fb-dangling")
    ])
  static let collision = Rule(
    "payload-type-collision", .error, "One number means one codec within a BUNDLE group.",
    clause: "RFC 9143 §9.1.1", bad: "audio: 101 telephone-event/8000; video: 101 AV1/90000",
    good: "audio: 101; video: 102", fix: "Give one of the two another number.",
    behaviours: [
      Behaviour("a browser", .refuses, "sipsorcery-org/sipsorcery issue #1793")
    ])
  static let repeated = Rule(
    "payload-type-repeated", .warning, "An m= line lists each number once.",
    clause: "RFC 8866 §5.14", bad: "m=audio 9 … 111 0 111", good: "m=audio 9 … 111 0",
    fix: "Take out the second.")
  static let mapMissing = Rule(
    "rtpmap-missing", .error, "A number without a fixed meaning has an a=rtpmap.",
    clause: "RFC 8866 §6.6", bad: "m=video 9 … 96 without a=rtpmap:96",
    good: "m=video 9 … 96, a=rtpmap:96 VP8/90000",
    fix: "Write the a=rtpmap, or take the number off the m= line.",
    // A text that was cut short lacks all that came behind.
    explains: [.inSection("codec-mismatch", "payload-type-dangling", "rtpmap-missing")])
  static let mapInvalid = Rule(
    "rtpmap-invalid", .error, "An a=rtpmap is the one the payload format defines.",
    clause: "RFC 8866 §6.6", bad: "a=rtpmap:111 opus/48000/1", good: "a=rtpmap:111 opus/48000/2",
    fix: "Write the encoding name, clock rate and channels as the payload format registers them.",
    explains: [
      .inSection(
        "codec-mismatch", "codec-not-offered", "payload-type-redefined", "rtpmap-missing",
        "dtmf-clock-mismatch", "rtx-clock-mismatch")
    ])
  static let unlisted = Rule(
    "rtpmap-unlisted", .info, "What is described is also on the m= line.", clause: "RFC 8866 §6.6",
    bad: "m=audio 9 … 111, a=rtpmap:0 PCMU/8000", good: "m=audio 9 … 111 0",
    fix: "List the number on the m= line, or take its lines out.")
  static let parametersDangling = Rule(
    "fmtp-dangling", .error, "Parameters are for a payload type of the m= line.",
    clause: "RFC 8866 §6.15", bad: "m=video 9 … 96, a=fmtp:97 apt=96, no a=rtpmap:97",
    good: "m=video 9 … 96 97, a=rtpmap:97 rtx/90000, a=fmtp:97 apt=96",
    fix: "List the number on the m= line with its a=rtpmap, or take the line out.")

  static let all = [
    range, collision, repeated, mapMissing, mapInvalid, unlisted, parametersDangling,
  ]

  static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    for section in view.rtpSections {
      numbers(section, view, &findings)
      maps(section, view, &findings)
    }
    collisions(view, &findings)
  }

  private static func numbers(
    _ section: SectionView, _ view: DescriptionView, _ findings: inout Findings
  ) {
    var seen: Set<String> = []
    let isMuxed = view.hasTransportFlag("rtcp-mux", section)
    for format in section.section.formats {
      guard seen.insert(format).inserted else {
        findings.add(
          repeated, section.place, value: format,
          "The m= line lists \(format) twice; what the order means is left to the peer.")
        continue
      }
      guard let number = Int(format), format.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else {
        findings.add(
          range, section.place, value: format,
          "\"\(format)\" is no payload type; it is a number from 0 to 127.")
        continue
      }
      if number > 127 {
        findings.add(
          range, section.place, value: format,
          "Payload type \(number) does not fit into seven bits: on the wire it would be \(number & 127), and the description is refused."
        )
      } else if (64...95).contains(number), isMuxed {
        findings.add(
          range, section.place, value: format, clause: "RFC 5761 §4",
          "Payload type \(number) looks like RTCP on a shared port; its packets are taken for reports and lost."
        )
      }
    }
  }

  private static func maps(
    _ section: SectionView, _ view: DescriptionView, _ findings: inout Findings
  ) {
    var first: [UInt8: Located<RTPMap>] = [:]
    var unlisted: [Located<RTPMap>] = []
    for map in section.own.rtpMaps {
      let number = map.value.payloadType
      if let before = first[number], !isSame(before.value, map.value) {
        findings.add(
          collision, section.at(map.line), value: view.value(map.line), clause: "RFC 8866 §6.6",
          "Payload type \(number) is \(before.value.encoding)/\(before.value.clockRate) on line \(before.line) and \(map.value.encoding)/\(map.value.clockRate) here."
        )
      } else if first[number] == nil {
        first[number] = map
      }
      if !section.lists(Int(number)) { unlisted.append(map) }
      encoding(map, section, view, &findings)
    }
    if let line = unlisted.first {
      let numbers = unlisted.prefix(8).map { String($0.value.payloadType) }
      findings.add(
        Self.unlisted, section.at(line.line), value: view.value(line.line),
        unlisted.count == 1
          ? "Payload type \(numbers[0]) is described and not on the m= line; it is not offered."
          : "Payload types \(numbers.joined(separator: ", "))\(unlisted.count > 8 ? ", …" : "") are described and not on the m= line; they are not offered."
      )
    }
    for line in section.own.formatParameters where line.value.text.isEmpty {
      findings.add(
        StructureRules.attributeMalformed, section.at(line.line), value: view.value(line.line),
        severity: .error, clause: "RFC 8866 §6.15", fix: "Write parameters, or leave the line out.",
        "a=fmtp names payload type \(line.value.format) and no parameter; some browsers refuse the description."
      )
    }
    let lost = section.own.formatParameters.first {
      guard let number = Int($0.value.format) else { return false }
      return !section.lists(number) && !first.keys.contains { Int($0) == number }
    }
    if let line = lost {
      findings.add(
        parametersDangling, section.at(line.line), value: view.value(line.line),
        "Parameters are written for payload type \(line.value.format), which the section does not have; peers refuse the description, or the line has no effect."
      )
    }
    for other in section.own.others where other.value.name == "rtpmap" {
      findings.add(
        mapInvalid, section.at(other.line), value: view.value(other.line),
        fix: "Write a=rtpmap:<payload type> <encoding>/<clock rate>[/<channels>].",
        "This a=rtpmap cannot be read; the codec is lost, or the description refused.")
    }
    for format in section.section.formats {
      guard let number = Int(format), number <= 127, section.codec(number) == nil else { continue }
      // Assigned by RFC 3551 §6, also where this project has no name for it.
      guard
        !(1...34).contains(number) || [1, 2, 19, 20, 21, 22, 23, 24, 27, 29, 30].contains(number)
      else { continue }
      findings.add(
        mapMissing, section.place, value: format,
        "Payload type \(format) has no a=rtpmap and no fixed meaning; nobody knows what is in its packets."
      )
    }
  }

  private static func isSame(_ a: RTPMap, _ b: RTPMap) -> Bool {
    a.encoding.lowercasedASCII == b.encoding.lowercasedASCII && a.clockRate == b.clockRate
      && (a.channels ?? 1) == (b.channels ?? 1)
  }

  /// What registered payload formats fix: clock rate, and channels where they do.
  private static func encoding(
    _ map: Located<RTPMap>, _ section: SectionView, _ view: DescriptionView,
    _ findings: inout Findings
  ) {
    let value = map.value
    func wrong(_ clause: String, _ message: String, _ fix: String) {
      findings.add(
        mapInvalid, section.at(map.line), value: view.value(map.line), clause: clause, fix: fix,
        message)
    }
    let number = value.payloadType
    switch value.encoding.lowercasedASCII {
    case "opus":
      // RFC 7587 §7: always 48000 and two channels, whatever is sent.
      if value.clockRate != 48000 || value.channels != 2 {
        wrong(
          "RFC 7587 §7",
          "Opus is always written opus/48000/2; \(value.encoding)/\(value.clockRate)\(value.channels.map { "/\($0)" } ?? "") is not recognised, and there is no sound.",
          "Write opus/48000/2 and say mono by stereo=0 in a=fmtp.")
      }
    case "pcmu", "pcma", "g722", "g729", "gsm", "g723":
      if value.clockRate != 8000 {
        wrong(
          "RFC 3551 §6",
          "\(value.encoding) has a clock rate of 8000 by its registration, not \(value.clockRate).",
          "Write \(value.encoding)/8000.")
      }
    case "vp8", "vp9", "h264", "h265", "av1", "h263-1998", "h263-2000", "h261", "h263":
      if value.clockRate != 90000 {
        wrong(
          "RFC 8866 §6.6",
          "\(value.encoding) has a clock rate of 90000, not \(value.clockRate); timestamps would run at the wrong speed.",
          "Write \(value.encoding)/90000.")
      }
    default: break
    }
    if value.clockRate == 0 {
      wrong(
        "RFC 8866 §6.6", "A clock rate of 0 makes timestamps meaningless.",
        "Write the clock rate of the codec.")
    }
    if let assigned = RTPMap.assigned(number), !isSame(assigned, value) {
      wrong(
        "RFC 3551 §6",
        "Payload type \(number) means \(assigned.encoding)/\(assigned.clockRate) everywhere; here it is \(value.encoding)/\(value.clockRate), and some peers do not look.",
        "Take a number from 96 on.")
    }
  }

  /// RFC 9143 §9.1.1: the payload types of a bundle are those of one RTP session.
  private static func collisions(_ view: DescriptionView, _ findings: inout Findings) {
    var seen: [Int: [Int: (codec: CodecEntry, section: SectionView)]] = [:]
    for section in view.rtpSections {
      guard let group = section.group else { continue }
      for codec in section.codecs {
        guard let before = seen[group]?[codec.payloadType] else {
          seen[group, default: [:]][codec.payloadType] = (codec, section)
          continue
        }
        if before.section.index == section.index || codec.matches(before.codec) { continue }
        // One of the two has the wrong number of channels: its a=rtpmap is told.
        if codec.name == before.codec.name, codec.codec.clockRate == before.codec.codec.clockRate,
          codec.codec.channels != before.codec.codec.channels
        {
          continue
        }
        let isParameters = codec.isSameEncoding(as: before.codec)
        // H.264 without a profile on one side only is read leniently by all.
        let what = isParameters ? "\(codec.codec.label) with other parameters" : codec.label
        findings.add(
          collision, section.place, value: String(codec.payloadType),
          "Payload type \(codec.payloadType) is \(before.codec.label) in \(before.section.name) and \(what) in \(section.name), and both share one transport; the description is refused or packets reach the wrong decoder."
        )
      }
    }
  }
}
