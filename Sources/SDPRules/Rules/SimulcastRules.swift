internal import SDP

/// Several encodings of one track (RFC 8851, RFC 8853).
enum SimulcastRules {
  static let undeclared = Rule(
    "simulcast-rid-undeclared", .error, "a=simulcast names encodings that a=rid declares.",
    clause: "RFC 8853 §5.1", bad: "a=simulcast:send h;m;l without a=rid:m",
    good: "a=rid:h send, a=rid:m send, a=rid:l send",
    fix: "Declare the rid, or take it out of a=simulcast.",
    explains: [.inSection("simulcast-rid-undeclared")],
    behaviours: [
      Behaviour(
        "OvenMediaEngine", .suffers,
        "OvenMediaLabs/OvenMediaEngine issue #2314: the layer never appears")
    ])
  static let malformed = Rule(
    "simulcast-malformed", .error, "a=rid and a=simulcast have their forms.",
    clause: "RFC 8853 §5.1",
    bad: "a=simulcast:h;m;l", good: "a=simulcast:send h;m;l",
    fix: "Write the attribute in its form.",
    explains: [.inSection("simulcast-rid-undeclared")])
  static let direction = Rule(
    "simulcast-rid-direction", .error,
    "A rid goes the way a=simulcast uses it, and an answer turns it around.",
    clause: "RFC 8853 §5.3", bad: "a=rid:h recv, a=simulcast:send h",
    good: "a=rid:h send, a=simulcast:send h",
    fix: "Write send and recv alike; turn them around in the answer.",
    explains: [.inSection("simulcast-rid-direction", "simulcast-not-offered")])
  static let duplicate = Rule(
    "rid-duplicate", .error, "A rid is declared once.", clause: "RFC 8851 §4",
    bad: "a=rid:h send twice", good: "a=rid:h send", fix: "Give each encoding a name of its own.")
  static let repeated = Rule(
    "simulcast-repeated", .error, "A section has one a=simulcast.", clause: "RFC 8853 §5.1",
    bad: "a=simulcast:send h, a=simulcast:send l", good: "a=simulcast:send h;l",
    fix: "Name all encodings in one line.")
  static let notOffered = Rule(
    "simulcast-not-offered", .error, "An answer names only encodings of the offer.",
    clause: "RFC 8853 §5.3", bad: "offer: send h;l; answer: recv h;m;l", good: "answer: recv h;l",
    fix: "Take out what was not offered.")
  static let payload = Rule(
    "rid-payload-unknown", .warning, "A rid is limited to payload types of the m= line.",
    clause: "RFC 8851 §5", bad: "a=rid:h send pt=97 where 97 is not offered", good: "pt=96",
    fix: "Name a payload type of the m= line.")
  static let declined = Rule(
    "simulcast-declined", .info, "The answer does not take simulcast.", clause: "RFC 8853 §5.3",
    bad: "offer: a=simulcast:send h;l; answer: none", good: "answer: a=simulcast:recv h;l",
    fix: "Use a receiver that takes simulcast (browsers do not, SFUs do), or offer one encoding.")
  static let extensionMissing = Rule(
    "simulcast-extension-missing", .warning,
    "Encodings are told apart by the rtp-stream-id extension.",
    clause: "RFC 8853 §5.6", bad: "a=simulcast without a=extmap …rtp-stream-id",
    good: "a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id",
    fix: "Add the extensions sdes:mid and sdes:rtp-stream-id.")

  static let all = [
    undeclared, malformed, direction, duplicate, repeated, notOffered, payload, declined,
    extensionMissing,
  ]

  static let streamID = "urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id"

  static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    for section in view.rtpSections {
      let own = section.own
      var declared: [String: Located<RestrictionIdentifier>] = [:]
      for rid in own.rids {
        if let before = declared[rid.value.id], before.value.direction == rid.value.direction {
          findings.add(
            duplicate, section.at(rid.line), value: view.value(rid.line),
            "Encoding \(rid.value.id) is declared on line \(before.line) and here; one of the two is lost."
          )
        } else {
          declared[rid.value.id] = rid
        }
        payloads(rid, section, view, &findings)
      }
      guard let simulcast = own.simulcasts.first else { continue }
      if let second = own.simulcasts.dropFirst().first {
        findings.add(
          repeated, section.at(second.line), value: view.value(second.line),
          "A second a=simulcast stands in the section; peers take the first, the last, or refuse.")
      }
      let ridsOfID = Dictionary(grouping: own.rids, by: \.value.id)
      for part in simulcast.value.directions {
        for alternative in part.streams.joined() {
          let rids = ridsOfID[alternative.id, default: []]
          if rids.isEmpty {
            findings.add(
              undeclared, section.at(simulcast.line), value: alternative.id,
              "a=simulcast names the encoding \(alternative.id), which no a=rid declares; that layer never appears."
            )
          } else if !rids.contains(where: { $0.value.direction == part.direction }),
            let rid = rids.first
          {
            findings.add(
              direction, section.at(rid.line), value: view.value(rid.line),
              "Encoding \(alternative.id) is declared for \(rid.value.direction.rawValue) and named for \(part.direction.rawValue); that layer never appears."
            )
          }
        }
      }
      let uris = ExtensionRules.entries(section).map(\.value.uri)
      if !uris.contains(streamID), view.role != .answer {
        findings.add(
          extensionMissing, section.at(simulcast.line), value: view.value(simulcast.line),
          "Simulcast is offered without the extension that names the encoding in each packet; the receiver cannot tell the layers apart."
        )
      }
    }
  }

  /// RFC 8851 §5: `pt=96,97`.
  private static func payloads(
    _ rid: Located<RestrictionIdentifier>, _ section: SectionView, _ view: DescriptionView,
    _ findings: inout Findings
  ) {
    for part in rid.value.restrictions.split(separator: ";") where part.hasPrefix("pt=") {
      let unknown = part.dropFirst(3).split(separator: ",").first { number in
        Int(number).map { !section.lists($0) } ?? true
      }
      guard let unknown else { continue }
      findings.add(
        payload, section.at(rid.line), value: view.value(rid.line),
        "Encoding \(rid.value.id) is limited to payload type \(unknown), which is not on the m= line; the rid is discarded."
      )
    }
  }

  static func compare(_ pair: SectionPair, _ findings: inout Findings) {
    let (offered, answered) = (pair.offered.own, pair.answered.own)
    let directions = Dictionary(
      offered.rids.map { ($0.value.id, $0.value.direction) },
      uniquingKeysWith: { first, _ in first })
    let named = Set(
      answered.simulcasts.flatMap { $0.value.directions.flatMap { $0.streams.joined().map(\.id) } })
    for rid in answered.rids {
      guard let asked = directions[rid.value.id] else {
        // What a=simulcast names is told there.
        if named.contains(rid.value.id) { continue }
        findings.add(
          notOffered, pair.answered.at(rid.line), value: pair.answer.value(rid.line),
          "The answer declares the encoding \(rid.value.id), which was not offered.")
        continue
      }
      if asked == rid.value.direction {
        findings.add(
          direction, pair.answered.at(rid.line), value: pair.answer.value(rid.line),
          "Encoding \(rid.value.id) is offered for \(asked.rawValue) and answered for \(rid.value.direction.rawValue); an answer turns it around."
        )
      }
    }
    guard let asked = offered.simulcasts.first else {
      if let given = answered.simulcasts.first {
        findings.add(
          notOffered, pair.answered.at(given.line), value: pair.answer.value(given.line),
          "The answer has a=simulcast and the offer does not; the answer is refused or it has no effect."
        )
      }
      return
    }
    guard let given = answered.simulcasts.first else {
      if asked.value.directions.contains(where: { $0.direction == .send }) {
        findings.add(
          declined, pair.answered.place,
          "The offer sends several encodings and the answer does not take simulcast; only one is sent."
        )
      }
      return
    }
    for part in given.value.directions {
      let other: EncodingDirection = part.direction == .send ? .recv : .send
      let names = Set(asked.value.streams(other).joined().map(\.id))
      for alternative in part.streams.joined() where !names.contains(alternative.id) {
        findings.add(
          notOffered, pair.answered.at(given.line), value: alternative.id,
          "The answer names the encoding \(alternative.id) for \(part.direction.rawValue), which the offer does not \(other.rawValue)."
        )
      }
    }
    // Where the offer lacks it, that is told there.
    let hasStreamID = [pair.offered, pair.answered].map { section in
      ExtensionRules.entries(section).contains { $0.value.uri == streamID }
    }
    if hasStreamID == [true, false] {
      findings.add(
        extensionMissing, pair.answered.at(given.line), value: pair.answer.value(given.line),
        "The answer takes simulcast and not the extension that names the encoding in each packet; the layers cannot be told apart."
      )
    }
  }
}
