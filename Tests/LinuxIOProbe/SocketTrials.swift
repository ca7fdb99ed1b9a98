import Foundation
import LinuxIO
import TestSupport

extension Trials {
  /// Loops, clocks, threads, and sockets on the loopback of a namespace.
  static func sockets(_ sandbox: Sandbox, _ table: inout Table) throws {
    var plan = NetworkPlan()
    plan.hasDevice = false
    let network = try sandbox.makeNetwork(plan)
    let loopback: [UInt8] = [127, 0, 0, 1]
    let (a, b) = try network.inside { () throws(SystemError) in
      (try UDPSocket(host: loopback), try UDPSocket(host: loopback))
    }
    try datagrams(a, b, &table)
    try waiting(b, a, &table)
    do {
      _ = try network.inside { () throws(SystemError) in
        try TCPConnection(host: loopback, port: 9, timeout: 1000)
      }
      table.holds(false, "connected to nobody")
    } catch {
      table.equal(error.errno, ECONNREFUSED, "connecting to nobody")
    }
    table.equal(
      try network.inside { () throws(SystemError) in try localAddresses() }, [], "addresses")
    do {
      _ = try network.inside { () throws(SystemError) in try UDPSocket(host: [10, 0, 0, 1]) }
      table.holds(false, "bound a foreign address")
    } catch {
      table.equal(error.errno, EADDRNOTAVAIL, "a foreign address")
    }
  }

  private static func datagrams(_ a: UDPSocket, _ b: UDPSocket, _ table: inout Table) throws {
    let sent = (0..<200).map { number in
      UDPDatagram(
        bytes: [UInt8](repeating: UInt8(number), count: number * 10), host: b.host, port: b.port)
    }
    table.equal(try a.send(sent), 200, "datagrams sent")
    var received: [UDPDatagram] = []
    while true {
      let batch = try b.receive()
      if batch.isEmpty { break }
      received += batch
    }
    table.equal(received.map(\.bytes), sent.map(\.bytes), "datagrams received")
    table.equal(Set(received.map(\.port)), [a.port], "where they came from")
    // One that is too long and one to nobody stand in nobody's way.
    let mixed = [
      UDPDatagram(bytes: [UInt8](repeating: 0, count: 5000), host: b.host, port: b.port),
      UDPDatagram(bytes: [1], host: b.host, port: 1), sent[1],
      UDPDatagram(bytes: [1], host: [UInt8](repeating: 0, count: 16), port: 1),
      UDPDatagram(bytes: [1], host: [8, 8, 8, 8], port: 53), sent[2],
    ]
    table.equal(try a.send(mixed), mixed.count, "mixed datagrams")
    table.holds(a.refused >= 3, "refused: \(a.refused)")
    var lengths: [Int] = []
    for _ in 0..<3 { lengths += try b.receive().map(\.bytes.count) }
    table.equal(lengths, [10, 20], "the good ones of them")
    table.equal(try a.receive(), [], "what came back")
  }

  private static func waiting(_ a: UDPSocket, _ b: UDPSocket, _ table: inout Table) throws {
    let loop = try EventLoop()
    let wake = try WakeSignal()
    try loop.add(wake.descriptor, token: 5)
    try loop.add(a.descriptor, token: 6)
    let began = monotonicNanoseconds()
    var tokens: [Int] = []
    while monotonicNanoseconds() < began + 20_000_000 {
      tokens += try loop.wait(until: began + 20_000_000)
    }
    table.equal(tokens, [], "a deadline")
    table.holds(monotonicNanoseconds() < began + 5_000_000_000, "a deadline is kept")
    table.equal(try loop.wait(until: 0), [], "a deadline long past")
    let thread = try SystemThread("waker") { wake.notify() }
    thread.join()
    table.equal(try loop.wait(until: nil), [5], "a wake")
    wake.clear()
    _ = try b.send([UDPDatagram(bytes: [1], host: a.host, port: a.port)])
    table.equal(try loop.wait(until: monotonicNanoseconds() + 5_000_000_000), [6], "a datagram")
    try loop.add(a.descriptor, token: 7, for: [.input, .output])
    table.equal(try loop.wait(until: nil), [7], "room to write")
    loop.remove(a.descriptor)
    table.equal(try loop.wait(until: monotonicNanoseconds() + 1_000_000), [], "removed")
    let apart = monotonicNanoseconds() - began
    table.holds(apart > 0, "the clock goes on")
  }
}
