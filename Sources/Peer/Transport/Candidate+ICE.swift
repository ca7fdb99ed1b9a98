internal import ICE
internal import SDP

extension SDP.Candidate {
  /// An `a=candidate` value for a candidate that ICE gathered.
  init(_ candidate: ICECandidate) {
    self.init(
      foundation: candidate.foundation, component: 1, transport: "udp",
      priority: candidate.priority, address: candidate.address.hostText,
      port: candidate.address.port, kind: Kind(rawValue: candidate.kind.rawValue) ?? .host,
      relatedAddress: candidate.relatedAddress?.hostText,
      relatedPort: candidate.relatedAddress?.port)
  }
}
