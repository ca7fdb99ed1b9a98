import ICE
import SansIO
import TestSupport
import Testing

private let server = SocketAddress("203.0.113.9", port: 3478)!

private func topology(
  _ name: String, _ change: (inout TwoAgents.Setting) -> Void = { _ in }
) -> (name: String, setting: TwoAgents.Setting) {
  var setting = TwoAgents.Setting()
  change(&setting)
  return (name, setting)
}

/// Topologies that must connect.
private let topologies = [
  topology("direct"),
  topology("whole descriptions") { $0.trickles = false },
  topology("two addresses each, one family shared") {
    $0.hosts = [["192.0.2.1", "2001:db8::1"], ["2001:db8::2", "198.51.100.1"]]
  },
  topology("both controlling") { $0.roles = [.controlling, .controlling] },
  topology("both controlled") { $0.roles = [.controlled, .controlled] },
  topology("roles swapped") { $0.roles = [.controlled, .controlling] },
  topology("answerer's candidates never signalled") { $0.silent = [false, true] },
  topology("full cone, server-reflexive") {
    $0.hosts[0] = ["10.0.0.1"]
    $0.nats[0] = NAT(.fullCone, publicHost: "203.0.113.1")
    $0.servers = [TestServer(address: server, answersAfter: .zero)]
  },
  topology("port restricted on both sides") {
    $0.hosts = [["10.0.0.1"], ["10.1.0.1"]]
    $0.nats = [
      NAT(.portRestricted, publicHost: "203.0.113.1"),
      NAT(.portRestricted, publicHost: "203.0.113.2"),
    ]
    $0.servers = [TestServer(address: server, answersAfter: .zero)]
  },
  topology("symmetric against full cone, peer-reflexive") {
    $0.hosts = [["10.0.0.1"], ["10.1.0.1"]]
    $0.nats = [
      NAT(.symmetric, publicHost: "203.0.113.1"), NAT(.fullCone, publicHost: "203.0.113.2"),
    ]
    $0.servers = [TestServer(address: server, answersAfter: .zero)]
  },
  topology("answer 2 s late, checks come first") { $0.answerDelay = .seconds(2) },
]

@Suite("Two agents connect")
struct ConnectivityTests {
  @Test("each topology, at each loss rate, for each seed", arguments: [0.0, 0.1, 0.3])
  func connects(lossProbability: Double) {
    var table = Table()
    var worst = Duration.zero
    for (name, setting) in topologies {
      var setting = setting
      setting.lossProbability = lossProbability
      for seed: UInt64 in 0..<(lossProbability == 0 ? 2 : 8) {
        var peers = TwoAgents(seed: seed, setting)
        let row = "\(name), loss \(lossProbability), seed \(seed)"
        let limit = Duration.seconds(lossProbability == 0 ? 5 : 30)
        let connected = peers.run(until: { $0.bothSelected }, within: limit)
        worst = max(worst, peers.now - .start)
        table.holds(connected, "\(row): \(peers.history(0)) \(peers.history(1))")
        // A nomination may still be under way to a better pair; then both agree.
        peers.run(for: .seconds(5))
        table.holds(peers.pairsMirror, "\(row): \(peers.agents.map(\.selectedPair))")
        table.holds(Set(peers.agents.map(\.role)).count == 2, "\(row): same roles")
        table.holds(
          peers.agents.allSatisfy {
            $0.connectionState == .completed || $0.connectionState == .connected
          },
          "\(row): \(peers.states)")
        table.equal(peers.faults, [], row)
      }
    }
    print("loss \(lossProbability): the slowest took \(worst.milliseconds) ms")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("same seed, same events")
  func determinism() {
    var setting = topologies[9].setting
    setting.lossProbability = 0.3
    let logs = (0..<2).map { _ in
      var peers = TwoAgents(seed: 3, setting)
      peers.run(for: .seconds(20))
      return peers.events.map { $0.map { "\($0)" } } + peers.sent.map { $0.map { "\($0)" } }
    }
    #expect(logs[0] == logs[1])
  }

  @Test("kinds, families, timing and states of calls without loss")
  func details() {
    var table = Table()
    func connected(_ name: String) -> TwoAgents {
      var peers = TwoAgents(seed: 1, topologies.first { $0.name == name }!.setting)
      table.holds(peers.run(until: { $0.bothSelected }, within: .seconds(5)), name)
      peers.run(for: .seconds(4))
      return peers
    }
    let direct = connected("direct")
    table.equal(
      direct.history(0), ["gathering", "complete", "checking", "connected", "completed"], "offerer")
    table.equal(
      direct.history(1), ["checking", "gathering", "complete", "connected", "completed"],
      "answerer")
    for side in 0...1 {
      table.equal(direct.agents[side].selectedPair?.roundTripTime, .milliseconds(40), "RTT")
      table.equal(direct.states[side], .completed, "state")
    }
    // Offer and answer take 60 ms; the answerer's check (at 30 + 30 ms) and nomination are one round trip each.
    table.equal(
      direct.firstInstant(0) { if case .selected = $0 { true } else { false } }.map {
        ($0 - .start).milliseconds <= 200
      }, true, "selected within 200 ms")
    let families = connected("two addresses each, one family shared")
    for (side, sent) in families.sent.enumerated() {
      table.holds(
        sent.allSatisfy { $0.datagram.source.isIPv6 == $0.datagram.destination.isIPv6 },
        "side \(side): pairs of one family")
    }
    let reflexive = connected("full cone, server-reflexive")
    table.equal(reflexive.agents[0].selectedPair?.local.kind, .srflx, "local kind")
    table.equal(reflexive.agents[1].selectedPair?.remote.kind, .srflx, "remote kind")
    let symmetric = connected("symmetric against full cone, peer-reflexive")
    table.equal(symmetric.agents[0].selectedPair?.local.kind, .prflx, "local kind")
    table.equal(symmetric.agents[1].selectedPair?.remote.kind, .prflx, "remote kind")
    let silent = connected("answerer's candidates never signalled")
    table.equal(silent.agents[0].selectedPair?.remote.kind, .prflx, "remote kind")
    for name in ["both controlling", "both controlled"] {
      let peers = connected(name)
      let conflicts = (0...1).map {
        peers.count($0) { if case .roleConflict = $0 { true } else { false } }
      }
      table.equal(conflicts.reduce(0, +), 1, "\(name): one side switches")
    }
    // Checks that came before the answer were answered and remembered: the answer is followed at once by validity.
    let late = connected("answer 2 s late, checks come first")
    let valid = late.firstInstant(1) { if case .validPair = $0 { true } else { false } }
    let answer = late.firstInstant(0) { $0 == .state(.checking) }
    table.holds(valid.map { $0 < .start + .milliseconds(200) } ?? false, "answerer valid early")
    table.equal(answer.map { ($0 - .start).milliseconds }, 2060, "answer arrives")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
