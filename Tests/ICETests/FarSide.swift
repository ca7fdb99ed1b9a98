import STUN
import SansIO

@testable import ICE

/// A hand-driven far side: says on the wire exactly what a test wants it to, as a browser or a lite server might.
struct FarSide {
  var credentials = ICECredentials(ufrag: "far1", pwd: "farfarfarfarfarfarfar1")
  var addresses: [SocketAddress]
  private var generator = Seed(99).stream("far side")

  init(addresses: [String] = ["198.51.100.1"]) {
    self.addresses = addresses.map { SocketAddress($0, port: 7000)! }
  }

  /// A Binding request to the agent, as its far side would send it.
  mutating func request(
    to agent: ICEAgent, from source: SocketAddress, role: ICERole = .controlling,
    tieBreaker: UInt64 = 1, useCandidate: Bool = false, ufrag: String? = nil,
    password: String? = nil, extra: [STUNAttribute] = []
  ) -> Datagram {
    let message = STUNMessage(
      .request, transactionID: TransactionID(using: &generator),
      attributes: [
        .username("\(ufrag ?? agent.local.ufrag):\(credentials.ufrag)"), .priority(0x6e00_1eff),
        role == .controlling
          ? .iceControlling(tieBreaker: tieBreaker) : .iceControlled(tieBreaker: tieBreaker),
      ] + (useCandidate ? [.useCandidate] : []) + extra)
    return Datagram(
      source: source, destination: agent.configuration.hostAddresses[0],
      payload: message.serialized(
        integrityKey: Array((password ?? agent.local.pwd).utf8), fingerprint: true))
  }

  /// What it answers to the agent's request; nil when that is none, or not authentic.
  func answer(_ datagram: Datagram, error: STUNErrorCode? = nil, from: SocketAddress? = nil)
    -> Datagram?
  {
    let key = Array(credentials.pwd.utf8)
    guard let request = try? STUNMessage(parsing: datagram.payload),
      request.messageClass == .request,
      STUNMessage.verifiesIntegrity(datagram.payload, key: key)
    else { return nil }
    let answer = STUNMessage(
      error == nil ? .success : .error, transactionID: request.transactionID,
      attributes: [error.map { .errorCode($0) } ?? .xorMappedAddress(datagram.source)])
    return Datagram(
      source: from ?? datagram.destination, destination: datagram.source,
      payload: answer.serialized(integrityKey: key, fingerprint: true))
  }
}

/// One agent at 192.0.2.1:5000 that faces a far side driven by hand.
struct OneAgent {
  var agent: ICEAgent
  var far: FarSide
  var now = Instant.start
  private(set) var events: [ICEAgent.Event] = []

  init(role: ICERole = .controlled, far: FarSide = FarSide(), servers: [STUNServer] = []) {
    agent = ICEAgent(
      configuration: ICEConfiguration(
        hostAddresses: [SocketAddress("192.0.2.1", port: 5000)!], stunServers: servers),
      role: role, generator: Seed(5).stream("agent"))
    self.far = far
    agent.gather(at: now)
  }

  mutating func introduce(isLite: Bool = false) {
    agent.setRemote(far.credentials, isLite: isLite, at: now)
    for (index, address) in far.addresses.enumerated() {
      agent.addRemoteCandidate(
        kind: .host, address: address, priority: UInt32(0x7eff_ffff - index * 256),
        foundation: "\(index)", at: now)
    }
  }

  /// What the agent has sent and said since the last call.
  mutating func drain() -> [Datagram] {
    var datagrams: [Datagram] = []
    while let datagram = agent.nextDatagram() { datagrams.append(datagram) }
    while let event = agent.nextEvent() { events.append(event) }
    return datagrams
  }

  mutating func receive(_ datagram: Datagram) -> [Datagram] {
    _ = agent.receive(datagram, at: now)
    return drain()
  }

  /// Lets time pass; the far side answers what `answers` picks, at once.
  mutating func run(for duration: Duration, answering answers: (Datagram) -> Bool = { _ in true }) {
    let end = now + duration
    while true {
      for datagram in drain() where answers(datagram) {
        if let answer = far.answer(datagram) { _ = agent.receive(answer, at: now) }
      }
      guard let deadline = agent.deadline, deadline <= end else { break }
      now = max(now, deadline)
      agent.wake(at: now)
    }
    now = end
  }

  var discards: [String] {
    events.compactMap { if case .discarded(let reason) = $0 { reason } else { nil } }
  }

  /// Why checks failed.
  var failures: [String] {
    events.compactMap { if case .checkFailed(_, _, let reason) = $0 { reason } else { nil } }
  }

  func parse(_ datagrams: [Datagram]) -> [STUNMessage] {
    datagrams.compactMap { try? STUNMessage(parsing: $0.payload) }
  }
}
