internal import AgentProtocol
internal import LinuxIO
internal import Peer
internal import SansIO
internal import SwiftAgent
internal import Trace

/// The Swift peer on real sockets: one for each address of the machine, or of its namespace.
final class SocketPeer {
  let agent: SwiftAgent
  let executor: ThreadedCodecExecutor
  private let sockets: [UDPSocket]
  private var hasToldKeys = false
  private var losses = SocketLosses()

  /// Of a recording that a source names, in bytes.
  static let fileLimit = 1 << 30

  init(_ setup: AgentSetup) throws {
    // RFC 8421 §4: IPv6 goes before IPv4.
    let hosts = try localAddresses().sorted { $0.count > $1.count }
    guard !hosts.isEmpty else { throw SetupError.noAddress }
    sockets = try hosts.map { try UDPSocket(host: $0) }
    executor = try ThreadedCodecExecutor()
    let configuration = try AgentConfiguration(
      setup, hostAddresses: sockets.map(\.address), executor: executor
    ) { try readFile($0, atMost: Self.fileLimit) }
    try WarmUp.perform(configuration)
    agent = try SwiftAgent(configuration: configuration)
  }

  var descriptors: [Int32] { sockets.map(\.descriptor) }

  /// Takes what has come to a socket.
  func receive(socket index: Int, _ clock: AgentClock) throws {
    let socket = sockets[index]
    while true {
      let batch = try socket.receive()
      guard !batch.isEmpty else { return }
      let now = clock.now
      for datagram in batch {
        let source = SocketAddress(host: datagram.host, port: datagram.port)
        agent.receive(
          Datagram(
            source: source, destination: socket.address, ecn: datagram.ecn, payload: datagram.bytes),
          at: now)
      }
    }
  }

  /// Sends what the peer wants sent, a socket's datagrams together.
  func send() throws {
    while agent.peer.nextPlainPacket() != nil {}
    var batches = [[UDPDatagram]](repeating: [], count: sockets.count)
    while let datagram = agent.nextDatagram() {
      guard let index = sockets.firstIndex(where: { $0.address == datagram.source }) else {
        continue
      }
      batches[index].append(
        UDPDatagram(
          bytes: datagram.payload, host: datagram.destination.host,
          port: datagram.destination.port))
    }
    for (index, batch) in batches.enumerated() where !batch.isEmpty {
      let sent = try sockets[index].send(batch)
      // A full queue loses packets, as it does anywhere on the way.
      losses.unsent += batch.count - sent
    }
    losses.truncated = sockets.reduce(0) { $0 + $1.truncated }
    losses.refused = sockets.reduce(0) { $0 + $1.refused }
  }

  /// What was lost between the peer and the network since this was last asked.
  func nextLoss() -> TraceEvent.Kind? { losses.next() }

  /// What is to be told besides events.
  func nextNotice() -> AgentNotice? {
    if let secret = agent.peer.nextSecret() { return .secret(secret) }
    if !hasToldKeys, let keys = agent.peer.keys {
      hasToldKeys = true
      return .srtpKeys(profile: keys.profile.name, local: keys.local, remote: keys.remote)
    }
    return nil
  }
}

extension UDPSocket {
  fileprivate var address: SocketAddress { SocketAddress(host: host, port: port) }
}
