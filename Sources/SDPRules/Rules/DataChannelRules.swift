internal import SDP

/// Data channels: SCTP over DTLS (RFC 8841).
enum DataChannelRules {
  static let oldForm = Rule(
    "datachannel-old-form", .warning, "A data section has the form of RFC 8841, not of its drafts.",
    clause: "RFC 8841 §4",
    bad: "m=application 9 DTLS/SCTP 5000, a=sctpmap:5000 webrtc-datachannel 1024",
    good: "m=application 9 UDP/DTLS/SCTP webrtc-datachannel, a=sctp-port:5000",
    fix: "Write UDP/DTLS/SCTP webrtc-datachannel and a=sctp-port.",
    explains: [.inSection("sctp-port-missing")],
    behaviours: [
      Behaviour("browsers", .refuses, "meetecho/janus-gateway issue #1294: the section is refused")
    ])
  static let format = Rule(
    "datachannel-format", .error, "The format of a data section is webrtc-datachannel.",
    clause: "RFC 8841 §4.3", bad: "m=application 9 UDP/DTLS/SCTP 5000",
    good: "m=application 9 UDP/DTLS/SCTP webrtc-datachannel", fix: "Write webrtc-datachannel.",
    explains: [.inSection("datachannel-old-form", "sctp-port-missing")])
  static let portMissing = Rule(
    "sctp-port-missing", .error, "A data section says its SCTP port; there is no default.",
    clause: "RFC 8841 §5", bad: "m=application … without a=sctp-port", good: "a=sctp-port:5000",
    fix: "Write a=sctp-port:5000.")
  static let malformed = Rule(
    "sctp-malformed", .error, "a=sctp-port is a port, a=max-message-size a count of bytes.",
    clause: "RFC 8841 §5.1", bad: "a=sctp-port:70000", good: "a=sctp-port:5000",
    fix: "Write a number from 1 to 65535, and of bytes.",
    explains: [.inSection("sctp-port-missing")])

  static let all = [oldForm, format, portMissing, malformed]

  static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    for section in view.usedSections where section.isSCTP {
      let map = section.own.others.first { $0.value.name == "sctpmap" }
      if section.section.protocol == "DTLS/SCTP" || map != nil {
        findings.add(
          oldForm, map.map { section.at($0.line) } ?? section.place,
          value: map.map { view.value($0.line) } ?? section.section.protocol,
          "The data section has the form of an early draft; newer peers refuse the section.")
        if section.section.protocol == "DTLS/SCTP" { continue }
      }
      if !section.section.formats.contains("webrtc-datachannel") {
        findings.add(
          format, section.place, value: section.section.formats.joined(separator: " "),
          "The section's format is \(section.section.formats.joined(separator: " ")); data channels are not recognised."
        )
      }
      guard let port = section.own.sctpPorts.first else {
        findings.add(
          portMissing, section.place,
          "The data section has no a=sctp-port; it counts as invalid, and peers that assume none open no channel."
        )
        continue
      }
      if port.value == 0 {
        findings.add(
          malformed, section.at(port.line), value: "0",
          "SCTP port 0 closes the association; no channel opens.")
      }
    }
  }
}
