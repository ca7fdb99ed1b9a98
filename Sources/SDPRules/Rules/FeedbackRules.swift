internal import SDP
internal import SansIO

/// RTCP feedback, and the header extensions it needs.
enum FeedbackRules {
  static let incomplete = Rule(
    "rtcp-fb-incomplete", .warning,
    "transport-cc feedback needs the extension that numbers the packets.",
    clause: "RFC 4585 §4.2", bad: "a=rtcp-fb:111 transport-cc without its a=extmap",
    good: "a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01",
    fix: "Add the a=extmap of transport-wide-cc to this section, or remove the feedback.",
    behaviours: [
      Behaviour(
        "Janus", .suffers, "meetecho/janus-gateway issue #3594: estimation covers video only")
    ])
  static let dangling = Rule(
    "rtcp-fb-dangling", .error, "Feedback is for a payload type of the m= line.",
    clause: "RFC 4585 §4.2", bad: "m=video 9 … 96, a=rtcp-fb:97 nack", good: "a=rtcp-fb:96 nack",
    fix: "Write the payload type that is meant, or take the line out.",
    explains: [.inSection("rtpmap-unlisted")])
  static let notOffered = Rule(
    "rtcp-fb-not-offered", .warning, "An answer has no feedback that the offer does not have.",
    clause: "RFC 4585 §4.2", bad: "offer: none; answer: a=rtcp-fb:96 nack",
    good: "offer and answer: a=rtcp-fb:96 nack", fix: "Leave it out of the answer.")
  static let profile = Rule(
    "rtcp-fb-profile", .info, "Feedback belongs to the profiles that end in F.",
    clause: "RFC 4585 §4.2", bad: "m=video 9 RTP/AVP 96, a=rtcp-fb:96 nack",
    good: "m=video 9 RTP/AVPF 96", fix: "Write the AVPF or SAVPF profile.")

  static let all = [incomplete, dangling, notOffered, profile]

  static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    for section in view.rtpSections {
      incomplete(section, view, &findings)
      let lost = section.own.feedback.filter { line in
        line.value.payloadType.map { !section.lists(Int($0)) } ?? false
      }
      if let first = lost.first, let number = first.value.payloadType {
        findings.add(
          dangling, section.at(first.line), value: view.value(first.line),
          "Feedback is named for payload type \(number), which is not on the m= line\(lost.count > 1 ? ", and on \(lost.count - 1) more lines like it" : ""); peers refuse the description, or the line has no effect."
        )
      }
      if let first = section.own.feedback.first, !section.section.protocol.hasSuffix("F") {
        findings.add(
          profile, section.at(first.line), value: view.value(first.line),
          "Feedback is named in a section whose profile (\(section.section.protocol)) has none; peers may ignore it."
        )
      }
    }
  }

  private static func incomplete(
    _ section: SectionView, _ view: DescriptionView, _ findings: inout Findings
  ) {
    let uris = (section.own.extmaps + section.session.extmaps).map(\.value.uri)
    let wants = { (name: String) in
      section.own.feedback.first { trimmed($0.value.feedback) == name }
    }
    if let line = wants("transport-cc"), !uris.contains(where: isTransportWideCC) {
      let count = section.own.feedback.count { trimmed($0.value.feedback) == "transport-cc" }
      findings.add(
        incomplete, section.at(line.line), value: view.value(line.line),
        "transport-cc feedback is named\(count > 1 ? " for \(count) payload types" : "") and the extension that numbers the packets is not; there is no such feedback, and bandwidth estimation does not see \(section.name)."
      )
    }
    if let line = wants("goog-remb"), wants("transport-cc") == nil,
      !uris.contains(HeaderExtensionURI.absSendTime),
      !uris.contains("urn:ietf:params:rtp-hdrext:toffset")
    {
      findings.add(
        incomplete, section.at(line.line), value: view.value(line.line), severity: .info,
        clause: "draft-alvestrand-rmcat-remb-03",
        fix: "Add the a=extmap of abs-send-time, or remove the feedback.",
        "goog-remb is named without an extension that carries the time of sending; the receiver's estimate is coarse."
      )
    }
  }

  private static func isTransportWideCC(_ uri: String) -> Bool {
    uri.hasPrefix("http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions")
      || uri.hasPrefix("http://www.webrtc.org/experiments/rtp-hdrext/transport-wide-cc")
  }

  private static func trimmed(_ text: String) -> String {
    text.split(separator: " ").joined(separator: " ").lowercasedASCII
  }

  static func compare(_ pair: SectionPair, _ findings: inout Findings) {
    var told: [(feedback: String, line: Int, count: Int)] = []
    for line in pair.answered.own.feedback {
      let feedback = trimmed(line.value.feedback)
      // Numbers may differ between the two; the codec decides.
      let codec = line.value.payloadType.flatMap { pair.answered.codec(Int($0)) }
      let isOffered = pair.offered.own.feedback.contains { offered in
        guard trimmed(offered.value.feedback) == feedback else { return false }
        guard let codec, let number = offered.value.payloadType else { return true }
        return number == line.value.payloadType
          || pair.offered.codec(Int(number)).map { $0.isSameEncoding(as: codec) } ?? false
      }
      if isOffered { continue }
      if let index = told.firstIndex(where: { $0.feedback == feedback }) {
        told[index].count += 1
      } else {
        told.append((feedback, line.line, 1))
      }
    }
    for (feedback, line, count) in told {
      let codecs = count == 1 ? "this codec" : "\(count) of its codecs"
      findings.add(
        notOffered, pair.answered.at(line), value: pair.answer.value(line),
        "The answer names feedback (\(feedback)) that was not offered for \(codecs); the offerer does not send or obey it."
      )
    }
  }
}
