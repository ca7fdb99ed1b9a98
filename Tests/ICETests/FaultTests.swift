import ICE
import SansIO
import TestSupport
import Testing

@Suite("Planted faults")
struct FaultTests {
  private func setting(_ change: (inout TwoAgents.Setting) -> Void) -> TwoAgents.Setting {
    var setting = TwoAgents.Setting()
    change(&setting)
    return setting
  }

  @Test("a wrong password never connects, fails, and says why")
  func wrongPassword() {
    var table = Table()
    var both = TwoAgents(seed: 1, setting { $0.wrongPassword = [true, true] })
    both.run(for: .seconds(60))
    table.equal(both.states, [.failed, .failed], "both")
    var one = TwoAgents(seed: 1, setting { $0.wrongPassword = [false, true] })
    one.run(for: .seconds(60))
    table.equal(one.states[0], .failed, "the side that has the wrong one")
    for peers in [both, one] {
      let reasons = peers.events[0].compactMap {
        if case .checkFailed(_, _, let reason) = $0.event { reason } else { nil as String? }
      }
      table.holds(
        reasons.count == 1 && reasons[0].hasSuffix("in 15 s; last refusal: 401 Unauthenticated"),
        "\(reasons)")
      table.equal(peers.agents[0].selectedPair, nil, "selected")
      table.equal(peers.faults, [], "faults")
      table.holds(
        peers.count(0) { if case .discarded = $0 { true } else { false } } > 0, "discarded")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("lost end-of-candidates: connects all the same; without a path the PAC timer ends it")
  func lostEnd() {
    var table = Table()
    var works = TwoAgents(seed: 1, setting { $0.losesEndOfCandidates = true })
    works.run(for: .seconds(10))
    table.equal(works.states, [.connected, .connected], "connected, never completed")
    var dark = TwoAgents(
      seed: 1,
      setting {
        $0.losesEndOfCandidates = true
        $0.lossProbability = 1
      })
    dark.run(for: .seconds(60))
    table.equal(dark.states, [.failed, .failed], "failed")
    let failed = (0...1).map { side in
      dark.firstInstant(side) { $0 == .state(.failed) }.map { ($0 - .start).milliseconds }
    }
    // The offer is there at 30 ms, the answer at 60 ms.
    table.equal(failed, [39560, 39530], "39.5 s after the description")
    var told = TwoAgents(seed: 1, setting { $0.lossProbability = 1 })
    told.run(for: .seconds(60))
    table.equal(
      told.firstInstant(1) { $0 == .state(.failed) }.map { ($0 - .start).milliseconds < 15200 },
      true, "with end-of-candidates: when the checks have failed")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a description that comes 20 s late, and STUN servers that are dead or late")
  func lateness() {
    var table = Table()
    let server = SocketAddress("203.0.113.9", port: 3478)!
    let rows: [(String, TwoAgents.Setting, Int64)] = [
      ("20 s late", setting { $0.answerDelay = .seconds(20) }, 21000),
      (
        "dead server, trickle",
        setting { $0.servers = [TestServer(address: server, answersAfter: nil)] }, 1000
      ),
      (
        "dead server, whole descriptions wait for both fuses",
        setting {
          $0.servers = [TestServer(address: server, answersAfter: nil)]
          $0.trickles = false
        }, 6500
      ),
      (
        "only the address that comes after the fuse works",
        setting {
          $0.servers = [TestServer(address: server, answersAfter: .seconds(5))]
          $0.hosts = [["10.0.0.1"], ["10.1.0.1"]]
          $0.nats = [
            NAT(.portRestricted, publicHost: "203.0.113.1"),
            NAT(.portRestricted, publicHost: "203.0.113.2"),
          ]
        }, 9000
      ),
    ]
    for (name, setting, limit) in rows {
      var peers = TwoAgents(seed: 4, setting)
      let connected = peers.run(until: { $0.bothSelected }, within: .seconds(60))
      table.holds(
        connected && (peers.now - .start).milliseconds <= limit,
        "\(name): \((peers.now - .start).milliseconds) ms \(peers.history(0)) \(peers.history(1))")
      table.holds(
        !setting.servers.isEmpty
          == peers.agents.allSatisfy { $0.gatheringState != .complete }, "\(name): not complete")
      table.equal(peers.faults, [], name)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
