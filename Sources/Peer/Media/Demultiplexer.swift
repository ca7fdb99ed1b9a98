internal import RTP
internal import SDP

/// Which section an RTP packet belongs to, within one BUNDLE group (RFC 9143 §9.2).
struct Demultiplexer {
  struct Route {
    var mid: String
    /// Set when the packet is RTX: the payload type of what it repeats.
    var originalPayloadType: UInt8?
    var extensions: ExtensionIDs
  }

  private struct Section {
    var mid: String
    var payloadTypes: [UInt8]
    var rtx: [(payloadType: UInt8, original: UInt8)]
    var ssrcs: [UInt32]
    var extensions: ExtensionIDs
  }

  /// SSRCs learnt from packets; more than this many mean that somebody plays tricks.
  private static let learntLimit = 64

  private var sections: [Section] = []
  /// The id of the MID header extension: one in the whole group.
  private var midExtension: UInt8?
  private var learnt: [UInt32: String] = [:]

  mutating func apply(_ negotiated: [NegotiatedSection]) {
    sections = negotiated.filter { !$0.isRejected }.map { section in
      Section(
        mid: section.mid, payloadTypes: section.receiveCodecs.map(\.payloadType),
        rtx: section.receiveCodecs.compactMap { codec in
          codec.rtxPayloadType.map { ($0, codec.payloadType) }
        },
        ssrcs: section.remoteSSRCs + (section.remoteRTXSSRC.map { [$0] } ?? []),
        extensions: ExtensionIDs(section.headerExtensions))
    }
    midExtension = sections.lazy.compactMap(\.extensions.mid).first
  }

  /// By MID header extension, then by SSRC (signalled or learnt), then by a payload type that only one section has.
  mutating func route(_ packet: RTPPacket) -> Route? {
    guard let section = section(of: packet) else { return nil }
    if learnt.count < Self.learntLimit { learnt[packet.ssrc] = section.mid }
    return Route(
      mid: section.mid,
      originalPayloadType: section.rtx.first { $0.payloadType == packet.payloadType }?.original,
      extensions: section.extensions)
  }

  private func section(of packet: RTPPacket) -> Section? {
    if let id = midExtension, let mid = packet.extensionValue(id: id) {
      // One that names no section is dropped, whatever its SSRC.
      return sections.first { mid.elementsEqual($0.mid.utf8) }
    }
    if let mid = learnt[packet.ssrc], let section = sections.first(where: { $0.mid == mid }) {
      return section
    }
    if let section = sections.first(where: { $0.ssrcs.contains(packet.ssrc) }) { return section }
    let owners = sections.filter {
      $0.payloadTypes.contains(packet.payloadType)
        || $0.rtx.contains { $0.payloadType == packet.payloadType }
    }
    return owners.count == 1 ? owners[0] : nil
  }
}
