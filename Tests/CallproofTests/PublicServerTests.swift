import LinuxIO
import Netem
import SansIO
import Synchronization
import TestSupport
import Testing

@Suite("Servers outside the machine's calls")
struct PublicServerTests {
  @Test(
    "they are reached where the run allows it, and the report says so; else the case is skipped")
  func publicServer() throws {
    guard LiveCalls.canRun("a public server") else { return }
    let server = try LocalSTUNServer()
    let folder = ScratchFolder()
    try folder.write(
      """
      scenario: Outside
      servers: {stun1: {stun: {public: 'localhost:\(server.port)'}}}
      peers: {alice: {video: none}, bob: {video: none}}
      call: [alice dials bob, bob answers, connected within 10s, run for 1s, alice hangs up]
      expect: [connected: {bob: within 10s}]
      """, to: "outside.yaml")
    var table = Table()
    let refused = try Program.run("run", "outside.yaml", "--output", "refused", in: folder)
    table.equal(refused.code, 3, "exit code without --allow-public")
    table.holds(refused.text.contains("only with --allow-public"), refused.text)
    table.equal(server.clients, [], "nothing left the machine")
    let end = try Program.run(
      "run", "outside.yaml", "--allow-public", "--output", "out", in: folder)
    // A busy machine proves nothing of the call, and of the way out all the same.
    table.holds(end.code == 0 || end.text.contains("overloaded"), end.text)
    table.holds(server.clients.count >= 2, "each peer has a socket: \(server.clients)")
    table.holds(
      end.text.contains("datagrams left the machine for stun1 (localhost:\(server.port), "),
      end.text)
    let trace = folder.text("out/cases/outside-live/trace.jsonl") ?? ""
    for peer in ["alice", "bob"] {
      let found = trace.split(separator: "\n").contains {
        $0.contains(
          #""peer":"\#(peer)","event":"ice candidate","kind":"srflx","address":"127.0.0.1:"#)
      }
      table.holds(found, "\(peer) learnt its address")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a server that has no address breaks the case, and says so")
  func nowhere() throws {
    guard LiveCalls.canRun("a public server without an address") else { return }
    let folder = ScratchFolder()
    try folder.write(
      """
      scenario: Nowhere
      servers: {stun1: {stun: {public: no-such-host.invalid}}}
      peers: {alice: {video: none}, bob: {video: none}}
      call: [alice dials bob, bob answers, alice hangs up]
      expect: [connected: {bob: within 10s}]
      """, to: "nowhere.yaml")
    let end = try Program.run(
      "run", "nowhere.yaml", "--allow-public", "--output", "out", in: folder)
    #expect(end.code == 1)
    let words = "server stun1 (no-such-host.invalid:3478) cannot be used: no address of"
    #expect(end.text.contains(words), "\(end.text)")
  }

  @Test("a call is relayed by a TURN server outside of it")
  func relayed() throws {
    guard LiveCalls.canRun("a public TURN server", with: "turnserver") else { return }
    let program = try #require(OtherProgram.path(of: "turnserver"))
    let folder = ScratchFolder()
    // Closed again at once: nobody else takes a port that was just given.
    let port = try UDPSocket(host: [127, 0, 0, 1]).port
    let server = try ChildProcess(
      path: program,
      arguments: [
        "-n", "--listening-ip=127.0.0.1", "--listening-port=\(port)", "--relay-ip=127.0.0.1",
        "--realm=outside", "--lt-cred-mech", "--user=u:p w", "--no-tls", "--no-dtls", "--no-cli",
        "--allow-loopback-peers", "--no-rfc5780", "--userdb=\(folder("db"))",
        "--pidfile=\(folder("pid"))", "--log-file=stdout", "--simple-log",
      ])
    defer { server.end(within: 0) }
    while let lines = server.readLines() {
      if lines.contains(where: { $0.contains("Total General servers") }) { break }
    }
    try folder.write(
      """
      scenario: Relayed
      servers: {turn1: {turn: {public: '127.0.0.1:\(port)', username: u, credential: p w}}}
      peers:
        alice: {stack: aiortc, ice: {policy: relay}, video: none}
        bob: {stack: aiortc, ice: {policy: relay}, video: none}
      call: [alice dials bob, bob answers, connected within 20s, run for 2s, alice hangs up]
      expect: [connected: {alice: within 20s, bob: within 20s}]
      """, to: "relayed.yaml")
    let end = try Program.run("run", ".", "--allow-public", "--output", "out", in: folder)
    if end.text.contains("skipped  Relayed") {
      print("SKIPPED: a public TURN server: \(end.text)")
      return
    }
    // A busy machine proves nothing of the call, and of the way out all the same.
    #expect(end.code == 0 || end.text.contains("overloaded"), "\(end.text)")
    #expect(end.text.contains("datagrams left the machine for turn1"), "\(end.text)")
    let trace = folder.text("out/cases/relayed-live/trace.jsonl") ?? ""
    #expect(trace.contains(#""kind":"relay","address":"127.0.0.1:"#), "relayed candidates")
  }
}

/// A STUN server on this machine's own network, which is outside to calls.
private final class LocalSTUNServer {
  let port: UInt16
  private let work: Work
  private let thread: SystemThread

  init() throws {
    let work = try Work()
    self.work = work
    port = work.socket.port
    thread = try SystemThread("stun") { work.run() }
  }

  deinit {
    work.stop.notify()
    thread.join()
  }

  /// Who has asked so far.
  var clients: Set<SocketAddress> { work.clients.withLock { $0 } }

  // Unchecked: one thread alone uses the socket once it runs.
  private final class Work: @unchecked Sendable {
    let socket: UDPSocket
    let stop: WakeSignal
    let clients = Mutex<Set<SocketAddress>>([])

    init() throws(SystemError) {
      socket = try UDPSocket(host: [127, 0, 0, 1])
      stop = try WakeSignal()
    }

    func run() {
      let address = SocketAddress(host: socket.host, port: socket.port)
      let node = STUNServerNode(address: address, behaviour: .working)
      while !waitForInput([socket.descriptor, stop.descriptor], milliseconds: 60_000).contains(1) {
        for datagram in (try? socket.receive()) ?? [] {
          let client = SocketAddress(host: datagram.host, port: datagram.port)
          clients.withLock { _ = $0.insert(client) }
          node.receive(
            Datagram(source: client, destination: address, payload: datagram.bytes), at: .start)
          while let answer = node.nextDatagram() {
            _ = try? socket.send([
              UDPDatagram(bytes: answer.payload, host: client.host, port: client.port)
            ])
          }
        }
      }
    }
  }
}
