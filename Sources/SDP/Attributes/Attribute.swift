/// One `a=` line: typed where WebRTC uses it, as it stood otherwise.
///
/// A known name whose value is malformed is `.other` too, so that nothing is lost; `expectedForm` tells. What is much
/// larger than the rest is indirect: every line of a description has room for the largest.
public enum Attribute: Hashable, Sendable {
  case mid(String)  // RFC 5888 §4
  case group(MediaGroup)  // RFC 5888 §5, RFC 9143
  case bundleOnly  // RFC 9143 §6
  case direction(Direction)  // RFC 8866 §6.7
  case rtpMap(RTPMap)  // RFC 8866 §6.6
  case formatParameters(FormatParameters)  // RFC 8866 §6.15
  case feedback(RTCPFeedback)  // RFC 4585 §4.2
  case extmap(ExtensionMap)  // RFC 8285 §5
  case extmapAllowMixed  // RFC 8285 §6
  indirect case candidate(Candidate)  // RFC 8839 §5.1
  case endOfCandidates  // RFC 8840 §8.2
  case iceUfrag(String)  // RFC 8839 §5.4
  case icePwd(String)  // RFC 8839 §5.4
  case iceOptions([String])  // RFC 8839 §5.6
  case iceLite  // RFC 8839 §5.3
  case fingerprint(Fingerprint)  // RFC 8122 §5
  case setup(SetupRole)  // RFC 4145 §4, RFC 8842
  case tlsID(String)  // RFC 8842 §4
  case rtcpMux  // RFC 5761 §5.1.1
  case rtcpMuxOnly  // RFC 8858 §3
  case rtcpReducedSize  // RFC 5506 §5
  indirect case rtcp(RTCPPort)  // RFC 3605 §2.1
  case msid(MediaStreamID)  // RFC 8830 §2
  case ssrc(SourceAttribute)  // RFC 5576 §4.1
  case ssrcGroup(SourceGroup)  // RFC 5576 §4.2
  case rid(RestrictionIdentifier)  // RFC 8851 §4
  case simulcast(Simulcast)  // RFC 8853 §5.1
  case sctpPort(UInt16)  // RFC 8841 §5.1
  case maxMessageSize(UInt64)  // RFC 8841 §6
  case other(name: String, value: String?)

  public var name: String {
    switch self {
    case .mid: "mid"
    case .group: "group"
    case .bundleOnly: "bundle-only"
    case .direction(let direction): direction.rawValue
    case .rtpMap: "rtpmap"
    case .formatParameters: "fmtp"
    case .feedback: "rtcp-fb"
    case .extmap: "extmap"
    case .extmapAllowMixed: "extmap-allow-mixed"
    case .candidate: "candidate"
    case .endOfCandidates: "end-of-candidates"
    case .iceUfrag: "ice-ufrag"
    case .icePwd: "ice-pwd"
    case .iceOptions: "ice-options"
    case .iceLite: "ice-lite"
    case .fingerprint: "fingerprint"
    case .setup: "setup"
    case .tlsID: "tls-id"
    case .rtcpMux: "rtcp-mux"
    case .rtcpMuxOnly: "rtcp-mux-only"
    case .rtcpReducedSize: "rtcp-rsize"
    case .rtcp: "rtcp"
    case .msid: "msid"
    case .ssrc: "ssrc"
    case .ssrcGroup: "ssrc-group"
    case .rid: "rid"
    case .simulcast: "simulcast"
    case .sctpPort: "sctp-port"
    case .maxMessageSize: "max-message-size"
    case .other(let name, _): name
    }
  }

  /// What stands behind the colon; nil for an attribute without one.
  public var value: String? {
    switch self {
    case .bundleOnly, .direction, .extmapAllowMixed, .endOfCandidates, .iceLite, .rtcpMux,
      .rtcpMuxOnly, .rtcpReducedSize:
      nil
    case .mid(let text), .iceUfrag(let text), .icePwd(let text), .tlsID(let text): text
    case .group(let value): value.value
    case .rtpMap(let value): value.value
    case .formatParameters(let value): value.value
    case .feedback(let value): value.value
    case .extmap(let value): value.value
    case .candidate(let value): value.fields
    case .iceOptions(let options): options.joined(separator: " ")
    case .fingerprint(let value): value.value
    case .setup(let role): role.rawValue
    case .rtcp(let value): value.value
    case .msid(let value): value.value
    case .ssrc(let value): value.value
    case .ssrcGroup(let value): value.value
    case .rid(let value): value.value
    case .simulcast(let value): value.value
    case .sctpPort(let port): String(port)
    case .maxMessageSize(let size): String(size)
    case .other(_, let value): value
    }
  }

  /// The attribute as it is written, without `a=`.
  public var text: String {
    if let value { "\(name):\(value)" } else { name }
  }
}
