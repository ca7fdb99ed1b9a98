extension Negotiation {
  /// RFC 9429 §5.5, §5.6: an offer keeps the sections of the exchange before.
  func checkOffer(_ offer: SessionDescription) throws(NegotiationError) {
    try checkMIDs(offer)
    guard let earlier = state.local?.media else { return }
    guard offer.media.count >= earlier.count else {
      throw .sectionCount(found: offer.media.count, expected: earlier.count)
    }
    for (index, section) in offer.media.prefix(earlier.count).enumerated() {
      // A section that was rejected may be taken over by anything (§5.2.2).
      let wasUsed = state.sections.indices.contains(index) && !state.sections[index].isRejected
      if section.isRejected || !wasUsed { continue }
      try checkSame(section, earlier[index], index)
    }
  }

  /// RFC 3264 §6, RFC 9429 §5.6: an answer mirrors its offer.
  func checkAnswer(_ answer: SessionDescription, to offer: SessionDescription)
    throws(NegotiationError)
  {
    try checkMIDs(answer)
    guard answer.media.count == offer.media.count else {
      throw .sectionCount(found: answer.media.count, expected: offer.media.count)
    }
    for (index, section) in answer.media.enumerated() {
      let offered = offer.media[index]
      guard section.kind == offered.kind else {
        throw .sectionChanged(
          mLineIndex: index, found: section.kind.text, expected: offered.kind.text)
      }
      if section.port == 0 { continue }
      try checkSame(section, offered, index)
      let isMedia = section.kind == .audio || section.kind == .video
      if isMedia, !section.rtcpMux, !section.rtcpMuxOnly {
        throw .missingRTCPMux(mLineIndex: index)
      }
    }
    let offered = Set(offer.bundleGroups.flatMap { $0 })
    for mid in answer.bundleGroups.flatMap({ $0 }) where !offered.contains(mid) {
      throw .bundleMember(mid)
    }
  }

  private func checkSame(_ section: MediaSection, _ earlier: MediaSection, _ index: Int)
    throws(NegotiationError)
  {
    func name(_ section: MediaSection) -> String {
      section.kind.text + (section.mid.map { " " + $0 } ?? "")
    }
    // A missing mid in an answer is met in old stacks; the place of the section says enough.
    guard section.kind == earlier.kind,
      section.mid == earlier.mid || section.mid == nil || earlier.mid == nil
    else {
      throw .sectionChanged(mLineIndex: index, found: name(section), expected: name(earlier))
    }
  }

  /// Far above what is met in the field; it bounds the work that a description can ask for.
  static let limitSections = 1000

  private func checkMIDs(_ description: SessionDescription) throws(NegotiationError) {
    guard description.media.count <= Self.limitSections else {
      throw .sectionCount(found: description.media.count, expected: Self.limitSections)
    }
    var seen: Set<String> = []
    for (index, section) in description.media.enumerated() {
      guard let mid = section.mid else { continue }
      if seen.contains(mid) { throw .duplicateMID(mid, mLineIndex: index) }
      seen.insert(mid)
    }
  }

  /// The section whose transport the BUNDLE group uses: the first mid of the group (RFC 9143 §7.3), else the first in use.
  static func taggedIndex(of description: SessionDescription) -> Int? {
    let media = description.media
    let used = media.indices.filter { !media[$0].isRejected }
    let indices = Dictionary(
      used.compactMap { index in media[index].mid.map { ($0, index) } },
      uniquingKeysWith: { a, _ in a })
    for mid in description.bundleGroups.first ?? [] {
      if let index = indices[mid] { return index }
    }
    return used.first
  }

  /// The far side's transport; nil when it offers or accepts nothing.
  func remoteTransport(of description: SessionDescription, isOffer: Bool) throws(NegotiationError)
    -> RemoteTransport?
  {
    guard let index = Self.taggedIndex(of: description) else { return nil }
    let section = description.media[index]
    // RFC 8839 §5.4 and RFC 8842 §5: what a section does not say, the session says for it.
    let ufrag = section.iceUfrag ?? description.iceUfrag ?? ""
    let pwd = section.icePwd ?? description.icePwd ?? ""
    guard (4...256).contains(ufrag.utf8.count) else {
      throw .iceCredentials(mLineIndex: index, found: "ice-ufrag \(ufrag)")
    }
    guard (22...256).contains(pwd.utf8.count) else {
      throw .iceCredentials(mLineIndex: index, found: "ice-pwd \(pwd)")
    }
    let own = section.fingerprints
    let fingerprints = own.isEmpty ? description.fingerprints : own
    guard !fingerprints.isEmpty else { throw .missingFingerprint(mLineIndex: index) }
    let setup = section.setup ?? description.setup
    if let setup, setup == .holdconn || !isOffer && setup == .actpass {
      throw .setup(mLineIndex: index, found: setup.rawValue)
    }
    return RemoteTransport(
      mLineIndex: index, mid: section.mid, ufrag: ufrag, pwd: pwd, isLite: description.iceLite,
      isTrickle: (section.iceOptions + description.iceOptions).contains("trickle"),
      fingerprints: fingerprints, setup: setup, candidates: section.candidates,
      endOfCandidates: section.endOfCandidates || description.endOfCandidates)
  }
}
