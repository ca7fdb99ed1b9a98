internal import LinuxIO
internal import SansIO
internal import Trace

/// What iperf3 finds between two namespaces, where it is installed: a second opinion, and TCP and IPv6 as kernels speak them.
struct EmulatorTools {
  static let path = "/usr/bin/iperf3"

  let sandbox: Sandbox
  let client: NetworkNamespace
  let server: NetworkNamespace

  static var isInstalled: Bool { fileKind(path) == .file }

  /// Kbit/s of payload that the server received in two seconds.
  func rate(ipv6: Bool, udpKilobits: Int?) throws -> Double {
    guard let host = ipv6 ? server.plan.ipv6 : server.plan.ipv4 else {
      throw BenchError.wrongResult
    }
    let address = SocketAddress(host: host, port: 0).hostText
    let listening = try start(["-s", "-1", "-B", address, "--forceflush"], in: server)
    let greeting = try output(of: listening) { $0.contains("listening") }
    guard greeting.contains("listening") else { throw BenchError.wrongResult }
    let udp = udpKilobits.map { ["-u", "-l", "1200", "-b", "\($0)k"] } ?? []
    let asking = try start(["-c", address, "-t", "2", "-J"] + udp, in: client)
    let report = try JSONValue(
      parsing: try output(of: asking) { _ in false }, roundingNumbers: true)
    guard let rate = report["end"]?["sum_received"]?["bits_per_second"]?.decimalValue else {
      throw BenchError.wrongResult
    }
    var bits = Double(rate.units)
    for _ in 0..<rate.places { bits /= 10 }
    return bits / 1000
  }

  private func start(_ arguments: [String], in network: NetworkNamespace) throws -> SandboxedProcess
  {
    try sandbox.spawn(
      ProcessSpec(
        path: Self.path, arguments: arguments, network: network,
        folder: Sandbox.scratchRoot + "/iperf3"))
  }

  /// What it prints until that is enough, or it ends; at most 20 s.
  private func output(
    of process: SandboxedProcess, isEnough: (String) -> Bool
  ) throws -> String {
    let loop = try EventLoop()
    try loop.add(process.output, token: 0)
    let end = monotonicNanoseconds() + 20_000_000_000
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while monotonicNanoseconds() < end {
      _ = try loop.wait(until: end)
      while let count = try Descriptor.read(process.output, into: &buffer) {
        let text = String(decoding: bytes, as: UTF8.self)
        if count == 0 || bytes.count > 1 << 20 { return text }
        bytes += buffer.prefix(count)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if isEnough(text) { return text }
    }
    throw BenchError.wrongResult
  }
}
