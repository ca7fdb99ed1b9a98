internal import Metrics
internal import SansIO

extension CallLog {
  /// Links of the chain that held, as far as the log says.
  public var facts: [CallFact] {
    switch content {
    case .events(let log): log.peers.flatMap(Self.facts)
    case .sync(let log): SyncFindings.facts(log)
    case .frames(let log):
      FrameFindings.find(log, 0).isEmpty && log.rendered.count > 30
        ? [CallFact(.render, "\(log.rendered.count) frames shown, without a freeze")] : []
    }
  }

  private static func facts(_ peer: EventLog.Peer) -> [CallFact] {
    let ice = ICERecord(peer)
    let first = FirstFrameRecord(peer)
    let name = peer.name.map { "\($0) " } ?? ""
    var facts: [CallFact] = []
    if let end = first.ends[.signalling] ?? ice.remoteDescriptions.first?.at {
      facts.append(
        CallFact(.signalling, "\(name)had the remote description at \(end.milliseconds) ms"))
    }
    if let gathering = ice.gatherings.first, let end = gathering.end?.at,
      GatheringFindings.find(ice, 0).isEmpty, !gathering.found.isEmpty
    {
      facts.append(
        CallFact(
          .gathering,
          "\(name)gathered \(gathering.kinds) candidates, complete at \(end.milliseconds) ms"))
    }
    if !ice.remoteCandidates.isEmpty {
      let count = ice.remoteCandidates.count
      facts.append(
        CallFact(
          .signalling, suspect: "the other side's gathering",
          "\(counted(count, "candidate")) came from there"))
    }
    if let found = ice.gatherings.lazy.flatMap(\.found).first(where: { $0.candidate.kind == .srflx }
    ) {
      let at = found.at.map { " at \($0.milliseconds) ms" } ?? ""
      facts.append(
        CallFact(
          .gathering, suspect: "STUN",
          "\(name)had a srflx candidate\(at), so UDP passes and comes back"))
    }
    if let at = first.ends[.ice] ?? ice.connected?.at {
      facts.append(CallFact(.checks, "\(name)connected at \(at.milliseconds) ms"))
    }
    if let at = first.ends[.dtls] {
      facts.append(CallFact(.dtls, "\(name)had its keys at \(at.milliseconds) ms"))
    }
    if let at = first.ends[.firstPacket] {
      facts.append(CallFact(.rtp, "\(name)had its first packet at \(at.milliseconds) ms"))
    }
    return facts
  }
}
