import ICE
import STUN
import SansIO
import TestSupport
import Testing

private let first = SocketAddress("203.0.113.9", port: 3478)!
private let second = SocketAddress("203.0.113.10", port: 3478)!

@Suite("Gathering")
struct GatheringTests {
  private func gathered(
    fuse: Duration? = .seconds(3), hosts: [String] = ["192.0.2.1"], nat: Bool = false,
    servers: [TestServer], for duration: Duration = .seconds(45)
  ) -> TwoAgents {
    var setting = TwoAgents.Setting()
    setting.hosts[0] = hosts
    setting.servers = servers
    setting.gatherTimeout = fuse
    if nat { setting.nats[0] = NAT(.fullCone, publicHost: "203.0.113.1") }
    var peers = TwoAgents(seed: 1, setting)
    peers.run(for: duration)
    return peers
  }

  private func gathering(_ peers: TwoAgents) -> [String] {
    peers.events[0].compactMap { entry in
      let at = (entry.at - .start).milliseconds
      switch entry.event {
      case .gathering(let state, let servers):
        return "\(at) \(state.rawValue)" + servers.map { " \($0)" }.joined()
      case .candidate(let candidate): return "\(at) \(candidate.kind.rawValue)"
      case .endOfCandidates: return "\(at) end"
      case .gatheringError(let server, let reason): return "\(at) error \(server) \(reason)"
      default: return nil
      }
    }
  }

  @Test("ends when done or when the fuse fires, and never calls a fired fuse complete")
  func endings() {
    var table = Table()
    let working = TestServer(address: first, answersAfter: .zero)
    let rows: [(String, TwoAgents, [String])] = [
      (
        "no server", gathered(servers: []),
        ["0 gathering", "0 host", "0 complete", "0 end"]
      ),
      (
        "working server without a NAT: the reflexive address is redundant",
        gathered(servers: [working]), ["0 gathering", "0 host", "40 complete", "40 end"]
      ),
      (
        "working server behind a NAT", gathered(nat: true, servers: [working]),
        ["0 gathering", "0 host", "40 srflx", "40 complete", "40 end"]
      ),
      (
        "dead server, no fuse",
        gathered(fuse: nil, servers: [TestServer(address: first, answersAfter: nil)]),
        [
          "0 gathering", "0 host",
          "39500 error stun:203.0.113.9:3478 no answer to 7 requests from 192.0.2.1:5000",
          "39500 complete", "39500 end",
        ]
      ),
      (
        "dead server, fuse of 3 s",
        gathered(servers: [TestServer(address: first, answersAfter: nil)]),
        [
          "0 gathering", "0 host", "3000 timed out stun:203.0.113.9:3478",
          "39500 error stun:203.0.113.9:3478 no answer to 7 requests from 192.0.2.1:5000",
          "39500 end",
        ]
      ),
      (
        "a server that answers after the fuse: its candidate still counts",
        gathered(nat: true, servers: [TestServer(address: first, answersAfter: .seconds(5))]),
        [
          "0 gathering", "0 host", "3000 timed out stun:203.0.113.9:3478", "5040 srflx", "5040 end",
        ]
      ),
      (
        "one of two servers is dead",
        gathered(
          nat: true, servers: [working, TestServer(address: second, answersAfter: nil)],
          for: .seconds(4)),
        [
          "0 gathering", "0 host", "40 srflx", "3000 timed out stun:203.0.113.10:3478",
        ]
      ),
    ]
    for (name, peers, expected) in rows {
      table.equal(gathering(peers), expected, name)
      table.equal(peers.faults, [], name)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("retransmits as RFC 8489 §6.2.1 says, paced as RFC 8445 §14 says, one family each")
  func transmissions() {
    var table = Table()
    let dead = gathered(fuse: nil, servers: [TestServer(address: first, answersAfter: nil)])
    let requests = dead.sent[0].filter { $0.datagram.destination == first }
    table.equal(
      requests.map { ($0.at - .start).milliseconds }, [0, 500, 1500, 3500, 7500, 15500, 31500],
      "instants")
    table.equal(Set(requests.map(\.datagram.payload)).count, 1, "one transaction")
    let many = gathered(
      hosts: ["192.0.2.1", "192.0.2.2", "2001:db8::1"],
      servers: [first, second].map { TestServer(address: $0, answersAfter: nil) },
      for: .milliseconds(400))
    let starts = many.sent[0].filter { [first, second].contains($0.datagram.destination) }
    table.equal(starts.map { ($0.at - .start).milliseconds }.prefix(2), [0, 50], "Ta")
    table.equal(starts.count, 4, "no IPv6 socket asks an IPv4 server")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("priorities, foundations and bases of RFC 8445 §5.1")
  func candidates() {
    var table = Table()
    let peers = gathered(
      hosts: ["10.0.0.1", "10.0.0.2"], nat: true,
      servers: [first, second].map { TestServer(address: $0, answersAfter: .zero) })
    let candidates = peers.agents[0].localCandidates
    // The second server reports the same two addresses: redundant.
    table.equal(candidates.map(\.kind), [.host, .host, .srflx, .srflx], "kinds")
    table.equal(candidates.first?.priority, 126 << 24 | 65535 << 8 | 255, "host priority")
    table.equal(candidates.last?.priority, 100 << 24 | 65534 << 8 | 255, "reflexive priority")
    table.equal(Set(candidates.map(\.priority)).count, 4, "unique priorities")
    table.equal(Set(candidates.map(\.foundation)).count, 4, "foundations")
    table.equal(candidates.last?.relatedAddress, SocketAddress("10.0.0.2", port: 5001), "related")
    table.equal(candidates.last?.server, "stun:203.0.113.9:3478", "server")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("answers that are wrong: an error, an alien address, another source")
  func wrongAnswers() throws {
    var table = Table()
    let rows: [(String, [STUNAttribute], SocketAddress, String)] = [
      ("error", [.errorCode(.serverError)], first, "500 Server Error"),
      ("nothing", [], first, "answer without a usable address"),
      (
        "wrong family", [.xorMappedAddress(SocketAddress("2001:db8::1", port: 1)!)], first,
        "answer without a usable address"
      ),
      ("mapped", [.mappedAddress(SocketAddress("1.2.3.4", port: 5)!)], first, "srflx"),
      ("source", [.xorMappedAddress(first)], second, "discarded"),
    ]
    for (name, attributes, source, expected) in rows {
      var one = OneAgent(servers: [STUNServer(address: first)])
      let query = try STUNMessage(parsing: one.drain()[0].payload)
      let isError = attributes.first?.type == 9
      let answer = STUNMessage(
        isError ? .error : .success, transactionID: query.transactionID, attributes: attributes)
      _ = one.receive(
        Datagram(
          source: source, destination: one.agent.configuration.hostAddresses[0],
          payload: answer.serialized(integrityKey: nil, fingerprint: false)))
      let outcome = one.events.compactMap { event -> String? in
        switch event {
        case .gatheringError(_, let reason): reason
        case .candidate(let candidate) where candidate.kind == .srflx: "srflx"
        case .discarded: "discarded"
        default: nil
        }
      }
      table.equal(outcome, [expected], name)
      table.equal(
        one.agent.gatheringState, name == "source" ? .gathering : .complete, name)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
