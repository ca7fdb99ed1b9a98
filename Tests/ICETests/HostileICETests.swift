import STUN
import SansIO
import TestSupport
import Testing

@testable import ICE

@Suite("Hostile datagrams into a live agent")
struct HostileICETests {
  /// One real datagram of each kind that a far side, a server or an attacker may send.
  private func vectors(_ one: inout OneAgent) -> [Datagram] {
    let from = one.far.addresses[0]
    var datagrams = [
      one.far.request(to: one.agent, from: from, useCandidate: true),
      one.far.request(to: one.agent, from: from, role: .controlled, tieBreaker: .max),
      one.far.request(to: one.agent, from: from, password: "wrong"),
    ]
    var checks = one.drain()
    for _ in 0..<3 {
      one.now = one.now + .milliseconds(50)
      one.agent.wake(at: one.now)
      checks += one.drain()
    }
    for check in checks {
      if let answer = one.far.answer(check) { datagrams.append(answer) }
      if let error = one.far.answer(check, error: .roleConflict) { datagrams.append(error) }
      datagrams.append(check)
    }
    return datagrams
  }

  @Test("every truncation and 10,000 mutations: events, never a trap, bounded memory")
  func mutations() {
    var table = Table()
    let server = STUNServer(address: SocketAddress("203.0.113.9", port: 3478)!)
    var one = OneAgent(role: .controlling, servers: [server])
    one.introduce()
    let vectors = vectors(&one)
    table.holds(vectors.count >= 5, "\(vectors.count) vectors")
    for vector in vectors {
      for count in 0..<vector.payload.count {
        var cut = vector
        cut.payload = Array(vector.payload[..<count])
        table.equal(one.agent.receive(cut, at: one.now), count > 0, "\(count) bytes are STUN")
      }
      _ = one.drain()
    }
    var generator = Seed(8445).stream("ice mutations")
    for round in 0..<10_000 {
      var datagram = vectors[round % vectors.count]
      datagram.payload = mutated(datagram.payload, using: &generator)
      // One in four is sealed again, so that it reaches what lies behind integrity and FINGERPRINT.
      if round % 4 == 0,
        let message = try? STUNMessage(parsing: vectors[round % vectors.count].payload)
      {
        var changed = message
        changed.transactionID =
          round % 8 == 0 ? message.transactionID : TransactionID(using: &generator)
        changed.attributes.append(
          .other(type: UInt16(truncatingIfNeeded: generator.next()), value: []))
        changed.attributes.shuffle(using: &generator)
        if generator.next() % 2 == 0 { changed.attributes.removeLast() }
        let key = message.messageClass == .request ? one.agent.local.pwd : one.far.credentials.pwd
        datagram.payload = changed.serialized(integrityKey: Array(key.utf8), fingerprint: true)
        datagram.source.port = UInt16(generator.next() % 16)
      }
      one.now = one.now + .milliseconds(3)
      _ = one.agent.receive(datagram, at: one.now)
      if round % 50 == 0 { _ = one.drain() }
    }
    // An insider who has the password and invents addresses meets the limits.
    for port: UInt16 in 1000..<1150 {
      let source = SocketAddress(host: one.far.addresses[0].host, port: port)
      let role = one.agent.role.other
      _ = one.receive(one.far.request(to: one.agent, from: source, role: role))
    }
    let current = one.agent.current
    table.equal(current.remoteCandidates.count, Generation.remoteLimit, "the limit was met")
    table.holds(current.remoteCandidates.count <= Generation.remoteLimit, "remote candidates")
    table.holds(current.checklist.pairs.count <= Checklist.limit, "pairs")
    table.holds(current.reflexiveCandidates.count <= Generation.reflexiveLimit, "reflexive")
    table.holds(one.discards.count > 1000, "discarded")
    // Without draining, queues stay bounded.
    let flood = one.far.request(to: one.agent, from: one.far.addresses[0], password: "wrong")
    for _ in 0..<3000 { _ = one.agent.receive(flood, at: one.now) }
    table.holds(one.drain().count <= 1024, "answers kept")
    #expect(table.failures.isEmpty, "\(table.failures.prefix(5))")
  }
}
