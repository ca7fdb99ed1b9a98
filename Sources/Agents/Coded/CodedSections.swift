internal import Peer
internal import SDP
internal import Trace

/// What offer and answer say of a foreign stack's media: which sections, which way, which codec.
struct CodedSections {
  struct Section: Hashable {
    var mid: String
    var kind: TrackKind
    /// What the stack sends; nil: nothing, or nothing that can be coded here.
    var sent: NegotiatedCodec?
    var receives: Bool
  }

  private(set) var sections: [Section] = []
  private var offer: SessionDescription?

  func section(of kind: TrackKind) -> Section? { sections.first { $0.kind == kind } }

  /// Takes a description that the stack applied; true when offer and answer are both known with it.
  mutating func apply(_ description: Description, isLocal: Bool) -> Bool {
    // One that cannot be read is the business of the stack that has to apply it.
    guard let parsed = try? SessionDescription(parsing: description.sdp) else { return false }
    switch description.kind {
    case .offer:
      offer = parsed
      return false
    case .answer:
      let offered = offer?.media ?? []
      sections = parsed.media.enumerated().compactMap { index, answer in
        guard let kind = TrackKind(rawValue: answer.kind.text) else { return nil }
        let mid = answer.mid ?? (index < offered.count ? offered[index].mid : nil)
        let direction = isLocal ? answer.direction : answer.direction.reversed
        let codec = answer.codecs.first(where: \.isCodable)
        return Section(
          mid: mid ?? String(index), kind: kind,
          sent: direction.sends && !answer.isRejected ? codec : nil,
          receives: direction.receives && !answer.isRejected)
      }
      return true
    }
  }

  /// The stack says itself what it sends: it knows best. True when that is news.
  mutating func correct(mid: String, codec label: String) -> Bool {
    guard let index = sections.firstIndex(where: { $0.mid == mid }),
      let codec = NegotiatedCodec(label: label), codec.isCodable, let sent = sections[index].sent,
      sent.name.lowercased() != codec.name.lowercased()
    else { return false }
    sections[index].sent = codec
    return true
  }
}

extension NegotiatedCodec {
  /// Whether pictures or sound can be coded so here.
  var isCodable: Bool { ["vp8", "h264", "opus"].contains(name.lowercased()) }

  /// "VP8", "H264", "H264/42e01f", "opus".
  init?(label: String) {
    let parts = label.split(separator: "/", maxSplits: 1)
    guard let name = parts.first else { return nil }
    let isAudio = name.lowercased() == "opus"
    self.init(
      name: String(name), clockRate: isAudio ? 48000 : 90000, channels: isAudio ? 2 : 1,
      parameters: parts.count == 2 ? [FormatParameter("profile-level-id", String(parts[1]))] : [],
      payloadType: 0)
  }
}
