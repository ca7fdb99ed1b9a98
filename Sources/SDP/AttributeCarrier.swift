/// What has lines with attributes: a session's head or one of its sections.
public protocol AttributeCarrier {
  var lines: [DescriptionLine] { get set }
}

extension AttributeCarrier {
  /// The attributes in order. Setting them keeps the other lines, in front.
  public var attributes: [Attribute] {
    get { lines.compactMap(\.attribute) }
    set {
      lines.removeAll { $0.attribute != nil }
      lines += newValue.map { DescriptionLine($0) }
    }
  }

  /// The line of the first attribute that fits, from 1; nil when there is none or it was not read from text.
  public func lineNumber(where fits: (Attribute) -> Bool) -> Int? {
    for line in lines {
      if let attribute = line.attribute, fits(attribute) {
        return line.source.number == 0 ? nil : line.source.number
      }
    }
    return nil
  }

  public var connection: ConnectionData? {
    for line in lines { if case .connection(let data) = line.content { return data } }
    return nil
  }

  public var bandwidths: [Bandwidth] {
    lines.compactMap { if case .bandwidth(let value) = $0.content { value } else { nil } }
  }

  /// RFC 5888 §4: the section's name.
  public var mid: String? { first { if case .mid(let value) = $0 { value } else { nil } } }

  /// The direction that is written, if one is.
  public var declaredDirection: Direction? {
    first { if case .direction(let value) = $0 { value } else { nil } }
  }

  /// RFC 8866 §6.7: without a word, both ways.
  public var direction: Direction { declaredDirection ?? .sendrecv }

  public var rtpMaps: [RTPMap] {
    all { if case .rtpMap(let value) = $0 { value } else { nil } }
  }

  public var formatParameters: [FormatParameters] {
    all { if case .formatParameters(let value) = $0 { value } else { nil } }
  }

  public var feedback: [RTCPFeedback] {
    all { if case .feedback(let value) = $0 { value } else { nil } }
  }

  public var extmaps: [ExtensionMap] {
    all { if case .extmap(let value) = $0 { value } else { nil } }
  }

  public var extmapAllowMixed: Bool { has(.extmapAllowMixed) }

  public var candidates: [Candidate] {
    all { if case .candidate(let value) = $0 { value } else { nil } }
  }

  public var endOfCandidates: Bool { has(.endOfCandidates) }

  public var iceUfrag: String? {
    first { if case .iceUfrag(let value) = $0 { value } else { nil } }
  }

  public var icePwd: String? { first { if case .icePwd(let value) = $0 { value } else { nil } } }

  public var iceOptions: [String] {
    all { if case .iceOptions(let value) = $0 { value } else { nil } }.flatMap { $0 }
  }

  public var iceLite: Bool { has(.iceLite) }

  public var fingerprints: [Fingerprint] {
    all { if case .fingerprint(let value) = $0 { value } else { nil } }
  }

  public var setup: SetupRole? { first { if case .setup(let value) = $0 { value } else { nil } } }

  public var tlsID: String? { first { if case .tlsID(let value) = $0 { value } else { nil } } }

  public var rtcpMux: Bool { has(.rtcpMux) }
  public var rtcpMuxOnly: Bool { has(.rtcpMuxOnly) }
  public var rtcpReducedSize: Bool { has(.rtcpReducedSize) }

  public var rtcpPort: RTCPPort? { first { if case .rtcp(let value) = $0 { value } else { nil } } }

  public var groups: [MediaGroup] {
    all { if case .group(let value) = $0 { value } else { nil } }
  }

  public var bundleOnly: Bool { has(.bundleOnly) }

  public var msids: [MediaStreamID] {
    all { if case .msid(let value) = $0 { value } else { nil } }
  }

  public var msid: MediaStreamID? {
    first { if case .msid(let value) = $0 { value } else { nil } }
  }

  public var ssrcs: [SourceAttribute] {
    all { if case .ssrc(let value) = $0 { value } else { nil } }
  }

  public var ssrcGroups: [SourceGroup] {
    all { if case .ssrcGroup(let value) = $0 { value } else { nil } }
  }

  public var rids: [RestrictionIdentifier] {
    all { if case .rid(let value) = $0 { value } else { nil } }
  }

  public var simulcast: Simulcast? {
    first { if case .simulcast(let value) = $0 { value } else { nil } }
  }

  public var sctpPort: UInt16? {
    first { if case .sctpPort(let value) = $0 { value } else { nil } }
  }

  public var maxMessageSize: UInt64? {
    first { if case .maxMessageSize(let value) = $0 { value } else { nil } }
  }

  /// The value of an attribute that has no type here; the inner nil is an attribute without a value.
  public func other(_ name: String) -> String?? {
    first { if case .other(name, let value) = $0 { .some(value) } else { nil } }
  }

  private func has(_ attribute: Attribute) -> Bool {
    lines.contains { $0.content == .attribute(attribute) }
  }

  private func first<Value>(_ pick: (Attribute) -> Value?) -> Value? {
    for line in lines {
      if case .attribute(let attribute) = line.content, let value = pick(attribute) { return value }
    }
    return nil
  }

  private func all<Value>(_ pick: (Attribute) -> Value?) -> [Value] {
    lines.compactMap {
      if case .attribute(let attribute) = $0.content { pick(attribute) } else { nil }
    }
  }
}
