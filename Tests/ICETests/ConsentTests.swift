import ICE
import SansIO
import TestSupport
import Testing

@Suite("Consent, loss of connection, restart")
struct ConsentTests {
  private func connected(seed: UInt64 = 1) -> TwoAgents {
    var peers = TwoAgents(seed: seed)
    _ = peers.run(until: { $0.bothSelected }, within: .seconds(5))
    peers.run(for: .seconds(1))
    return peers
  }

  private func instants(_ peers: TwoAgents, _ side: Int, of state: ICEConnectionState) -> [Int64] {
    peers.events[side].filter { $0.event == .state(state) }.map {
      ($0.at - .start).milliseconds
    }
  }

  @Test("RFC 7675 §5.1: a check every 4 to 6 s, of differing lengths")
  func intervals() {
    var table = Table()
    var peers = connected()
    peers.run(for: .seconds(120))
    for side in 0...1 {
      let checks = peers.events[side].compactMap {
        if case .checkSent = $0.event { ($0.at - .start).milliseconds } else { nil as Int64? }
      }.filter { $0 > 1000 }
      let gaps = zip(checks, checks.dropFirst()).map { $1 - $0 }
      table.holds(gaps.count >= 19, "side \(side): \(gaps.count) checks")
      table.holds(gaps.allSatisfy { (4000...6000).contains($0) }, "side \(side): \(gaps)")
      table.holds(Set(gaps).count > gaps.count / 2, "side \(side): jittered")
      table.equal(peers.states[side], .completed, "side \(side)")
    }
    table.equal(peers.faults, [], "faults")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("disconnected 5 s after the first unanswered check; recovers at once; 3 s go unnoticed")
  func disconnection() {
    var table = Table()
    var peers = connected()
    let cut = peers.now
    peers.network.cut = cut..<cut + .seconds(15)
    peers.run(for: .seconds(20))
    for side in 0...1 {
      let lost = instants(peers, side, of: .disconnected).map { $0 - (cut - .start).milliseconds }
      let back = instants(peers, side, of: .completed).last.map {
        $0 - (cut - .start).milliseconds
      }
      table.holds(lost.count == 1 && (5000...11000).contains(lost[0]), "side \(side): \(lost)")
      table.holds(back.map { (15000...15600).contains($0) } ?? false, "side \(side): \(back ?? 0)")
    }
    var short = connected()
    short.network.cut = short.now..<short.now + .seconds(3)
    short.run(for: .seconds(30))
    table.equal((0...1).map { instants(short, $0, of: .disconnected).count }, [0, 0], "3 s")
    var lossy = connected()
    lossy.network.lossProbability = 0.3
    lossy.run(for: .seconds(300))
    table.equal((0...1).map { instants(lossy, $0, of: .disconnected).count }, [0, 0], "30 % loss")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("consent expires 30 s after the last answer: nothing is sent any more, and it has failed")
  func expiry() {
    var table = Table()
    var peers = connected()
    peers.run(for: .seconds(7))
    let cut = peers.now
    peers.network.cut = cut..<cut + .seconds(1000)
    peers.run(for: .seconds(60))
    for side in 0...1 {
      let lastAnswer = peers.events[side].last {
        if case .checkSucceeded = $0.event { true } else { false }
      }
      let expired = peers.firstInstant(side) { $0 == .consentExpired }
      table.equal(expired, lastAnswer.map { $0.at + .seconds(30) }, "side \(side): expiry")
      table.equal(peers.states[side], .failed, "side \(side)")
      table.equal(peers.agents[side].sendingPair, nil, "side \(side)")
      table.holds(
        peers.sent[side].allSatisfy { $0.at <= expired ?? .start }, "side \(side): silent")
      table.equal(peers.agents[side].deadline, nil, "side \(side): nothing scheduled")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("restart: new credentials, the old pair carries on until the new one is selected")
  func restart() {
    var table = Table()
    for (initiator, isBroken) in [(0, false), (0, true)] {
      let row = isBroken ? "from failed" : "from completed"
      var peers = connected()
      if isBroken {
        peers.network.cut = peers.now..<peers.now + .seconds(40)
        peers.run(for: .seconds(45))
        table.equal(peers.states, [.failed, .failed], row)
      }
      let before = peers.agents[initiator].local
      let began = peers.now
      let fresh = peers.agents[initiator].restart(at: peers.now)
      table.holds(fresh != before && fresh == peers.agents[initiator].local, "\(row): credentials")
      table.equal(peers.agents[0].sendingPair == nil, isBroken, "\(row): the old pair still works")
      peers.describe(initiator)
      peers.collect(initiator)
      var neverSilent = true
      let selected = peers.run(
        until: { peers in
          if !isBroken, peers.agents.contains(where: { $0.sendingPair == nil }) {
            neverSilent = false
          }
          return (0...1).allSatisfy { side in
            peers.events[side].contains {
              if case .selected = $0.event { $0.at >= began } else { false }
            }
          }
        }, within: .seconds(5))
      table.holds(selected, "\(row): \(peers.history(0)) \(peers.history(1))")
      table.holds(neverSilent, "\(row): a pair at every instant")
      peers.run(for: .seconds(40))
      table.equal(peers.states, [.completed, .completed], row)
      table.equal(
        peers.agents[0].remote == peers.agents[1].local
          && peers.agents[1].remote == peers.agents[0].local, true, "\(row): both are new")
      table.equal(
        peers.agents.map { $0.localCandidates.count }, [1, 1], "\(row): gathered anew")
      let lost = (0...1).map { side in
        instants(peers, side, of: .disconnected).filter { $0 >= (began - .start).milliseconds }
      }
      table.equal(lost, [[], []], "\(row): no loss on the way")
      table.equal(peers.faults, [], row)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a restart that nobody answers: the old pair's consent is kept for minutes")
  func unansweredRestart() {
    var peers = connected()
    peers.agents[0].restart(at: peers.now)
    peers.collect(0)
    peers.run(for: .seconds(90))
    #expect(peers.agents.allSatisfy { $0.sendingPair != nil } && peers.faults.isEmpty)
  }

  @Test("after close nothing is sent or scheduled")
  func closing() {
    var peers = connected()
    peers.agents[0].close()
    peers.run(for: .seconds(20))
    #expect(
      peers.agents[0].deadline == nil && peers.states == [.closed, .disconnected]
        && peers.sent[0].allSatisfy { $0.at < .start + .seconds(2) })
  }
}
