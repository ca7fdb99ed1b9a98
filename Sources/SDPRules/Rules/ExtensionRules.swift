internal import SDP
internal import SansIO

/// RTP header extensions and their numbers (RFC 8285).
enum ExtensionRules {
  static let idChanged = Rule(
    "extmap-id-changed", .error,
    "An extension keeps its number, in the answer and for the life of the session.",
    clause: "RFC 8285 §7",
    bad: "offer: a=extmap:7 …transport-wide-cc; answer: a=extmap:4 …transport-wide-cc",
    good: "a=extmap:7 in both", fix: "Copy the number of the offer.",
    explains: [.inSection("extmap-id-reused", "extmap-not-offered", "extmap-direction")],
    behaviours: [
      Behaviour("Firefox", .refuses, "pion/example-webrtc-applications issue #200")
    ])
  static let direction = Rule(
    "extmap-direction", .error, "An extension is answered in a direction that the offer allows.",
    clause: "RFC 8285 §7", bad: "offer: a=extmap:1/sendonly …; answer: a=extmap:1 …",
    good: "answer: a=extmap:1/recvonly …",
    fix: "Answer sendonly by recvonly, recvonly by sendonly, or leave the extension out.",
    behaviours: [
      Behaviour("Firefox", .refuses, "versatica/mediasoup issue #100: ICE restart fails")
    ])
  static let notOffered = Rule(
    "extmap-not-offered", .error, "An answer has no extension that the offer does not have.",
    clause: "RFC 8285 §7", bad: "offer: none; answer: a=extmap:5 urn:…", good: "a=extmap:5 in both",
    fix: "Leave it out of the answer.")
  static let reused = Rule(
    "extmap-id-reused", .error, "One number means one extension within a BUNDLE group.",
    clause: "RFC 9143 §12",
    bad: "audio: a=extmap:2 …audio-level; video: a=extmap:2 …abs-send-time",
    good: "audio: a=extmap:2; video: a=extmap:3", fix: "Give one of the two another number.",
    explains: [.inAnswer("extmap-id-changed")],
    behaviours: [
      Behaviour("aiortc 1.4.0", .suffers, "own run: its own call closes on the first packet")
    ])
  static let uriRepeated = Rule(
    "extmap-uri-repeated", .warning, "An extension is named once in a section.",
    clause: "RFC 8285 §5", bad: "a=extmap:2 urn:x, a=extmap:3 urn:x", good: "a=extmap:2 urn:x",
    fix: "Keep one of the lines.")
  static let idInvalid = Rule(
    "extmap-id-invalid", .error, "A number is 1 to 255; an offer may ask for one by 4096 to 4351.",
    clause: "RFC 8285 §5", bad: "a=extmap:0 urn:x", good: "a=extmap:1 urn:x",
    fix: "Take a number from 1 to 14.", explains: [.inSection("extmap-id-changed")])
  static let malformed = Rule(
    "extmap-malformed", .error, "An a=extmap is <id>[/<direction>] <URI> [<attributes>].",
    clause: "RFC 8285 §8", bad: "a=extmap:3/both urn:x", good: "a=extmap:3/sendrecv urn:x",
    fix: "Write a=extmap:<id>[/<direction>] <URI>.",
    explains: [.inSection("extmap-not-offered")])
  static let reserved = Rule(
    "extmap-id-reserved", .warning, "Number 15 ends a one-byte header and is no extension there.",
    clause: "RFC 8285 §4.2", bad: "a=extmap:15 urn:x without a=extmap-allow-mixed",
    good: "a=extmap:14 urn:x",
    fix: "Take a number from 1 to 14, or agree on a=extmap-allow-mixed and send two-byte headers.",
    behaviours: [
      Behaviour("SRS", .suffers, "ossrs/srs issue #4722: extensions behind it are misread")
    ])
  static let twoByte = Rule(
    "extmap-two-byte", .warning, "Numbers above 14 need two-byte headers.",
    clause: "RFC 8285 §4.3", bad: "a=extmap:20 urn:x without a=extmap-allow-mixed",
    good: "a=extmap:20 urn:x, a=extmap-allow-mixed",
    fix: "Take a number from 1 to 14, or write a=extmap-allow-mixed.")
  static let allowMixed = Rule(
    "extmap-allow-mixed", .warning, "Large extensions need a=extmap-allow-mixed on both sides.",
    clause: "RFC 8285 §6",
    bad: "offer: a=extmap-allow-mixed and the dependency descriptor; answer: the descriptor alone",
    good: "a=extmap-allow-mixed in both", fix: "Answer a=extmap-allow-mixed.",
    behaviours: [
      Behaviour(
        "Chromium", .suffers, "pion/webrtc pull #2215: no dependency descriptor on key frames")
    ])
  static let mixedNotOffered = Rule(
    "extmap-allow-mixed-not-offered", .warning,
    "An answer has a=extmap-allow-mixed only if the offer has it.", clause: "RFC 8285 §6",
    bad: "offer: none; answer: a=extmap-allow-mixed", good: "a=extmap-allow-mixed in both",
    fix: "Leave it out of the answer.")
  static let encrypted = Rule(
    "extmap-encrypted", .warning,
    "An encrypted extension names the one it encrypts, and one form is answered.",
    clause: "RFC 6904 §4", bad: "a=extmap:4 urn:ietf:params:rtp-hdrext:encrypt",
    good: "a=extmap:4 urn:ietf:params:rtp-hdrext:encrypt urn:x",
    fix:
      "Write the URI of the encrypted extension behind it, and answer either it or the plain one.")

  static let missing = Rule(
    "extmap-missing", .warning,
    "Bundled sections that share a payload type are told apart by the mid extension.",
    clause: "RFC 9143 §9.2", bad: "two m=video in a BUNDLE with 96 each, without sdes:mid",
    good: "a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid in each",
    fix:
      "Add the a=extmap of sdes:mid to every bundled section, or give the sections numbers of their own."
  )

  static let all = [
    idChanged, missing, direction, notOffered, reused, uriRepeated, idInvalid, malformed, reserved,
    twoByte,
    allowMixed, mixedNotOffered, encrypted,
  ]

  static let encryptURI = "urn:ietf:params:rtp-hdrext:encrypt"

  /// What an entry means: the URI, with the encrypted one behind it.
  static func meaning(_ map: ExtensionMap) -> String {
    map.uri == encryptURI ? "\(map.uri) \(map.attributes ?? "")" : map.uri
  }

  /// Those of the section and of the session; at most 1000, since each is compared with each.
  static func entries(_ section: SectionView) -> [Located<ExtensionMap>] {
    Array((section.own.extmaps + section.session.extmaps).prefix(1000))
  }

  static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    for section in view.rtpSections {
      let entries = entries(section)
      let isMixed = section.hasFlag("extmap-allow-mixed")
      var seen: [String: Located<ExtensionMap>] = [:]
      for entry in entries {
        let value = view.value(entry.line)
        numbers(entry, isMixed, section, view, &findings)
        let meaning = meaning(entry.value)
        if let before = seen[meaning], before.value.id != entry.value.id,
          !isFreeChoice(before.value), !isFreeChoice(entry.value)
        {
          findings.add(
            uriRepeated, section.at(entry.line), value: value,
            "\(entry.value.uri) has number \(before.value.id) on line \(before.line) and \(entry.value.id) here; peers take either."
          )
        } else {
          seen[meaning] = entry
        }
        encryption(entry, entries, section, view, &findings)
      }
      for other in section.own.others where other.value.name == "extmap" {
        malformed(other, section, view, &findings)
      }
    }
    reuse(view, &findings)
    missing(view, &findings)
  }

  /// RFC 9143 §9.2: by mid, else by SSRC, else by a payload type that only one section has.
  private static func missing(_ view: DescriptionView, _ findings: inout Findings) {
    let sections = view.rtpSections.filter { $0.group != nil }
    var owners: [Int: [Int: SectionView]] = [:]
    for section in sections {
      guard let group = section.group else { continue }
      let shared = section.codecs.compactMap { codec -> SectionView? in
        defer {
          if owners[group]?[codec.payloadType] == nil {
            owners[group, default: [:]][codec.payloadType] = section
          }
        }
        return owners[group]?[codec.payloadType]
      }
      guard let other = shared.first, other.index != section.index else { continue }
      let lacking = [other, section].first { candidate in
        !entries(candidate).contains { $0.value.uri == HeaderExtensionURI.mid }
      }
      guard let lacking, lacking.direction != .inactive else { continue }
      findings.add(
        missing, lacking.place, severity: lacking.own.ssrcs.isEmpty ? nil : .info,
        "\(other.name.capitalizedFirst) and \(section.name) share payload types on one transport, and \(lacking.name) has no mid extension; its packets may reach the wrong one."
      )
    }
  }

  /// RFC 8285 §7: the answerer chooses a number, and leaves out what it does not want.
  static func isFreeChoice(_ map: ExtensionMap) -> Bool { (4096...4351).contains(map.id) }

  private static func numbers(
    _ entry: Located<ExtensionMap>, _ isMixed: Bool, _ section: SectionView,
    _ view: DescriptionView, _ findings: inout Findings
  ) {
    let (id, value) = (entry.value.id, view.value(entry.line))
    let isAllowed = (1...255).contains(id) || (isFreeChoice(entry.value) && view.role != .answer)
    if !isAllowed {
      findings.add(
        idInvalid, section.at(entry.line), value: value,
        "\(entry.value.uri) has number \(id), which no header can carry; the description is refused or the extension lost."
      )
    } else if id == 15, !isMixed {
      findings.add(
        reserved, section.at(entry.line), value: value,
        "\(entry.value.uri) has number 15, which ends a one-byte header; it works only if every packet has two-byte headers, and others misread what follows."
      )
    } else if id > 15, id <= 255, !isMixed {
      findings.add(
        twoByte, section.at(entry.line), value: value,
        "\(entry.value.uri) has number \(id): without a=extmap-allow-mixed every packet must have two-byte headers, which not all peers read."
      )
    }
  }

  private static func malformed(
    _ other: Located<Attribute>, _ section: SectionView, _ view: DescriptionView,
    _ findings: inout Findings
  ) {
    let value = view.value(other.line)
    let number = value.prefix { $0 != " " && $0 != "/" }
    let isNumber = !number.isEmpty && number.utf8.allSatisfy { $0 >= 48 && $0 <= 57 || $0 == 45 }
    if isNumber, UInt16(number) == nil {
      findings.add(
        idInvalid, section.at(other.line), value: value,
        "The number \(number) is none that a header can carry; the description is refused or the extension lost."
      )
    } else {
      findings.add(
        malformed, section.at(other.line), value: value,
        "This a=extmap cannot be read: expected <id>[/<direction>] <URI>.")
    }
  }

  private static func encryption(
    _ entry: Located<ExtensionMap>, _ entries: [Located<ExtensionMap>], _ section: SectionView,
    _ view: DescriptionView, _ findings: inout Findings
  ) {
    guard entry.value.uri == encryptURI else { return }
    let value = view.value(entry.line)
    guard let inner = entry.value.attributes?.split(separator: " ").first else {
      findings.add(
        encrypted, section.at(entry.line), value: value,
        "The line says that an extension is encrypted and not which; it cannot be used.")
      return
    }
    if view.role == .answer, entries.contains(where: { $0.value.uri == inner }) {
      findings.add(
        encrypted, section.at(entry.line), value: value,
        "The answer takes \(inner) both plain and encrypted; it has to choose one.")
    }
  }

  /// RFC 9143 §12: a bundle is one RTP session, and a number has one meaning in it.
  private static func reuse(_ view: DescriptionView, _ findings: inout Findings) {
    struct Key: Hashable {
      var scope: Int
      var id: UInt16
    }
    var seen: [Key: (entry: Located<ExtensionMap>, section: SectionView)] = [:]
    for section in view.rtpSections {
      let scope = section.group ?? view.groups.count + section.index
      for entry in entries(section) where !isFreeChoice(entry.value) {
        let key = Key(scope: scope, id: entry.value.id)
        guard let before = seen[key] else {
          seen[key] = (entry, section)
          continue
        }
        if meaning(before.entry.value) == meaning(entry.value) { continue }
        let place =
          before.section.index == section.index
          ? "on line \(before.entry.line)" : "in \(before.section.name)"
        findings.add(
          reused, section.at(entry.line), value: view.value(entry.line),
          clause: before.section.index == section.index ? "RFC 8285 §5" : nil,
          "Number \(entry.value.id) means \(before.entry.value.uri) \(place) and \(entry.value.uri) here, on one transport; the description is refused or packets are misread."
        )
      }
    }
  }
}
