internal import STUN
internal import SansIO

/// Everything between two restarts: both sides' credentials and what they led to (RFC 8445 §9).
struct Generation: Sendable {
  /// Remote candidates beyond this are discarded; descriptions carry a dozen.
  static let remoteLimit = 100
  static let reflexiveLimit = 32

  let local: ICECredentials
  var remote: ICECredentials?
  var remoteCandidates: [ICECandidate] = []
  /// Peer-reflexive local candidates (RFC 8445 §7.2.5.3.1); never signalled.
  var reflexiveCandidates: [ICECandidate] = []
  /// The far side named candidates that we cannot resolve: it may still reach us.
  var hasUnresolvable = false
  var remoteHasEnded = false
  var checklist = Checklist()
  var requests = SentRequests()
  /// When the far side's credentials became known.
  var beganAt: Instant?
  var firstValid: Int?
  var firstValidAt: Instant?
  var selected: Int?
  var consent: ConsentTimer?

  init(local: ICECredentials) { self.local = local }

  /// The pair that carries data: the selected one, before nomination the first valid one (RFC 8445 §12.1).
  var active: Int? { selected ?? firstValid }

  func usable(_ id: Int?) -> SelectedPair? {
    guard let id, let index = checklist.index(id: id) else { return nil }
    return checklist.pairs[index].usable
  }

  var nominationIsRunning: Bool { checklist.pairs.contains { $0.isBeingNominated } }

  /// A Binding request for a pair (RFC 8445 §7.2.2), and its entry among the sent ones.
  mutating func makeRequest(
    _ index: Int, nominating: Bool, role: ICERole, tieBreaker: UInt64, at now: Instant,
    using generator: inout SplitMix64
  ) -> Datagram? {
    guard let remote else { return nil }
    let pair = checklist.pairs[index]
    let message = STUNMessage(
      .request, transactionID: TransactionID(using: &generator),
      attributes: [
        .username("\(remote.ufrag):\(local.ufrag)"),
        role == .controlling
          ? .iceControlling(tieBreaker: tieBreaker) : .iceControlled(tieBreaker: tieBreaker),
        .priority(Self.reflexivePriority(of: pair.local)),
      ] + (nominating ? [.useCandidate] : []))
    requests.add(
      SentRequest(
        id: message.transactionID, pair: pair.id, sentAt: now, role: role, isNominating: nominating)
    )
    return Datagram(
      source: pair.local.base, destination: pair.remote.address,
      payload: message.serialized(integrityKey: Array(remote.pwd.utf8), fingerprint: true))
  }

  /// PRIORITY is what a peer-reflexive candidate found by the check would have (RFC 8445 §7.1.1).
  static func reflexivePriority(of local: ICECandidate) -> UInt32 {
    local.priority & 0x00ff_ffff | ICECandidate.Kind.prflx.typePreference << 24
  }
}
