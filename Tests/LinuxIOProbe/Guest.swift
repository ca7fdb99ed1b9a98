import Foundation
import LinuxIO

/// What runs in the namespaces of the trials.
enum Guest {
  /// Sends every datagram back to where it came from, at each address of its network.
  static func echo(_ words: ArraySlice<String>) throws {
    let loop = try EventLoop()
    let sockets = try localAddresses().map { try UDPSocket(host: $0, port: 5000) }
    for (index, socket) in sockets.enumerated() { try loop.add(socket.descriptor, token: index) }
    say("addresses \(sockets.map { text($0.host) }.joined(separator: " "))")
    while true {
      for token in try loop.wait(until: nil) {
        while true {
          let datagrams = try sockets[token].receive()
          if datagrams.isEmpty { break }
          _ = try sockets[token].send(datagrams)
        }
      }
    }
  }

  /// Sends that many datagrams to an address, ten at a time, and prints how many different ones came back.
  static func ask(_ words: ArraySlice<String>) throws {
    let words = Array(words)
    guard words.count == 2, let host = bytes(words[0]), let count = Int(words[1]) else {
      throw Trouble("ask HOST COUNT")
    }
    let own = try localAddresses().first { $0.count == host.count }
    let socket = try UDPSocket(host: own ?? host)
    let loop = try EventLoop()
    try loop.add(socket.descriptor, token: 0)
    var returned: Set<[UInt8]> = []
    let deadline = monotonicNanoseconds() + 10_000_000_000
    for first in stride(from: 0, to: count, by: 10) {
      let burst = (first..<min(first + 10, count)).map {
        UDPDatagram(bytes: Array("\($0)".utf8), host: host, port: 5000)
      }
      guard try socket.send(burst) == burst.count else { throw Trouble("could not send") }
      while returned.count < first + burst.count, monotonicNanoseconds() < deadline {
        _ = try loop.wait(until: deadline)
        returned.formUnion(try socket.receive().map(\.bytes))
      }
    }
    print("returned \(returned.count)")
  }

  /// Writes a line at once.
  static func say(_ line: String) { try? writeAll(Array((line + "\n").utf8), to: 1) }

  static func text(_ host: [UInt8]) -> String {
    host.count == 4
      ? host.map { "\($0)" }.joined(separator: ".")
      : stride(from: 0, to: 16, by: 2).map {
        String(Int(host[$0]) << 8 | Int(host[$0 + 1]), radix: 16)
      }.joined(separator: ":")
  }

  /// Reads what `text` writes.
  static func bytes(_ text: String) -> [UInt8]? {
    let decimal = text.split(separator: ".").compactMap { UInt8($0) }
    if decimal.count == 4 { return decimal }
    let groups = text.split(separator: ":").compactMap { UInt16($0, radix: 16) }
    return groups.count == 8 ? groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } : nil
  }
}
