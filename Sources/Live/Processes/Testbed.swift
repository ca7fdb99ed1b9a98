internal import FoundationEssentials
internal import LinuxIO
internal import Netem
internal import SansIO
internal import Scenario
internal import Trace

/// The network namespaces and servers of one live run, and who lives where.
final class Testbed {
  let sandbox: Sandbox
  /// One for each peer that shares nobody's, then one for each TURN server; the router knows them by these indices.
  private(set) var networks: [NetworkNamespace] = []
  private(set) var interfaces: [RouterPlan.Interface] = []
  private(set) var stunServers: [RouterPlan.Server] = []
  private(set) var publicServers: [RouterPlan.PublicServer] = []
  private(set) var deadAddresses: [[UInt8]] = []
  private(set) var services: [TURNService] = []
  /// Index into `networks` by peer.
  private(set) var homes: [Int]

  init(
    sandbox: Sandbox, scenario: Scenario, outside: Outside, surroundings: Surroundings
  ) throws {
    self.sandbox = sandbox
    homes = [Int](repeating: 0, count: scenario.peers.count)
    for (index, peer) in scenario.peers.enumerated() where peer.host == nil {
      homes[index] = networks.count
      let ipv4 = peer.families == .v6 ? nil : LiveAddresses.ipv4(ofPeer: index)
      let ipv6 = peer.families == .v4 ? nil : LiveAddresses.ipv6(ofPeer: index)
      try open(
        NetworkPlan(ipv4: ipv4, ipv6: ipv6), name: peer.name, link: scenario.network[index],
        id: LinkID(index: index))
    }
    for (index, peer) in scenario.peers.enumerated() {
      if let host = peer.host { homes[index] = homes[host.index] }
    }
    for (index, server) in scenario.servers.enumerated() {
      let address = LiveAddresses.server(index)
      if let found = outside.servers.first(where: { $0.index == index }) {
        publicServers.append(.init(name: server.name, address: address, sockets: found.sockets))
      }
      try open(server, at: address, surroundings: surroundings)
    }
  }

  func plan(origin: Int64, seed: Seed) -> RouterPlan {
    var plan = RouterPlan(
      origin: origin, seed: seed, interfaces: interfaces, stunServers: stunServers,
      deadAddresses: deadAddresses)
    plan.publicServers = publicServers
    return plan
  }

  /// The router's number of the interface that a peer uses.
  func interface(of peer: Int) -> Int { homes[peer] }

  /// Far above what a browser's process takes in a call, and below what harms a machine.
  private static let memoryLimit = 8 << 30

  /// Starts the agent of a peer, in its network and a folder of its own.
  func spawn(
    _ command: AgentCommand, as name: String, peer: Int, surroundings: Surroundings
  ) throws(SystemError) -> SandboxedProcess {
    let folder = "\(Scratch.root)/\(name)"
    var program = ProcessSpec(
      path: Self.absolute(command.path, surroundings), arguments: command.arguments,
      environment: Self.environment(folder: folder, surroundings)
        .merging(command.environment) { _, own in own },
      network: networks[homes[peer]], folder: folder)
    program.memoryLimit = Self.memoryLimit
    return try sandbox.spawn(program)
  }

  /// What every agent finds in its environment, and nothing else.
  static func environment(folder: String, _ surroundings: Surroundings) -> [String: String] {
    [
      "PATH": surroundings.path.joined(separator: ":"), "HOME": folder, "TMPDIR": folder,
      "XDG_RUNTIME_DIR": folder, "XDG_CACHE_HOME": folder, "LANG": "C.UTF-8",
      "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1",
    ]
  }

  /// Why a program was not started, and what to do about it.
  static func words(_ error: SystemError, starting path: String) -> String {
    guard fileKind(path) == .file, !FileManager.default.isExecutableFile(atPath: path) else {
      return "\(error)"
    }
    return "\(error); chmod +x it, or put its interpreter before it"
  }

  /// A program by its path, or by its name on the path.
  static func absolute(_ path: String, _ surroundings: Surroundings) -> String {
    if path.hasPrefix("/") { return path }
    if path.contains("/") { return "\(FileManager.default.currentDirectoryPath)/\(path)" }
    return surroundings.program(named: path) ?? path
  }

  /// An argument that names a file beside the caller, by a path that holds in every folder; others as they are.
  static func absolute(argument: String) -> String {
    guard !argument.hasPrefix("/"), !argument.hasPrefix("-"), fileKind(argument) == .file else {
      return argument
    }
    return "\(FileManager.default.currentDirectoryPath)/\(argument)"
  }

  private func open(
    _ plan: NetworkPlan, name: String, link: LinkSettings?, id: LinkID?
  ) throws(SystemError) {
    let network = try sandbox.makeNetwork(plan)
    networks.append(network)
    interfaces.append(
      RouterPlan.Interface(
        name: name, tun: network.tun, addresses: [plan.ipv4, plan.ipv6].compactMap(\.self),
        link: link, id: id))
  }

  private func open(
    _ server: ServerPlan, at address: SocketAddress, surroundings: Surroundings
  ) throws {
    switch (server.kind, server.behaviour) {
    case (_, .external): break
    case (.stun, .working):
      stunServers.append(.init(name: server.name, address: address, behaviour: .working))
    case (.stun, .slow(let delay)):
      stunServers.append(.init(name: server.name, address: address, behaviour: .slow(delay)))
    case (.stun, .dead):
      stunServers.append(.init(name: server.name, address: address, behaviour: .dead))
    case (.turn, .dead): deadAddresses.append(address.host)
    case (.turn, .working), (.turn, .slow):
      guard let program = surroundings.program(named: "turnserver") else {
        throw LiveError.missingService(
          server.name, reason: Stack.coturn.lack(in: surroundings) ?? "coturn is not installed")
      }
      try open(NetworkPlan(ipv4: address.host), name: server.name, link: nil, id: nil)
      guard let network = networks.last else { return }
      services.append(
        try TURNService(
          name: server.name, program: program, address: address.hostText, port: address.port,
          network: network, sandbox: sandbox))
    }
  }
}
