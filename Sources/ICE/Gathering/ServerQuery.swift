internal import STUN
internal import SansIO

/// One question to one STUN server from one socket, with the retransmission of RFC 8489 §6.2.1.
struct ServerQuery: Sendable {
  enum State: Hashable, Sendable {
    case waiting
    case inProgress(transmissions: Int, dueAt: Instant)
    case finished
  }

  /// Rc and Rm: seven transmissions, and after the last a wait of 16 RTO: 39.5 s at 500 ms.
  static let transmissionLimit = 7
  static let lastWaitFactor = 16

  let host: ICECandidate
  let server: STUNServer
  /// Makes the priority unique: RFC 8445 §5.1.2.1.
  let localPreference: UInt16
  let id: TransactionID
  private(set) var state = State.waiting

  init(host: ICECandidate, server: STUNServer, localPreference: UInt16, id: TransactionID) {
    self.host = host
    self.server = server
    self.localPreference = localPreference
    self.id = id
  }

  var isUnfinished: Bool { state != .finished }

  mutating func transmitted(at now: Instant, rto: Duration) {
    var count = 1
    if case .inProgress(let earlier, _) = state { count = earlier + 1 }
    let factor = count < Self.transmissionLimit ? 1 << (count - 1) : Self.lastWaitFactor
    state = .inProgress(transmissions: count, dueAt: now + rto * factor)
  }

  mutating func finish() { state = .finished }

  var datagram: Datagram {
    // RFC 8489 §6.1; a server needs neither credentials nor FINGERPRINT, and none multiplexes here.
    Datagram(
      source: host.base, destination: server.address,
      payload: STUNMessage(.request, transactionID: id)
        .serialized(integrityKey: nil, fingerprint: false))
  }
}
