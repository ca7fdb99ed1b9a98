import Foundation
import LinuxIO

/// A sandbox with two networks and a forwarder between their TUN devices; reads what programs write.
final class Household {
  static let own = realPath("/proc/self/exe") ?? ""

  let sandbox: Sandbox
  let networks: [NetworkNamespace]
  private(set) var forwarded = 0
  /// Packets that are neither UDP nor ICMP echo: the kernel's own.
  private(set) var foreign = 0
  private let loop: EventLoop
  private var packet = [UInt8](repeating: 0, count: 65536)

  init(_ sandbox: Sandbox, hasIPv6: Bool = true) throws {
    self.sandbox = sandbox
    loop = try EventLoop()
    networks = try (1...2).map { (number: UInt8) in
      try sandbox.makeNetwork(
        NetworkPlan(
          ipv4: [10, 0, number, 1],
          ipv6: hasIPv6
            ? [0xFD] + [UInt8](repeating: 0, count: 6) + [number] + [0, 0, 0, 0, 0, 0, 0, 1] : nil))
    }
    for (index, network) in networks.enumerated() { try loop.add(network.tun, token: index) }
  }

  static func spec(
    _ path: String, _ arguments: [String], in network: NetworkNamespace? = nil,
    folder: String = "/dev/shm/trial"
  ) -> ProcessSpec {
    ProcessSpec(
      path: path, arguments: arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": folder],
      network: network, folder: folder)
  }

  static func shell(
    _ script: String, in network: NetworkNamespace? = nil, folder: String = "/dev/shm/trial"
  ) -> ProcessSpec { spec("/bin/sh", ["-c", script], in: network, folder: folder) }

  /// Forwards packets until the program has written a line with that beginning, or ended; returns all that it wrote.
  func read(_ process: SandboxedProcess, until words: String? = nil, seconds: Int = 20) throws
    -> String
  {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    try loop.add(process.output, token: 10)
    try loop.add(process.log, token: 11)
    defer {
      loop.remove(process.output)
      loop.remove(process.log)
    }
    let deadline = monotonicNanoseconds() + Int64(seconds) * 1_000_000_000
    while monotonicNanoseconds() < deadline {
      for token in try loop.wait(until: deadline) {
        if token < 2 { try forward(from: token) }
        if token == 10, let count = try Descriptor.read(process.output, into: &buffer) {
          text += buffer[..<count]
          let soFar = String(decoding: text, as: UTF8.self)
          if count == 0 || words.map({ soFar.contains($0) }) ?? false { return soFar }
        }
        if token == 11, let count = try Descriptor.read(process.log, into: &buffer) {
          if count == 0 { loop.remove(process.log) } else { text += buffer[..<count] }
        }
      }
    }
    throw Trouble("after \(seconds) s it had written: \(String(decoding: text, as: UTF8.self))")
  }

  /// Runs a program to its end; returns what it wrote.
  func run(_ spec: ProcessSpec) throws -> String { try read(try sandbox.spawn(spec)) }

  private func forward(from index: Int) throws {
    while let count = try Descriptor.read(networks[index].tun, into: &packet), count > 0 {
      let transport = packet[0] >> 4 == 4 ? packet[9] : packet[6]
      if transport == 17 || transport == 1
        || transport == 58 && packet[40] >= 128 && packet[40] <= 129
      {
        forwarded += 1
        _ = try Descriptor.write(networks[1 - index].tun, packet[..<count])
      } else {
        foreign += 1
      }
    }
  }
}

/// Waits for the end of a process; nil: it did not come in time.
func end(of process: SandboxedProcess, in sandbox: Sandbox, seconds: Int32 = 10)
  -> ChildProcess.Exit?
{
  let deadline = monotonicNanoseconds() + Int64(seconds) * 1_000_000_000
  repeat {
    while let (pid, exit) = sandbox.nextExit() { if pid == process.pid { return exit } }
    _ = waitForInput([sandbox.exits], milliseconds: 100)
  } while monotonicNanoseconds() < deadline
  return nil
}
