extension Negotiation {
  /// An offer for the live transceivers; sections of an earlier exchange keep their place (RFC 9429 §5.2.1, §5.2.2).
  func makeOffer(_ transport: TransportParameters) throws(NegotiationError) -> SessionDescription {
    var payloadTypes = state.payloadTypes
    var extensions = state.extensions
    let earlier = state.local?.media ?? []
    var slots: [Slot] = earlier.indices.map { index in
      guard let live = liveTransceiver(at: index) else { return .unused(earlier[index]) }
      return .used(live, mid: state.transceivers[live].mid ?? String(index))
    }
    assignNewTransceivers(&slots)

    let tagged = taggedMID(slots)
    var media: [MediaSection] = []
    for slot in slots {
      guard case .used(let index, let mid) = slot else {
        if case .unused(let section) = slot { media.append(SectionDraft.rejected(section)) }
        continue
      }
      let plan = state.transceivers[index].plan
      var codecs: [NegotiatedCodec] = []
      for capability in plan.codecs {
        let codec = try payloadTypes.number(for: capability, kind: plan.kind)
        if !codecs.contains(where: { $0.payloadType == codec.payloadType }) { codecs.append(codec) }
      }
      var maps: [ExtensionMap] = []
      for uri in plan.headerExtensions {
        if let id = extensions.id(for: uri) { maps.append(ExtensionMap(id: id, uri: uri)) }
      }
      maps.sort { $0.id < $1.id }
      media.append(
        SectionDraft(
          kind: plan.kind, mid: mid, direction: plan.direction, codecs: codecs, extensions: maps,
          // RFC 8842 §5.2: an offer leaves the choice to the answerer.
          setup: .actpass, transport: transport, isTagged: mid == tagged,
          reducedSizeRTCP: configuration.reducedSizeRTCP, plan: plan
        ).section())
    }
    var mids = slots.compactMap { if case .used(_, let mid) = $0 { mid } else { nil } }
    if let tagged {
      mids.removeAll { $0 == tagged }
      mids.insert(tagged, at: 0)
    }
    return describe(media, bundled: mids)
  }

  /// A place in the order of m-lines.
  private enum Slot {
    case used(Int, mid: String)
    case unused(MediaSection)
  }

  /// RFC 9429 §5.2.2: a new transceiver takes over the first unused section, under a new mid, else one is added.
  private func assignNewTransceivers(_ slots: inout [Slot]) {
    var taken = state.usedMIDs
    for (index, transceiver) in state.transceivers.enumerated()
    where transceiver.mLineIndex == nil && !transceiver.isStopped
      && !transceiver.plan.codecs.isEmpty
    {
      var number = 0
      while taken.contains(String(number)) { number += 1 }
      let mid = String(number)
      taken.append(mid)
      let free = slots.firstIndex { if case .unused = $0 { true } else { false } }
      if let free {
        slots[free] = .used(index, mid: mid)
      } else {
        slots.append(.used(index, mid: mid))
      }
    }
  }

  /// The section whose transport the group uses: the one agreed on before if it is still there, else the first.
  private func taggedMID(_ slots: [Slot]) -> String? {
    let mids = slots.compactMap { if case .used(_, let mid) = $0 { mid } else { nil } }
    let agreed = state.local?.bundleGroups.first?.first
    return mids.first { $0 == agreed } ?? mids.first
  }

  func liveTransceiver(at mLineIndex: Int) -> Int? {
    state.transceivers.firstIndex { $0.mLineIndex == mLineIndex && !$0.isStopped }
  }

  /// The session's head around the sections (RFC 9429 §5.2.1). The version is set where it is counted.
  func describe(_ media: [MediaSection], bundled: [String]) -> SessionDescription {
    var lines = [DescriptionLine(.timing(Timing()))]
    if !bundled.isEmpty {
      lines.append(DescriptionLine(.group(MediaGroup(semantics: "BUNDLE", mids: bundled))))
    }
    return SessionDescription(
      origin: Origin(sessionID: String(sessionID), sessionVersion: "1"), lines: lines, media: media)
  }
}
