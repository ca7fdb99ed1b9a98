internal import SDP

/// Retransmission, redundancy and FEC, which name the codec they serve.
enum RepairRules {
  static let dangling = Rule(
    "payload-type-dangling", .error,
    "A number that another line refers to is on the m= line and mapped.",
    clause: "RFC 4588 §8.6", bad: "m=video 9 … 97, a=fmtp:97 apt=96",
    good: "m=video 9 … 96 97, a=fmtp:97 apt=96",
    fix: "Remove what refers to the missing number, or add that codec again.")
  static let aptMissing = Rule(
    "rtx-apt-missing", .error, "A retransmission format says whose packets it repeats.",
    clause: "RFC 4588 §8.6", bad: "a=rtpmap:97 rtx/90000 without a=fmtp:97 apt=…",
    good: "a=fmtp:97 apt=96", fix: "Write a=fmtp with apt=<payload type>.")
  static let clock = Rule(
    "rtx-clock-mismatch", .warning, "A retransmission format has the clock of what it repeats.",
    clause: "RFC 4588 §4", bad: "96 VP8/90000, 97 rtx/48000", good: "97 rtx/90000",
    fix: "Write the clock rate of the codec that it repeats.")
  static let twice = Rule(
    "rtx-apt-twice", .warning, "One codec has one retransmission format.", clause: "RFC 4588 §8.6",
    bad: "a=fmtp:97 apt=96, a=fmtp:98 apt=96", good: "a=fmtp:97 apt=96",
    fix: "Keep one of them.")

  static let all = [dangling, aptMissing, clock, twice]

  static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    for section in view.rtpSections {
      var served: Set<Int> = []
      for codec in section.codecs {
        switch codec.name {
        case "rtx": retransmission(codec, section, view, &served, &findings)
        case "red": redundancy(codec, section, view, &findings)
        default: break
        }
      }
    }
  }

  private static func retransmission(
    _ codec: CodecEntry, _ section: SectionView, _ view: DescriptionView,
    _ served: inout Set<Int>, _ findings: inout Findings
  ) {
    guard let text = codec.parameter("apt"), let apt = Int(text) else {
      findings.add(
        aptMissing, section.at(codec.parameterLine ?? codec.mapLine),
        value: codec.parameterText.map { "\(codec.payloadType) \($0)" }
          ?? codec.mapLine.map { view.value($0) },
        "Retransmission format \(codec.payloadType) does not say whose packets it repeats; lost packets are not repaired, or the description is refused."
      )
      return
    }
    let place = section.at(codec.parameterLine)
    let value = "\(codec.payloadType) \(codec.parameterText ?? "")"
    guard let original = section.codec(apt), original.name != "rtx" else {
      findings.add(
        dangling, place, value: value,
        "Retransmission format \(codec.payloadType) repeats payload type \(apt), which is \(section.codec(apt) == nil ? "neither on the m= line nor mapped" : "itself a retransmission format"); lost packets are not repaired, or the description is refused."
      )
      return
    }
    if original.codec.clockRate != codec.codec.clockRate {
      findings.add(
        clock, section.at(codec.mapLine), value: codec.mapLine.map { view.value($0) },
        "Retransmission format \(codec.payloadType) runs at \(codec.codec.clockRate) and repeats \(original.label)."
      )
    }
    if !served.insert(apt).inserted {
      findings.add(
        twice, place, value: value,
        "Payload type \(apt) has two retransmission formats; which one is used is left to the peer."
      )
    }
  }

  /// RFC 2198 §5: "111/111", or nothing (libwebrtc's video).
  private static func redundancy(
    _ codec: CodecEntry, _ section: SectionView, _ view: DescriptionView,
    _ findings: inout Findings
  ) {
    guard let text = codec.parameterText else { return }
    let missing = text.split { $0 == "/" || $0 == " " }.filter { part in
      Int(part).map { section.codec($0) == nil } ?? false
    }
    guard let first = missing.first else { return }
    findings.add(
      dangling, section.at(codec.parameterLine), value: "\(codec.payloadType) \(text)",
      severity: .warning, clause: "RFC 2198 §5",
      "RED \(codec.payloadType) carries payload type \(first), which is neither on the m= line nor mapped; it cannot be used, and some peers refuse the description."
    )
  }
}
