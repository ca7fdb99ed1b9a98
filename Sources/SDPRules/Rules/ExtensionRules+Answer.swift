internal import SDP

// What an answer makes of the extensions that were offered.
extension ExtensionRules {
  static func compare(_ pair: SectionPair, _ findings: inout Findings) {
    guard pair.offered.isRTP, pair.answered.isRTP else { return }
    let offers = entries(pair.offered)
    for entry in entries(pair.answered) { compare(entry, offers, pair, &findings) }
    mixed(pair, &findings)
  }

  private static func compare(
    _ entry: Located<ExtensionMap>, _ offers: [Located<ExtensionMap>], _ pair: SectionPair,
    _ findings: inout Findings
  ) {
    let (map, place) = (entry.value, pair.answered.at(entry.line))
    let value = pair.answer.value(entry.line)
    let same = offers.filter { meaning($0.value) == meaning(map) }
    guard let first = same.first else {
      findings.add(
        notOffered, place, value: value,
        "\(map.uri) is answered with number \(map.id) and was not offered; the answer is refused or the extension ignored."
      )
      return
    }
    guard let match = same.first(where: { $0.value.id == map.id || isFreeChoice($0.value) }) else {
      let other = offers.first { $0.value.id == map.id }
      let collides = other.map { " (where \(map.id) is \($0.value.uri))" } ?? ""
      findings.add(
        idChanged, place, value: value,
        fix: "Answer a=extmap:\(first.value.id) as the offer has it on line \(first.line).",
        "\(map.uri) has number \(first.value.id) in the offer\(collides) and \(map.id) in the answer; packets are misread or the answer is refused."
      )
      return
    }
    let (asked, given) = (match.value.direction ?? .sendrecv, map.direction ?? .sendrecv)
    guard given.intersection(asked.reversed) != given else { return }
    let (severity, effect): (Severity, String)
    if !given.sends {
      (severity, effect) = (.warning, "neither side sends it")
    } else if asked.receives {
      // Chromium answers Firefox's recvonly extensions so, and calls work.
      (severity, effect) = (.info, "nothing is sent that was not asked for")
    } else {
      (severity, effect) = (.error, "strict peers refuse the answer")
    }
    findings.add(
      direction, place, value: value, severity: severity,
      "\(map.uri) was offered \(asked.rawValue) and is answered \(given.rawValue), which goes beyond \(asked.reversed.rawValue); \(effect)."
    )
  }

  /// Too large for a one-byte header's 16 bytes, sometimes or always.
  private static let large = [
    "https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension",
    "http://www.webrtc.org/experiments/rtp-hdrext/video-layers-allocation00",
    "http://www.webrtc.org/experiments/rtp-hdrext/generic-frame-descriptor-00",
    "http://www.webrtc.org/experiments/rtp-hdrext/generic-frame-descriptor-01",
    "http://www.webrtc.org/experiments/rtp-hdrext/color-space",
  ]

  private static func mixed(_ pair: SectionPair, _ findings: inout Findings) {
    let isOffered = pair.offered.hasFlag("extmap-allow-mixed")
    let isAnswered = pair.answered.hasFlag("extmap-allow-mixed")
    if isAnswered, !isOffered {
      let line = pair.answered.own.flag("extmap-allow-mixed")?.line
      findings.add(
        mixedNotOffered,
        pair.answered.at(line ?? pair.answer.session.flag("extmap-allow-mixed")?.line),
        value: "extmap-allow-mixed",
        "The answer allows headers of both forms and the offer does not; the offerer may not read them."
      )
    }
    guard isOffered, !isAnswered else { return }
    for entry in entries(pair.answered)
    where entry.value.id > 14 || large.contains(entry.value.uri) {
      findings.add(
        allowMixed, pair.answered.at(entry.line), value: pair.answer.value(entry.line),
        "The answer takes \(entry.value.uri) and not a=extmap-allow-mixed; where the extension does not fit a one-byte header (key frames), it is not sent."
      )
      return
    }
  }
}
