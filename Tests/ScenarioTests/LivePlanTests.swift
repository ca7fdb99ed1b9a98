import Metrics
import SansIO
import Scenario
import TestSupport
import Testing
import Trace

@Suite("Scenarios for the live world")
struct LivePlanTests {
  private static let text = """
    scenario: Room
    servers: {turn1: {turn: working}, gone: {turn: dead}}
    peers:
      alice: {stack: chromium, binary: /opt/beta/chrome, flags: [--a, --a], label: Chromium beta, ip: both}
      inlet: {stack: janus, flags: videoroom-publish, ice: {servers: []}}
      outlet: {stack: janus, flags: [], host: inlet, forwards: alice}
      bob: {stack: agent, binary: ./agent.py, ice: {policy: relay}, video: {codecs: [VP8]}}
      carol: {}
    call: [alice dials inlet, inlet answers, outlet dials bob, bob answers, connected within 5s]
    expect: [connected: {bob: within 5s}]
    """

  @Test("what a file says of foreign peers arrives")
  func plans() throws {
    let scenario = try #require(Sample.parse(Self.text).first)
    let peers = scenario.peers
    var table = Table()
    table.equal(peers.map(\.stack), ["chromium", "janus", "janus", "agent", "swift"], "stacks")
    table.equal(
      peers.map(\.title), ["Chromium beta (chromium)", "janus", "janus", "agent", "swift"],
      "titles")
    table.equal(peers.map(\.binary), ["/opt/beta/chrome", nil, nil, "./agent.py", nil], "binaries")
    table.equal(peers.map(\.flags), [["--a", "--a"], ["videoroom-publish"], [], [], []], "flags")
    table.equal(peers.map(\.families), [.both, .v4, .v4, .v4, .v4], "addresses")
    table.equal(peers.map(\.host), [nil, nil, PeerID(index: 1), nil, nil], "hosts")
    table.equal(scenario.forwards, [nil, nil, PeerID(index: 0), nil, nil], "forwards")
    table.equal(peers.map(\.ice.policy), [.all, .all, .all, .relay, .all], "policies")
    table.equal(
      peers.map { $0.video?.codecs }, [[], [], [], ["VP8"], ["VP8", "H264/42e01f"]],
      "only a foreign stack may keep its own order")
    table.equal(peers.map { $0.audio?.codecs }, [[], [], [], [], ["opus"]], "sound")
    table.equal(scenario.worlds, [.live], "such a file is for the live world")
    table.equal(
      scenario.servers,
      [
        ServerPlan(name: "turn1", kind: .turn, behaviour: .working),
        ServerPlan(name: "gone", kind: .turn, behaviour: .dead),
      ], "servers")
    table.equal(try Sample.parse(Sample.call("")).first?.forwards, [], "nobody forwards")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a file's own idea of its worlds is checked against what it needs")
  func worlds() throws {
    let rows: [(peers: String, worlds: [WorldKind])] = [
      ("alice: {}, bob: {}", [.simulated, .live]),
      ("alice: {}, bob: {stack: firefox}", [.live]),
      ("alice: {}, bob: {ip: v6}", [.live]),
      ("alice: {forwards: bob}, bob: {}", [.live]),
      ("alice: {host: bob}, bob: {}", [.live]),
    ]
    var table = Table()
    for row in rows {
      let text = Self.call(row.peers)
      table.equal(try Sample.parse(text).first?.worlds, row.worlds, row.peers)
      let errors = Sample.errors(text + "\nworlds: [simulated, live]")
      table.equal(errors.count, row.worlds.count == 1 ? 1 : 0, "\(row.peers): \(errors)")
    }
    table.equal(
      Sample.errors(Self.call("alice: {}, bob: {stack: firefox}") + "\nworlds: simulated"),
      [
        "5:9: worlds: found 'simulated'; expected 'live' alone, since bob is firefox, which is not simulated"
      ], "said why")
    table.equal(
      Sample.errors(Self.call("alice: {}, bob: {}") + "\nworlds: []"),
      ["5:9: worlds: found an empty list; expected simulated, live or both of them"], "none")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("what does not fit together is told")
  func errors() {
    let rows: [(peers: String, error: String)] = [
      (
        "alice: {stack: firefax}, bob: {}",
        "2:24: peers.alice.stack: found 'firefax'; expected an implementation (swift, chromium, firefox, aiortc, gstreamer, janus, libwebrtc, pion, libdatachannel or agent); did you mean 'firefox'?"
      ),
      (
        "alice: {binary: /bin/x}, bob: {}",
        "2:17: peers.alice: found 'binary' of a swift peer; expected nothing: the swift peer is part of callproof"
      ),
      (
        "alice: {stack: agent}, bob: {}",
        "2:24: peers.alice: found an agent without a program; expected 'binary: PATH', a program that speaks the agent protocol"
      ),
      (
        "alice: {forwards: alice}, bob: {}",
        "2:27: peers.alice.forwards: found 'alice'; expected another peer"
      ),
      (
        "alice: {host: bop}, bob: {}",
        "2:23: peers.alice.host: found the peer 'bop'; expected one of the peers alice, bob; did you mean 'bob'?"
      ),
      (
        "alice: {forwards: bob}, bob: {forwards: alice}",
        "2:27: peers.alice.forwards: found 'bob'; expected a peer that sends its own media"
      ),
      (
        "alice: {host: bob}, bob: {stack: janus}",
        "2:23: peers.alice.host: found 'bob'; expected a peer of the same stack that has no host of its own"
      ),
      (
        "alice: {ice: {policy: relay}}, bob: {}",
        "2:22: peers.alice.ice: found 'policy: relay' of a swift peer; expected another stack: the swift peer has no TURN client so far"
      ),
      (
        "alice: {}, bob: {stack: pion, ice: {policy: relay}}",
        "2:53: peers.bob.ice.policy: found 'relay' without a TURN server; expected 'all', or a server that relays: 'servers: {turn1: {turn: working}}'"
      ),
      (
        "alice: {}, bob: {stack: pion, ice: {policy: relay, servers: []}}}\nservers: {t: {turn: dead}",
        "2:53: peers.bob.ice.policy: found 'relay' without a TURN server; expected 'all', or t among the 'servers' of bob"
      ),
      (
        "alice: {}, bob: {stack: pion, dtls: {mtu: 1000}}",
        "2:39: peers.bob: found 'dtls' of a peer that is pion; expected nothing: only swift peers have DTLS settings"
      ),
      (
        "alice: {}, bob: {stack: aiortc, flags: [-v]}",
        "2:41: peers.bob: found 'flags' of a peer that is aiortc; expected nothing: its agent takes no arguments"
      ),
      (
        "alice: {}, bob: {stack: pion, clock: {drift: 5ppm}}",
        "2:39: peers.bob: found 'clock' of a peer that is pion; expected nothing: only swift peers have a clock that can be set"
      ),
      (
        "alice: {}, bob: {stack: pion, flags: [\"-a\\tb\"]}",
        "2:47: peers.bob.flags: found the control character U+0009; expected an argument of the program, without control characters"
      ),
      (
        "alice: {ip: v5}, bob: {}",
        "2:21: peers.alice.ip: found 'v5'; expected addresses (v4, v6 or both); did you mean 'v4'?"
      ),
      (
        "alice: {public: true}, bob: {}",
        "2:17: peers.alice: found the key 'public'; expected it inside a server: 'servers: {stun1: {stun: {public: stun.example.org}}}'"
      ),
    ]
    var table = Table()
    for row in rows { table.equal(Sample.errors(Self.call(row.peers)).first, row.error, row.peers) }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a server outside the run is found by its name or address, and wants the live world")
  func publicServers() throws {
    let rows: [(plan: String, server: PublicServer)] = [
      ("stun: {public: stun.example.org}", PublicServer(host: "stun.example.org")),
      ("stun: {public: 'a-1.example:19302'}", PublicServer(host: "a-1.example", port: 19302)),
      ("stun: {public: 192.0.2.1}", PublicServer(host: "192.0.2.1")),
      ("stun: {public: '[2001:db8::1]'}", PublicServer(host: "2001:db8::1")),
      ("stun: {public: '[2001:db8::1]:1'}", PublicServer(host: "2001:db8::1", port: 1)),
      (
        "turn: {public: turn.example, username: u, credential: 'p w'}",
        PublicServer(host: "turn.example", username: "u", credential: "p w")
      ),
    ]
    var table = Table()
    for row in rows {
      let text = Self.call("alice: {}, bob: {stack: pion}") + "\nservers: {s: {\(row.plan)}}"
      let scenario = try Sample.parse(text).first
      table.equal(scenario?.servers.first?.external, row.server, row.plan)
      table.equal(scenario?.worlds, [.live], "\(row.plan): worlds")
    }
    table.equal(PublicServer(host: "2001:db8::1").text, "[2001:db8::1]:3478", "in brackets")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a server outside the run that cannot be meant is told")
  func publicServerErrors() {
    let rows: [(plan: String, error: String)] = [
      (
        "stun: {}",
        "5:21: servers.s.stun: found no 'public'; expected where it is, such as {public: stun.example.org:3478}"
      ),
      (
        "stun: {public: a, username: u}",
        "5:33: servers.s.stun: found 'username' of a STUN server; expected nothing: it answers everybody"
      ),
      (
        "turn: {public: a, username: u}",
        "5:21: servers.s.turn: found no 'credential'; expected it: a TURN server relays for users that it knows"
      ),
      (
        "turn: {pubic: a}",
        "5:22: servers.s.turn: found the key 'pubic'; expected one of the keys public, username, credential; did you mean 'public'?"
      ),
    ]
    var table = Table()
    for row in rows {
      let text = Self.call("alice: {}, bob: {}") + "\nservers: {s: {\(row.plan)}}"
      table.equal(Sample.errors(text).first, row.error, row.plan)
    }
    for bad in ["'a b'", "'a:0'", "'a:+1'", "'a:65536'", "'::1'", "'[::1'", "'stun:a'", "'-a'"] {
      let text =
        Self.call("alice: {}, bob: {}") + "\nservers: {s: {stun: {public: \(bad)}}}"
      table.equal(
        Sample.errors(text).first,
        "5:30: servers.s.stun.public: found \(bad); expected a name or an address and its port, such as stun.example.org:3478",
        bad)
    }
    let simulated =
      Self.call("alice: {}, bob: {}")
      + "\nworlds: simulated\nservers: {s: {stun: {public: a}}}"
    table.equal(
      Sample.errors(simulated).first,
      "5:9: worlds: found 'simulated'; expected 'live' alone, since s is a public server, which is not simulated",
      "simulated")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a call that must fail expects nothing that only a call has that came up")
  func failure() throws {
    var table = Table()
    let good = Self.call("alice: {}, bob: {}")
    func parse(_ expect: String) throws -> [Expected] {
      try Sample.parse(good.replacing("[connected: {bob: within 5s}]", with: expect))[0]
        .expectations.map(\.value)
    }
    for stage in CallStage.allCases {
      table.equal(
        try parse("[fails with: {stage: \(stage.rawValue), because: a reason}]"),
        [.fails(.stage(stage), because: "a reason")], stage.rawValue)
    }
    let cipher = Expected.fails(.cause(.dtlsNoCommonCipher), because: nil)
    table.equal(try parse("[fails with: dtls-no-common-cipher]"), [cipher], "a cause alone")
    table.equal(
      try parse("[fails with: {cause: dtls-no-common-cipher}]"), [cipher], "a cause by its key")
    table.equal(
      try parse("[fails with: {stage: media}]"), [.fails(.media, because: nil)], "any of media")
    table.equal(
      try parse("[fails with: {stage: media}, connected: {bob: within 5s}]").count, 2,
      "media fails after the connection")
    let second =
      "found a second expectation of a call that fails at dtls; expected 'fails with' and, beside it, only what comes before that stage"
    let rows: [(expect: String, error: String)] = [
      ("[fails with: {stage: dtls}, connected: {bob: within 5s}]", second),
      ("[first frame: {bob: within 5s}, fails with: {stage: dtls}]", second),
      ("[fails with: {stage: dtls}, fails with: {stage: dtls}]", "found a second"),
      ("[fails with: {stage: dtlS}]", "found 'dtlS'"),
      ("[fails with: {because: x}]", "found neither 'cause' nor 'stage'"),
      ("[fails with: {}]", "found neither 'cause' nor 'stage'"),
      ("[fails with: {stage: dtls, cause: dtls-failed}]", "found both 'stage' and 'cause'"),
      ("[fails with: dtls]", "did you mean '{stage: dtls}'?"),
      ("[fails with: dtls-no-comon-cipher]", "did you mean 'dtls-no-common-cipher'?"),
      (
        "[fails with: checks-slow]",
        "found 'checks-slow'; expected the id of a cause that a run can show (description-refused,"
      ),
      ("[fails with: {cause: no-answr}]", "did you mean 'no-answer'?"),
      ("[fails with: no-answer, first frame: {bob: within 5s}]", "that fails at no-answer"),
    ]
    for row in rows {
      let errors = Sample.errors(good.replacing("[connected: {bob: within 5s}]", with: row.expect))
      table.holds(errors.first?.contains(row.error) ?? false, "\(row.expect): \(errors)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  private static func call(_ peers: String) -> String {
    """
    scenario: T
    peers: {\(peers)}
    call: [alice dials bob, bob answers, connected within 5s]
    expect: [connected: {bob: within 5s}]
    """
  }
}

/// Swift Testing has an `Expectation` too.
typealias Expected = Metrics.Expectation
