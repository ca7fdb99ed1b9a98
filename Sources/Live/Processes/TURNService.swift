internal import LinuxIO

/// A coturn process in a network namespace of its own: the TURN server of a live run.
final class TURNService {
  static let user = "callproof"
  static let password = "callproof"
  static let realm = "callproof"
  /// What its log says once it listens.
  private static let readyLine = "Total General servers"
  private static let startLimit: Int64 = 10_000_000_000

  let name: String
  let process: SandboxedProcess
  private(set) var log = ProcessLog()
  private(set) var isReady = false
  private(set) var hasEnded = false

  /// - Parameter address: of its interface, without a port.
  init(
    name: String, program: String, address: String, port: UInt16, network: NetworkNamespace,
    sandbox: Sandbox
  ) throws {
    self.name = name
    let folder = "\(Scratch.root)/\(name)"
    process = try sandbox.spawn(
      ProcessSpec(
        path: program,
        arguments: [
          "-n", "--listening-ip=\(address)", "--listening-port=\(port)", "--relay-ip=\(address)",
          "--min-port=49152", "--max-port=65535", "--realm=\(Self.realm)", "--lt-cred-mech",
          "--user=\(Self.user):\(Self.password)", "--no-tls", "--no-dtls", "--no-cli",
          "--no-multicast-peers", "--no-rfc5780", "--userdb=\(folder)/db",
          "--pidfile=\(folder)/pid", "--log-file=stdout", "--simple-log", "--relay-threads=1",
        ], environment: [:], network: network, folder: folder))
  }

  /// Waits until it listens.
  func waitUntilReady() throws {
    let deadline = monotonicNanoseconds() + Self.startLimit
    let loop = try EventLoop()
    try loop.add(process.output, token: 0)
    while !isReady {
      guard !hasEnded, monotonicNanoseconds() < deadline else {
        let last = log.lines(5).joined(separator: " | ")
        throw LiveError.service(
          name, reason: (hasEnded ? "it ended" : "it does not listen") + "; its log: \(last)")
      }
      _ = try loop.wait(until: deadline)
      readLog()
    }
  }

  /// Keeps its output from filling up.
  func readLog() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    switch Pipe.read(process.output, into: &buffer) {
    case .bytes(let count): log.append(buffer[..<count])
    case .nothing: break
    case .closed: hasEnded = true
    }
    isReady = isReady || log.recent.contains(Self.readyLine)
    _ = Pipe.read(process.log, into: &buffer)
  }
}
