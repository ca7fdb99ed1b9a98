internal import SDP

/// The transport profile, and RTP and RTCP on one port.
enum TransportRules {
  static let mismatch = Rule(
    "transport-mismatch", .error, "An answer keeps the transport of the offered section.",
    clause: "RFC 3264 §6", bad: "offer: UDP/TLS/RTP/SAVPF; answer: RTP/AVP",
    good: "offer and answer: UDP/TLS/RTP/SAVPF",
    fix: "Copy the protocol of the offer's m= line; a relay between the two must not rewrite it.",
    explains: [
      .inSection(
        "datachannel-old-form", "datachannel-format", "sctp-port-missing", "rtcp-mux-missing",
        "setup-missing", "rtcp-fb-profile", "transport-insecure")
    ])
  static let insecure = Rule(
    "transport-insecure", .warning, "WebRTC media is encrypted with keys from DTLS.",
    clause: "RFC 8827 §6.5", bad: "m=audio 9 RTP/AVP 0 with a=fingerprint",
    good: "m=audio 9 UDP/TLS/RTP/SAVPF 0",
    fix: "Write UDP/TLS/RTP/SAVPF.")
  static let sdes = Rule(
    "sdes-keys", .warning, "Keys are not carried in the description.", clause: "RFC 8827 §6.5",
    bad: "a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:…", good: "a=fingerprint:sha-256 …",
    fix: "Offer DTLS-SRTP: UDP/TLS/RTP/SAVPF, a=fingerprint and a=setup.")
  static let muxMissing = Rule(
    "rtcp-mux-missing", .error, "WebRTC carries RTP and RTCP on one port, and says so.",
    clause: "RFC 5761 §5.1.1", bad: "offer: a=rtcp-mux; answer: none", good: "a=rtcp-mux in both",
    fix: "Write a=rtcp-mux and use one port, or put a gateway between that can.",
    explains: [.inExchange("rtcp-mux-not-offered")],
    behaviours: [
      Behaviour("browsers", .refuses, "W3C WebRTC, RTCRtcpMuxPolicy: require")
    ])
  static let muxNotOffered = Rule(
    "rtcp-mux-not-offered", .error, "An answer has a=rtcp-mux only if the offer has it.",
    clause: "RFC 5761 §5.1.1", bad: "offer: none; answer: a=rtcp-mux", good: "a=rtcp-mux in both",
    fix: "Leave it out of the answer, or offer it.")
  static let muxOnly = Rule(
    "rtcp-mux-only-alone", .warning, "a=rtcp-mux-only comes with a=rtcp-mux.",
    clause: "RFC 8858 §4.2", bad: "a=rtcp-mux-only", good: "a=rtcp-mux, a=rtcp-mux-only",
    fix: "Write a=rtcp-mux, too.")
  static let reducedSize = Rule(
    "rtcp-rsize-not-offered", .info, "An answer has a=rtcp-rsize only if the offer has it.",
    clause: "RFC 5506 §5.1", bad: "offer: none; answer: a=rtcp-rsize", good: "a=rtcp-rsize in both",
    fix: "Leave it out of the answer.")

  static let all = [mismatch, insecure, sdes, muxMissing, muxNotOffered, muxOnly, reducedSize]

  static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    for section in view.rtpSections {
      let isKeyed = !view.transport(\.fingerprints, of: section).isEmpty
      let crypto = section.own.others.first { $0.value.name == "crypto" }
      // RFC 9429 §5.1.2: RTP/SAVPF with a fingerprint means the same.
      let isSecure = section.section.protocol.hasPrefix("RTP/SAVP")
      if !section.isDTLS, isKeyed ? !isSecure : crypto == nil {
        findings.add(
          insecure, section.place, value: section.section.protocol,
          isKeyed
            ? "\(section.name.capitalizedFirst) has a fingerprint and a profile without DTLS; browsers and gateways differ in what they make of it."
            : "\(section.name.capitalizedFirst) has neither a fingerprint nor a profile with DTLS; browsers refuse it."
        )
      }
      if let crypto {
        findings.add(
          sdes, section.at(crypto.line), value: "crypto", severity: isKeyed ? .info : nil,
          "Keys stand in the description (a=crypto); browsers ignore them and refuse media without DTLS."
        )
      }
      if let only = section.own.flag("rtcp-mux-only"), !section.hasFlag("rtcp-mux") {
        findings.add(
          muxOnly, section.at(only.line), value: "rtcp-mux-only",
          "a=rtcp-mux-only stands without a=rtcp-mux; a peer that knows only the latter uses two ports."
        )
      }
      // RFC 9143 §9.3 and RFC 9429 §5.2.1; an answer is judged beside its offer.
      if view.role != .answer, section.isDTLS, !view.hasTransportFlag("rtcp-mux", section),
        !isToldElsewhere(section, view)
      {
        findings.add(
          muxMissing, section.place,
          clause: section.group == nil ? "RFC 8834 §4.5" : "RFC 9143 §9.3",
          "\(section.name.capitalizedFirst) has no a=rtcp-mux; browsers require it and refuse the description."
        )
      }
    }
  }

  /// The section whose transport it uses is one of RTP and lacks it, too.
  private static func isToldElsewhere(_ section: SectionView, _ view: DescriptionView) -> Bool {
    view.isCarried(section) && (section.taggedIndex.map { view.sections[$0].isRTP } ?? false)
  }

  static func compare(_ pair: SectionPair, _ findings: inout Findings) {
    let (offered, answered) = (pair.offered, pair.answered)
    if offered.section.protocol != answered.section.protocol {
      let isSCTP = offered.isSCTP || answered.isSCTP
      // RFC 9429 §5.1.2: with a fingerprint the name of a secure profile has no effect on the keys.
      let isKeyed = !pair.answer.transport(\.fingerprints, of: answered).isEmpty
      let isLoose = isKeyed && offered.isDTLS && answered.section.protocol.hasPrefix("RTP/SAVP")
      let effect =
        isLoose
        ? "browsers go by the fingerprint and take it, and strict peers refuse the answer"
        : "the answer is refused\(answered.isDTLS || isKeyed ? "" : ", and no keys would be agreed")"
      findings.add(
        mismatch, answered.place, value: answered.section.protocol,
        severity: isLoose ? .warning : nil,
        clause: isSCTP ? "RFC 9429 §5.3.1" : isLoose ? "RFC 9429 §5.1.2" : nil,
        "The section was offered as \(offered.section.protocol) and is answered as \(answered.section.protocol); \(effect)."
      )
    }
    guard offered.isRTP, answered.isRTP else { return }
    let isOffered = pair.offer.hasTransportFlag("rtcp-mux", offered)
    let isAnswered = pair.answer.hasTransportFlag("rtcp-mux", answered)
    if isOffered, !isAnswered, !isToldElsewhere(answered, pair.answer) {
      findings.add(
        muxMissing, answered.place,
        "The offer asks for RTP and RTCP on one port and the answer does not agree; an offerer that requires it refuses the answer."
      )
    } else if isAnswered, !isOffered {
      findings.add(
        muxNotOffered, answered.at(answered.own.flag("rtcp-mux")?.line), value: "rtcp-mux",
        "The answer has a=rtcp-mux and the offer does not; RTCP goes to a port that nobody reads.")
    }
    if let line = answered.own.flag("rtcp-rsize")?.line, !offered.hasFlag("rtcp-rsize") {
      findings.add(
        reducedSize, answered.at(line), value: "rtcp-rsize",
        "The answer agrees to reduced-size RTCP, which was not offered; it may send only what the offerer reads."
      )
    }
  }
}
