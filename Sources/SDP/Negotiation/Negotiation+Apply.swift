extension Negotiation {
  /// Ties sections in use to transceivers: those they have, else planned ones of the same kind (RFC 9429 §5.10).
  mutating func associate(_ offer: SessionDescription) {
    for (index, section) in offer.media.enumerated() where !section.isRejected {
      let mid = section.mid ?? String(index)
      if let live = liveTransceiver(at: index) {
        state.transceivers[live].mid = mid
        continue
      }
      let free = state.transceivers.firstIndex {
        $0.mLineIndex == nil && !$0.isStopped && $0.plan.kind == section.kind
          && !$0.plan.codecs.isEmpty
      }
      guard let free else { continue }
      state.transceivers[free].mid = mid
      state.transceivers[free].mLineIndex = index
    }
  }

  /// Numbers once used keep their meaning for later offers.
  mutating func learn(_ description: SessionDescription) {
    for section in description.media {
      if let mid = section.mid, !state.usedMIDs.contains(mid) { state.usedMIDs.append(mid) }
      if section.isRejected { continue }
      state.payloadTypes.learn(section)
      state.extensions.learn(section)
    }
  }

  /// Both descriptions are known: the exchange is complete.
  mutating func complete(
    local: SessionDescription, remote: SessionDescription, isOfferer: Bool,
    transport: RemoteTransport? = nil
  ) throws(NegotiationError) {
    let role = try role(answer: isOfferer ? remote : local, isOfferer: isOfferer)
    let reasons =
      isOfferer
      ? []
      : makeAnswer(
        to: remote,
        TransportParameters(
          ufrag: "", pwd: "", fingerprint: Fingerprint(algorithm: "sha-256", bytes: []))
      ).rejections
    if isOfferer {
      adopt(transport)
      learn(remote)
    }
    state.sections = agree(
      local: local, remote: remote, isOfferer: isOfferer, rejections: reasons)
    for section in state.sections where section.isRejected {
      // RFC 9429 §5.11: a rejected section stops its transceiver.
      if let live = liveTransceiver(at: section.mLineIndex) {
        state.transceivers[live].isStopped = true
      }
    }
    state.local = local
    state.remote = remote
    if let role { state.dtlsRole = role }
    phase = .stable
  }

  mutating func adopt(_ transport: RemoteTransport?) {
    guard let transport else { return }
    if let earlier = state.remoteTransport {
      state.remoteRestartedICE = earlier.ufrag != transport.ufrag || earlier.pwd != transport.pwd
    } else {
      state.remoteRestartedICE = false
    }
    state.remoteTransport = transport
  }

  /// RFC 8842 §5.3 and §5.4: the answer decides; without a word in it, its writer is active (RFC 4145 §4).
  private func role(answer: SessionDescription, isOfferer: Bool) throws(NegotiationError)
    -> DTLSRole?
  {
    guard let index = Self.taggedIndex(of: answer) else { return nil }
    let setup = answer.media[index].setup ?? answer.setup ?? .active
    switch setup {
    case .active: return isOfferer ? .server : .client
    case .passive: return isOfferer ? .client : .server
    case .actpass, .holdconn: throw .setup(mLineIndex: index, found: setup.rawValue)
    }
  }

  /// What each section means, from the two descriptions alone.
  func agree(
    local: SessionDescription, remote: SessionDescription, isOfferer: Bool, rejections: [String?]
  ) -> [NegotiatedSection] {
    let answer = isOfferer ? remote : local
    let bundled = Set(answer.bundleGroups.first ?? [])
    let tag = Self.taggedIndex(of: answer)
    return zip(local.media, remote.media).enumerated().map { index, pair in
      let (ours, theirs) = pair
      let mid = ours.mid ?? theirs.mid ?? String(index)
      var section = NegotiatedSection(
        mLineIndex: index, mid: mid, kind: ours.kind, direction: .inactive, isRejected: true)
      if let known = rejections.indices.contains(index) ? rejections[index] : nil {
        section.rejection = known
      } else if ours.isRejected || ours.port == 0 && !isOfferer {
        section.rejection = "rejected by this side"
      } else if theirs.isRejected || theirs.port == 0 && isOfferer {
        section.rejection = "rejected by the far side"
      } else if index != tag && !bundled.contains(mid) {
        section.rejection = "the answer leaves it out of the BUNDLE group"
      } else {
        fill(&section, ours, theirs, local, remote, isOfferer)
      }
      return section
    }
  }

  private func fill(
    _ section: inout NegotiatedSection, _ ours: MediaSection, _ theirs: MediaSection,
    _ local: SessionDescription, _ remote: SessionDescription, _ isOfferer: Bool
  ) {
    let ourCodecs = ours.codecs
    let theirCodecs = theirs.codecs
    // The answer's order is the order of both (RFC 3264 §6.1).
    for codec in isOfferer ? theirCodecs : ourCodecs {
      guard
        let sent = theirCodecs.counterpart(of: codec),
        let received = ourCodecs.counterpart(of: codec),
        !section.sendCodecs.contains(where: { $0.payloadType == sent.payloadType })
      else { continue }
      let feedback = received.feedback.filter(sent.feedback.contains)
      section.sendCodecs.append(sent.with(feedback, hasRTX: received.rtxPayloadType != nil))
      section.receiveCodecs.append(received.with(feedback, hasRTX: sent.rtxPayloadType != nil))
    }
    guard !section.sendCodecs.isEmpty else {
      section.rejection = "the far side answers with no codec that was offered"
      return
    }
    section.isRejected = false
    let theirDirection = theirs.declaredDirection ?? remote.direction
    section.direction = (ours.declaredDirection ?? local.direction)
      .intersection(theirDirection.reversed)
    let theirMaps = theirs.extmaps
    for map in ours.extmaps {
      guard let id = UInt8(exactly: map.id),
        let match = theirMaps.first(where: { $0.id == map.id && $0.uri == map.uri })
      else { continue }
      let direction = (map.direction ?? .sendrecv)
        .intersection((match.direction ?? .sendrecv).reversed)
      section.headerExtensions.append(
        ExtensionMapping(id: id, uri: map.uri, direction: direction))
    }
    section.reducedSizeRTCP = ours.rtcpReducedSize && theirs.rtcpReducedSize
    if let live = liveTransceiver(at: section.mLineIndex) {
      let plan = state.transceivers[live].plan
      section.localSSRC = plan.ssrc
      section.localCNAME = plan.cname
      if section.sendCodecs.contains(where: { $0.rtxPayloadType != nil }) {
        section.localRTXSSRC = plan.rtxSSRC
      }
    }
    section.readSources(theirs)
  }
}

extension NegotiatedCodec {
  fileprivate func with(_ feedback: [String], hasRTX: Bool) -> NegotiatedCodec {
    var codec = self
    codec.feedback = feedback
    if !hasRTX { codec.rtxPayloadType = nil }
    return codec
  }
}

extension NegotiatedSection {
  /// The streams that the far side announces (RFC 5576); it may also announce none.
  fileprivate mutating func readSources(_ theirs: MediaSection) {
    let limit = 64  // more in one section is Plan B at best
    let pairs = theirs.ssrcGroups.filter { $0.semantics == "FID" && $0.ssrcs.count == 2 }
      .prefix(limit).map(\.ssrcs)
    let sources = theirs.ssrcs.prefix(limit * 4)
    for source in sources where !pairs.contains(where: { $0[1] == source.ssrc }) {
      if !remoteSSRCs.contains(source.ssrc) { remoteSSRCs.append(source.ssrc) }
    }
    remoteRTXSSRC = pairs.first { remoteSSRCs.isEmpty || $0[0] == remoteSSRCs[0] }?[1]
    remoteCNAME = sources.first { $0.name == "cname" }?.argument
    remoteMSID = theirs.msid
    if remoteMSID == nil, let text = sources.first(where: { $0.name == "msid" })?.argument {
      var scanner = Scanner(text)
      remoteMSID = MediaStreamID(&scanner)
    }
  }
}
