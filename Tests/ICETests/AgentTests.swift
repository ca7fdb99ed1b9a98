import STUN
import SansIO
import TestSupport
import Testing

@testable import ICE

@Suite("One agent against a far side driven by hand")
struct AgentTests {
  @Test("requests are refused as RFC 8489 §9.1.3 and RFC 8445 §7.3 say")
  func refusals() {
    var table = Table()
    let from = SocketAddress("198.51.100.1", port: 7000)!
    let rows: [(String, UInt16?, Bool, (inout FarSide, ICEAgent) -> Datagram)] = [
      ("right", nil, true, { far, agent in far.request(to: agent, from: from) }),
      ("password", 401, false, { far, agent in far.request(to: agent, from: from, password: "x") }),
      ("ufrag", 401, false, { far, agent in far.request(to: agent, from: from, ufrag: "none") }),
      (
        "attribute", 420, true,
        { far, agent in
          far.request(to: agent, from: from, extra: [.other(type: 0x7777, value: [])])
        }
      ),
      (
        "credentials", 400, false,
        { _, agent in
          Datagram(
            source: from, destination: agent.configuration.hostAddresses[0],
            payload: STUNMessage(.request, transactionID: TransactionID(high: 1, low: 1))
              .serialized(integrityKey: nil, fingerprint: true))
        }
      ),
      (
        "lower tie-breaker, same role", 487, true,
        { far, agent in far.request(to: agent, from: from, role: .controlled, tieBreaker: .max) }
      ),
    ]
    for (name, code, isSealed, make) in rows {
      var one = OneAgent(role: .controlled)
      one.agent.tieBreaker = 7
      _ = one.drain()
      let answers = one.receive(make(&one.far, one.agent))
      table.equal(one.parse(answers).map(\.errorCode?.code), [code], name)
      table.equal(
        answers.map {
          STUNMessage.verifiesIntegrity($0.payload, key: Array(one.agent.local.pwd.utf8))
        }, [isSealed], "\(name): integrity")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("checks before the answer are answered, remembered, and followed once it comes")
  func earlyChecks() {
    var table = Table()
    for (isRight, name) in [(true, "same ufrag"), (false, "another fork's ufrag")] {
      var one = OneAgent(role: .controlled)
      _ = one.drain()
      let answers = one.receive(
        one.far.request(to: one.agent, from: one.far.addresses[0], useCandidate: true))
      table.equal(one.parse(answers).map(\.messageClass), [.success], "answered")
      one.run(for: .seconds(2))
      table.equal(one.agent.selectedPair, nil, "no password yet")
      if !isRight { one.far.credentials.ufrag = "fork" }
      one.agent.setRemote(one.far.credentials, at: one.now)
      one.run(for: .milliseconds(100))
      table.equal(
        one.agent.selectedPair?.remoteAddress, isRight ? one.far.addresses[0] : nil, name)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("USE-CANDIDATE on several pairs: the highest priority that is valid wins")
  func severalNominations() {
    var table = Table()
    let far = FarSide(addresses: ["198.51.100.1", "198.51.100.2", "198.51.100.3"])
    // Worst first, as a browser would that nominates everything; then best first.
    for order in [[2, 1, 0], [0, 1, 2], [1, 2, 0]] {
      var one = OneAgent(role: .controlled, far: far)
      one.introduce()
      for index in order {
        let request = one.far.request(
          to: one.agent, from: far.addresses[index], useCandidate: true)
        for datagram in one.receive(request) {
          if let answer = one.far.answer(datagram) { _ = one.agent.receive(answer, at: one.now) }
        }
        one.run(for: .milliseconds(60))
      }
      one.run(for: .seconds(1))
      table.equal(one.agent.selectedPair?.remoteAddress, far.addresses[0], "\(order)")
      let selections = one.events.count { if case .selected = $0 { true } else { false } }
      table.holds(selections >= 1 && selections <= 3, "\(order): \(selections) selections")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a lite far side: we become controlling, check and nominate; it only answers")
  func lite() {
    var table = Table()
    var one = OneAgent(role: .controlled)
    one.introduce(isLite: true)
    table.equal(one.agent.role, .controlling, "role")
    one.agent.endRemoteCandidates(at: one.now)
    one.run(for: .seconds(2))
    table.equal(one.agent.connectionState, .completed, "state")
    table.equal(one.agent.selectedPair?.remoteAddress, one.far.addresses[0], "selected")
    let nominating = one.events.compactMap {
      if case .checkSent(_, _, let nominating) = $0 { nominating } else { nil }
    }
    table.equal(nominating, [false, true], "one check, one nomination")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("pacing, RTO and giving up: RFC 8445 §14.2 and §14.3")
  func pacing() {
    var table = Table()
    for count in [1, 20] {
      var one = OneAgent(
        role: .controlling, far: FarSide(addresses: (0..<count).map { "198.51.100.\($0)" }))
      one.introduce()
      one.agent.endRemoteCandidates(at: one.now)
      var sends: [SocketAddress: [Int64]] = [:]
      var starts: [Int64] = []
      while let deadline = one.agent.deadline, one.agent.connectionState != .failed {
        for datagram in one.drain() {
          let at = (one.now - .start).milliseconds
          if sends[datagram.destination] == nil { starts.append(at) }
          sends[datagram.destination, default: []].append(at)
        }
        one.now = max(one.now, deadline)
        one.agent.wake(at: one.now)
      }
      _ = one.drain()
      table.equal(starts, (0..<count).map { Int64($0) * 50 }, "Ta")
      // 20 checks at 50 ms are 1 s; one is the least, 500 ms.
      let last = sends[one.far.addresses[count - 1]] ?? []
      table.equal(
        last.prefix(3).map { $0 - last[0] }, count == 1 ? [0, 500, 1000] : [0, 1000, 2000], "RTO")
      table.equal(last.count, count == 1 ? 30 : 15, "transmissions")
      table.equal(one.agent.connectionState, .failed, "no pair is left")
      table.equal(
        (one.now - .start).milliseconds, count == 1 ? 15000 : 15950, "\(count) pairs: failed at")
      table.equal(one.failures.last, "no answer to \(last.count) checks in 15 s", "reason")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a pair fails by an answer from elsewhere or an error; a forged answer changes nothing")
  func badAnswers() {
    var table = Table()
    let elsewhere = SocketAddress("198.51.100.66", port: 1)!
    var one = OneAgent(role: .controlling)
    one.introduce()
    let check = one.drain()[0]
    var forger = one.far
    forger.credentials.pwd = "wrong"
    var forged = one.far.answer(check)!
    forged.payload = STUNMessage(
      .success, transactionID: try! STUNMessage(parsing: check.payload).transactionID,
      attributes: [.xorMappedAddress(check.source)]
    ).serialized(integrityKey: Array(forger.credentials.pwd.utf8), fingerprint: true)
    _ = one.receive(forged)
    table.equal(one.agent.firstValidPair, nil, "forged")
    table.equal(one.discards.count, 1, "forged")
    _ = one.receive(one.far.answer(check, from: elsewhere)!)
    table.equal(
      one.events.last,
      .checkFailed(
        local: check.source, remote: check.destination,
        reason: "answer from \(elsewhere), asked \(check.destination)"), "asymmetric")
    var other = OneAgent(role: .controlling)
    other.introduce()
    _ = other.receive(other.far.answer(other.drain()[0], error: .serverError)!)
    table.equal(
      other.events.last,
      .checkFailed(
        local: check.source, remote: check.destination, reason: "500 Server Error"), "error")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("names without a resolver, candidates of another generation, too many of them")
  func candidates() {
    var table = Table()
    var one = OneAgent(role: .controlling)
    one.agent.addUnresolvableCandidate(name: "5f3c.local")
    one.agent.setRemote(one.far.credentials, at: one.now)
    one.agent.endRemoteCandidates(at: one.now)
    one.agent.addRemoteCandidate(
      kind: .host, address: one.far.addresses[0], priority: 1, foundation: "1", ufrag: "old",
      at: one.now)
    _ = one.drain()
    table.holds(
      one.events.contains(.remoteCandidate(kind: .host, address: "5f3c.local")), "noted")
    table.equal(one.discards.count, 1, "old generation")
    one.run(for: .seconds(39))
    table.equal(one.agent.connectionState, .checking, "the far side may still reach us")
    _ = one.receive(one.far.request(to: one.agent, from: one.far.addresses[0], role: .controlled))
    one.run(for: .seconds(1))
    table.equal(one.agent.selectedPair?.remote.kind, .prflx, "it did")

    var silent = OneAgent(role: .controlling)
    silent.agent.setRemote(silent.far.credentials, at: silent.now)
    silent.run(for: .milliseconds(39499))
    table.equal(silent.agent.connectionState, .checking, "before the PAC timer")
    silent.run(for: .milliseconds(1))
    table.equal(silent.agent.connectionState, .failed, "RFC 8863")

    var flooded = OneAgent(role: .controlling)
    flooded.agent.setRemote(flooded.far.credentials, at: flooded.now)
    for index in 0..<300 {
      flooded.agent.addRemoteCandidate(
        kind: .host, address: SocketAddress("10.0.\(index / 200).\(index % 200)", port: 1)!,
        priority: UInt32(index), foundation: "\(index)", at: flooded.now)
    }
    _ = flooded.drain()
    table.equal(flooded.agent.current.checklist.pairs.count, 100, "pairs")
    table.equal(flooded.discards.count, 200, "refused")
    let long = ICECredentials(ufrag: String(repeating: "u", count: 70000), pwd: "p")
    one.agent.setRemote(long, at: one.now)
    _ = one.drain()
    table.equal(one.agent.remote, one.far.credentials, "unusable credentials are not taken")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
