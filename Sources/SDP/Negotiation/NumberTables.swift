/// The payload types of one BUNDLE group: a number means one codec in all its sections (RFC 9143 §9.1).
struct PayloadTypeTable: Sendable {
  private enum Meaning: Hashable, Sendable {
    case codec(MediaKind, NegotiatedCodec.Identity)
    case retransmission(of: UInt8)
  }

  private var entries: [(number: UInt8, meaning: Meaning)] = []

  /// Dynamic numbers first, then those that RFC 5761 §4 leaves free of RTCP.
  private static let free = Array(UInt8(96)...127) + Array(UInt8(35)...63)

  mutating func number(for codec: CodecCapability, kind: MediaKind) throws(NegotiationError)
    -> NegotiatedCodec
  {
    let meaning = Meaning.codec(kind, codec.numbered(0).identity)
    let number = try number(meaning, preferred: codec.preferredPayloadType)
    guard codec.hasRTX else { return codec.numbered(number) }
    let rtx = try self.number(.retransmission(of: number), preferred: number &+ 1)
    return codec.numbered(number, rtx: rtx)
  }

  /// Remembers the numbers that a description uses, whoever wrote it; newer ones replace older ones.
  mutating func learn(_ section: MediaSection) {
    for codec in section.codecs {
      bind(codec.payloadType, .codec(section.kind, codec.identity))
      if let rtx = codec.rtxPayloadType { bind(rtx, .retransmission(of: codec.payloadType)) }
    }
  }

  private mutating func number(_ meaning: Meaning, preferred: UInt8) throws(NegotiationError)
    -> UInt8
  {
    if let known = entries.first(where: { $0.meaning == meaning }) { return known.number }
    let choices = [preferred] + Self.free
    guard
      let number = choices.first(where: { choice in
        choice < 128 && !entries.contains { $0.number == choice }
      })
    else { throw .payloadTypesExhausted }
    entries.append((number, meaning))
    return number
  }

  private mutating func bind(_ number: UInt8, _ meaning: Meaning) {
    if entries.contains(where: { $0.number == number && $0.meaning == meaning }) { return }
    entries.removeAll { $0.number == number }
    entries.append((number, meaning))
  }
}

/// The extension ids of one BUNDLE group: an id means one URI in all its sections (RFC 9143 §9.3).
struct ExtensionTable: Sendable {
  private var entries: [ExtensionMap] = []

  private static let preferred: [(uri: String, id: UInt16)] = [
    (HeaderExtensionURI.audioLevel, 1), (HeaderExtensionURI.absSendTime, 2),
    (HeaderExtensionURI.transportWideCC, 3), (HeaderExtensionURI.mid, 4),
  ]

  /// The id for that URI; nil when the 14 of the one-byte form (RFC 8285 §4.2) are taken.
  mutating func id(for uri: String) -> UInt16? {
    if let known = entries.first(where: { $0.uri == uri }) { return known.id }
    let choices = Self.preferred.filter { $0.uri == uri }.map(\.id) + Array(1...14)
    guard
      let id = choices.first(where: { choice in !entries.contains { $0.id == choice } })
    else { return nil }
    entries.append(ExtensionMap(id: id, uri: uri))
    return id
  }

  mutating func learn(_ section: MediaSection) {
    for map in section.extmaps where (1...14).contains(map.id) {
      entries.removeAll { $0.id == map.id || $0.uri == map.uri }
      entries.append(ExtensionMap(id: map.id, uri: map.uri))
    }
  }
}
