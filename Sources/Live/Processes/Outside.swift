internal import LinuxIO
internal import SansIO
internal import Scenario

/// The servers outside the run that a scenario names: found, and sockets to them opened, while the machine's network is at hand.
///
/// The sockets stay in that network when the process enters its sandbox; they are the only way out of it.
struct Outside {
  /// A public server that was found.
  struct Server {
    /// In the scenario.
    var index: Int
    var name: String
    /// As the scenario names it: "stun.example.org:3478".
    var asked: String
    /// Where it is.
    var address: SocketAddress
    var sockets: [ConnectedSocket]
  }

  /// In the order of the scenario.
  private(set) var servers: [Server] = []

  /// Looks up names, which may wait for the system's name servers.
  ///
  /// - Parameter isAllowed: whether datagrams may leave the machine at all.
  init(_ scenario: Scenario, isAllowed: Bool) throws(LiveError) {
    for (index, plan) in scenario.servers.enumerated() {
      guard let server = plan.external else { continue }
      guard isAllowed else {
        throw .publicServer(plan.name, server.text, reason: "nothing may leave the machine here")
      }
      do {
        let host = try lookUp(server.host)
        guard !Self.isForMany(host) else {
          throw LiveError.publicServer(
            plan.name, server.text, reason: "its address is none of a single host")
        }
        var sockets: [ConnectedSocket] = []
        for _ in 0..<PublicRelay.socketLimit {
          sockets.append(try ConnectedSocket(to: host, port: server.port))
        }
        servers.append(
          Server(
            index: index, name: plan.name, asked: server.text,
            address: SocketAddress(host: host, port: server.port), sockets: sockets))
      } catch let error as LiveError {
        throw error
      } catch {
        throw .publicServer(plan.name, server.text, reason: "\(error)")
      }
    }
  }

  /// Multicast, broadcast, and what names no host.
  private static func isForMany(_ host: [UInt8]) -> Bool {
    host.count == 4
      ? host[0] == 0 || host[0] >= 224 : host[0] == 0xff || host.allSatisfy { $0 == 0 }
  }
}
