internal import SDP

/// What a line is about that means nothing by itself.
enum FoldedLine {
  static func category(of line: DescriptionLine) -> FoldedChanges.Category? {
    switch line.content {
    case .connection: .addresses
    case .timing, .bandwidth, .other: nil
    case .attribute(let attribute): category(of: attribute)
    }
  }

  static func category(of attribute: Attribute) -> FoldedChanges.Category? {
    switch attribute {
    case .iceUfrag, .icePwd, .fingerprint, .tlsID: .credentials
    case .candidate, .rtcp, .endOfCandidates, .sctpPort: .addresses
    case .mid, .group, .msid, .ssrc, .ssrcGroup, .rtpMap, .extmap: .ids
    case .bundleOnly, .direction, .formatParameters, .feedback, .extmapAllowMixed, .iceOptions,
      .iceLite, .setup, .rtcpMux, .rtcpMuxOnly, .rtcpReducedSize, .rid, .simulcast,
      .maxMessageSize:
      nil
    case .other(let name, _):
      switch name {
      case "crypto", "identity": .credentials
      case "remote-candidates": .addresses
      case "msid-semantic", "label", "cname": .ids
      default: nil
      }
    }
  }
}
