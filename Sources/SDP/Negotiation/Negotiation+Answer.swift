extension Negotiation {
  /// An answer and, by section, why it is rejected.
  struct AnswerDraft {
    var description: SessionDescription
    var rejections: [String?]
  }

  /// The answer to an offer whose sections are tied to transceivers already (RFC 9429 §5.3.1).
  func makeAnswer(to offer: SessionDescription, _ transport: TransportParameters) -> AnswerDraft {
    let group = Set(offer.bundleGroups.first ?? [])
    let offerTag = Self.taggedIndex(of: offer)
    var rejections: [String?] = []
    var choices: [(codecs: [NegotiatedCodec], transceiver: Int)?] = []
    for (index, section) in offer.media.enumerated() {
      switch accept(section, index, group: group, offerTag: offerTag) {
      case .success(let choice):
        rejections.append(nil)
        choices.append(choice)
      case .failure(let refusal):
        rejections.append(refusal.reason)
        choices.append(nil)
      }
    }
    // RFC 9143 §7.3.3: the offerer's tagged section if it is accepted, else the first that is.
    let accepted = offer.media.indices.filter { choices[$0] != nil }
    let tag = accepted.first { $0 == offerTag } ?? accepted.first
    var media: [MediaSection] = []
    for (index, section) in offer.media.enumerated() {
      if let choice = choices[index] {
        media.append(
          answerSection(
            section, offer, choice.codecs, choice.transceiver, transport, isTagged: index == tag))
      } else {
        media.append(SectionDraft.rejected(section))
      }
    }
    let order = tag.map { tag in [tag] + accepted.filter { $0 != tag } } ?? []
    let mids = order.compactMap { offer.media[$0].mid }.filter { group.contains($0) }
    return AnswerDraft(description: describe(media, bundled: mids), rejections: rejections)
  }

  private struct Refusal: Error { var reason: String }

  private func accept(_ section: MediaSection, _ index: Int, group: Set<String>, offerTag: Int?)
    -> Result<(codecs: [NegotiatedCodec], transceiver: Int), Refusal>
  {
    func refuse(_ reason: String) -> Result<(codecs: [NegotiatedCodec], transceiver: Int), Refusal>
    {
      .failure(Refusal(reason: reason))
    }
    if section.isRejected { return refuse("the offer has port 0") }
    switch section.kind {
    case .audio, .video: break
    case .application: return refuse("data channels are not supported")
    case .other(let kind): return refuse("media of kind \(kind) is not supported")
    }
    guard section.protocol.utf8.contains(.slash), section.protocol.contains("RTP/") else {
      return refuse("the protocol \(section.protocol) is not supported")
    }
    guard index == offerTag || section.mid.map(group.contains) == true else {
      return refuse("not in the BUNDLE group, and there is one transport only")
    }
    // RFC 9429 §5.3.1, with the multiplexing policy "require".
    guard section.rtcpMux || section.rtcpMuxOnly else {
      return refuse("the offer does not multiplex RTCP (a=rtcp-mux)")
    }
    guard let transceiver = liveTransceiver(at: index) else {
      return refuse("no transceiver for \(section.kind)")
    }
    let offered = section.codecs
    let codecs = commonCodecs(offered, state.transceivers[transceiver])
    guard !codecs.isEmpty else {
      let known = state.transceivers[transceiver].plan.codecs.map(\.label)
      let theirs = offered.filter { !$0.isAuxiliary }.map(\.label)
      return refuse(
        "no common codec: offered \(Self.listed(theirs)); known here \(Self.listed(known))")
    }
    return .success((codecs, transceiver))
  }

  private static func listed(_ names: [String]) -> String {
    var unique: [String] = []
    for name in names where !unique.contains(name) { unique.append(name) }
    return unique.isEmpty ? "none" : unique.joined(separator: ", ")
  }

  /// What both know, under the offer's numbers; in the offer's order unless preferences were set.
  private func commonCodecs(_ offered: [NegotiatedCodec], _ transceiver: Transceiver)
    -> [NegotiatedCodec]
  {
    var common: [(rank: Int, codec: NegotiatedCodec)] = []
    for theirs in offered {
      let known = transceiver.plan.codecs.map { $0.numbered(0) }
      guard
        let rank = known.firstIndex(where: { $0.isSameCodec(as: theirs) })
          ?? known.firstIndex(where: { $0.isUsable(as: theirs) })
      else { continue }
      if common.contains(where: { $0.rank == rank }) { continue }
      common.append((rank, Self.answer(theirs, with: transceiver.plan.codecs[rank])))
    }
    if transceiver.hasPreferences {
      // Ranks differ, so the order is one.
      common.sort { $0.rank < $1.rank }
    }
    return common.map(\.codec)
  }

  /// One codec of an answer: the offer's number and spelling, our parameters, the feedback that both know.
  private static func answer(_ theirs: NegotiatedCodec, with ours: CodecCapability)
    -> NegotiatedCodec
  {
    var codec = ours.numbered(
      theirs.payloadType, rtx: ours.hasRTX ? theirs.rtxPayloadType : nil)
    codec.name = theirs.name
    codec.feedback = ours.feedback.filter(theirs.feedback.contains)
    if let offered = theirs.h264, let own = codec.h264 {
      if offered.profileLevelID != nil {
        codec.parameters.set("profile-level-id", own.answer(to: offered))
      }
      if !offered.levelAsymmetryAllowed {
        codec.parameters.removeAll { $0.name == "level-asymmetry-allowed" }
      }
    }
    return codec
  }

  private func answerSection(
    _ section: MediaSection, _ offer: SessionDescription, _ codecs: [NegotiatedCodec],
    _ transceiver: Int, _ transport: TransportParameters, isTagged: Bool
  ) -> MediaSection {
    let plan = state.transceivers[transceiver].plan
    let offered = section.declaredDirection ?? offer.direction
    return SectionDraft(
      kind: section.kind, protocol: section.protocol, mid: section.mid,
      // RFC 3264 §6.1.
      direction: plan.direction.intersection(offered.reversed), codecs: codecs,
      extensions: answerExtensions(section, plan),
      setup: answerSetup(section.setup ?? offer.setup), transport: transport, isTagged: isTagged,
      reducedSizeRTCP: configuration.reducedSizeRTCP && section.rtcpReducedSize, plan: plan
    ).section()
  }

  /// The offered extensions that this peer knows, under the offer's ids (RFC 8285 §7).
  private func answerExtensions(_ section: MediaSection, _ plan: TransceiverPlan) -> [ExtensionMap]
  {
    var maps: [ExtensionMap] = []
    for map in section.extmaps {
      // Ids of the two-byte form, and those that ask for a choice, are declined: nothing here needs them.
      guard plan.headerExtensions.contains(map.uri), (1...14).contains(map.id),
        !maps.contains(where: { $0.uri == map.uri || $0.id == map.id })
      else { continue }
      let direction = map.direction.map(\.reversed)
      maps.append(ExtensionMap(id: map.id, direction: direction, uri: map.uri))
    }
    return maps
  }

  /// RFC 8842 §5.3: active when we may choose; the role of a handshake that stands is kept.
  private func answerSetup(_ offered: SetupRole?) -> SetupRole {
    switch offered {
    case .active: .passive
    case .passive: .active
    case .actpass, .holdconn, nil: state.dtlsRole == .server ? .passive : .active
    }
  }

  /// What the answer will say, before it has a transport.
  mutating func previewAnswer(to offer: SessionDescription) {
    let transport = TransportParameters(
      ufrag: "", pwd: "", fingerprint: Fingerprint(algorithm: "sha-256", bytes: []))
    let draft = makeAnswer(to: offer, transport)
    state.sections = agree(
      local: draft.description, remote: offer, isOfferer: false, rejections: draft.rejections)
  }
}
