internal import SansIO
internal import Trace

extension Analysis {
  /// The waterfall, peer by peer in its order; what did not happen, or was not told, is left out.
  ///
  /// Each bar begins with what it waited for. A graph, not a chain: under trickle, gathering runs beside the checks.
  public var phases: [Phase] {
    peers.indices.flatMap { phases($0) }
  }

  private func phases(_ index: Int) -> [Phase] {
    let peer = peers[index]
    let far = farSide(of: index).map { peers[$0] }
    func applied(_ peer: PeerRecord?, _ side: SignallingEvent.Side, _ kind: Description.Kind)
      -> Instant?
    {
      peer?.applied.first { $0.side == side && $0.description.kind == kind }?.at
    }
    func made(_ kind: Description.Kind) -> Instant? {
      peer.described.first { $0.value.kind == kind }?.at
    }
    let isOfferer = applied(peer, .local, .offer) != nil || made(.offer) != nil
    let dialled = peer.phones.first { $0.value == .dialing }?.at
    let offerMade = made(.offer)
    let answerMade = made(.answer)
    let offerSent = applied(peer, .local, .offer)
    let answerSent = applied(peer, .local, .answer)
    let remote = applied(peer, .remote, isOfferer ? .answer : .offer)
    let local = isOfferer ? offerSent : answerSent
    let gathering = peer.gathering.first { $0.state == .gathering }?.at
    let gathered = peer.gathering.first { $0.state == .complete || $0.state == .timedOut }
    let video = numbers[index].video
    let firstPacket = peer.streams.compactMap(\.firstPacket).min()

    var list = PhaseList(peer: PeerID(index: index), subject: peer.name)
    if isOfferer {
      list.add("offer created", dialled, offerMade)
      list.add("offer sent", offerMade, offerSent)
      list.add("answer applied", applied(far, .local, .answer) ?? offerSent, remote)
    } else {
      list.add("offer applied", applied(far, .local, .offer), remote)
      list.add("answer created", later(remote, call.accepted), answerMade)
      list.add("answer sent", answerMade, answerSent)
    }
    list.add("first local candidate", gathering ?? local, peer.candidates.first?.at)
    list.add(
      gathered?.state == .timedOut ? "gathering timed out" : "gathering complete",
      gathering ?? local, gathered?.at)
    list.add("first check sent", later(remote, local), peer.firstCheck)
    list.add("pair selected", peer.firstCheck ?? remote, peer.firstSelected)
    list.add("dtls first flight", peer.firstSelected ?? peer.firstCheck, peer.flights.first?.at)
    list.add("dtls done", peer.flights.first?.at ?? peer.firstSelected, peer.dtlsConnected)
    list.add("first rtp packet in", peer.dtlsConnected, firstPacket)
    list.add("first key frame complete", video?.firstPacket ?? firstPacket, video?.firstKeyFrame)
    list.add("first frame decoded", video?.firstKeyFrame ?? firstPacket, video?.firstDecoded)
    list.add(
      "first frame rendered", video?.firstDecoded ?? video?.firstKeyFrame,
      numbers[index].firstFrame)
    return list.phases
  }

  private func later(_ a: Instant?, _ b: Instant?) -> Instant? {
    guard let a, let b else { return a ?? b }
    return max(a, b)
  }
}

/// The bars of one peer, as they are added.
private struct PhaseList {
  let peer: PeerID
  let subject: String
  var phases: [Phase] = []

  init(peer: PeerID, subject: String) {
    self.peer = peer
    self.subject = subject
  }

  /// What began after it was over (DTLS may start on a valid pair before one is selected) becomes a bar without length.
  mutating func add(_ name: String, _ from: Instant?, _ to: Instant?) {
    guard let to else { return }
    phases.append(
      Phase(name: name, peer: peer, subject: subject, from: min(from ?? to, to), to: to))
  }
}
