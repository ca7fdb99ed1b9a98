internal import SDP

/// A value with the line it was read from.
struct Located<Value> {
  var value: Value
  /// From 1.
  var line: Int
}

/// The attributes of a session's head or of one section, sorted by kind in one pass.
///
/// Never changed afterwards. A class, since every rule passes sections about: as a value each pass would copy 24 arrays.
final class AttributeTable {
  private(set) var mids: [Located<String>] = []
  private(set) var groups: [Located<MediaGroup>] = []
  private(set) var directions: [Located<Direction>] = []
  private(set) var rtpMaps: [Located<RTPMap>] = []
  private(set) var formatParameters: [Located<FormatParameters>] = []
  private(set) var feedback: [Located<RTCPFeedback>] = []
  private(set) var extmaps: [Located<ExtensionMap>] = []
  private(set) var candidates: [Located<Candidate>] = []
  private(set) var ufrags: [Located<String>] = []
  private(set) var pwds: [Located<String>] = []
  private(set) var iceOptions: [Located<[String]>] = []
  private(set) var fingerprints: [Located<Fingerprint>] = []
  private(set) var setups: [Located<SetupRole>] = []
  private(set) var tlsIDs: [Located<String>] = []
  private(set) var msids: [Located<MediaStreamID>] = []
  private(set) var ssrcs: [Located<SourceAttribute>] = []
  private(set) var ssrcGroups: [Located<SourceGroup>] = []
  private(set) var rids: [Located<RestrictionIdentifier>] = []
  private(set) var simulcasts: [Located<Simulcast>] = []
  private(set) var sctpPorts: [Located<UInt16>] = []
  /// Attributes without a value by name: "rtcp-mux", "bundle-only", …
  private(set) var flags: [Located<String>] = []
  /// Everything without a type: unknown, or malformed (see `Attribute.expectedForm`).
  private(set) var others: [Located<Attribute>] = []

  init(_ lines: [DescriptionLine]) {
    for line in lines {
      guard let attribute = line.attribute else { continue }
      take(attribute, line.source.number)
    }
  }

  func flag(_ name: String) -> Located<String>? { flags.first { $0.value == name } }

  private func take(_ attribute: Attribute, _ line: Int) {
    func at<Value>(_ value: Value) -> Located<Value> { Located(value: value, line: line) }
    switch attribute {
    case .mid(let value): mids.append(at(value))
    case .group(let value): groups.append(at(value))
    case .direction(let value): directions.append(at(value))
    case .rtpMap(let value): rtpMaps.append(at(value))
    case .formatParameters(let value): formatParameters.append(at(value))
    case .feedback(let value): feedback.append(at(value))
    case .extmap(let value): extmaps.append(at(value))
    case .candidate(let value): candidates.append(at(value))
    case .iceUfrag(let value): ufrags.append(at(value))
    case .icePwd(let value): pwds.append(at(value))
    case .iceOptions(let value): iceOptions.append(at(value))
    case .fingerprint(let value): fingerprints.append(at(value))
    case .setup(let value): setups.append(at(value))
    case .tlsID(let value): tlsIDs.append(at(value))
    case .msid(let value): msids.append(at(value))
    case .ssrc(let value): ssrcs.append(at(value))
    case .ssrcGroup(let value): ssrcGroups.append(at(value))
    case .rid(let value): rids.append(at(value))
    case .simulcast(let value): simulcasts.append(at(value))
    case .sctpPort(let value): sctpPorts.append(at(value))
    case .bundleOnly, .extmapAllowMixed, .endOfCandidates, .iceLite, .rtcpMux, .rtcpMuxOnly,
      .rtcpReducedSize:
      flags.append(at(attribute.name))
    case .rtcp, .maxMessageSize: break
    case .other: others.append(at(attribute))
    }
  }
}
