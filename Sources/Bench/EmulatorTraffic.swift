internal import Glibc
internal import LinuxIO
internal import Synchronization

/// UDP from one namespace to another, numbered and paced: who sent what when, and what arrived.
struct EmulatorTraffic {
  /// Of UDP.
  var payloadByteCount: Int
  var packetsPerSecond: Int
  var count: Int

  /// IP bytes of a packet.
  var ipByteCount: Int { payloadByteCount + 28 }

  private static let port: UInt16 = 5001

  struct Arrival: Sendable {
    var number: Int
    /// CLOCK_MONOTONIC.
    var at: Int64
  }

  /// Sends, and receives until nothing has come for `silence` nanoseconds after the last packet was sent.
  func cross(
    from: NetworkNamespace, to: NetworkNamespace, silence: Int64 = 300_000_000
  ) throws -> [Arrival] {
    guard let source = from.plan.ipv4, let target = to.plan.ipv4 else { return [] }
    let sender = try from.inside { () throws(SystemError) in try UDPSocket(host: source) }
    let receiver = Receiver(
      socket: try to.inside { () throws(SystemError) in
        try UDPSocket(host: target, port: Self.port)
      })
    receiver.makeRoom()
    let thread = try SystemThread("receiver") { receiver.run(silence: silence) }
    try send(on: sender, to: target)
    receiver.allSent.store(true, ordering: .releasing)
    thread.join()
    return receiver.arrivals.withLock { $0 }
  }

  private func send(on socket: UDPSocket, to host: [UInt8]) throws {
    let loop = try EventLoop()
    var datagram = UDPDatagram(
      bytes: [UInt8](repeating: 0x55, count: payloadByteCount), host: host, port: Self.port)
    let interval = 1e9 / Double(packetsPerSecond)
    var start = monotonicNanoseconds()
    var number = 0
    while number < count {
      _ = try loop.wait(until: start + Int64(Double(number) * interval))
      let now = monotonicNanoseconds()
      // Whoever was kept from sending goes on from there: no burst beyond what a queue may hold.
      let late = now - start - Int64(Double(number) * interval)
      if late > 5_000_000 { start += late - 5_000_000 }
      var batch: [UDPDatagram] = []
      while number < count, batch.count < 32, start + Int64(Double(number) * interval) <= now {
        for index in 0..<4 {
          datagram.bytes[index] = UInt8(truncatingIfNeeded: number >> (24 - 8 * index))
        }
        batch.append(datagram)
        number += 1
      }
      while !batch.isEmpty { batch.removeFirst(try socket.send(batch)) }
    }
  }

  /// The number in a packet's payload.
  static func number(_ payload: some Collection<UInt8>) -> Int {
    payload.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Unchecked: the socket is the thread's alone once that runs.
  private final class Receiver: @unchecked Sendable {
    let arrivals = Mutex<[Arrival]>([])
    let allSent = Atomic(false)
    private let socket: UDPSocket

    init(socket: UDPSocket) { self.socket = socket }

    /// What the socket loses is not the emulator's loss.
    func makeRoom() {
      var size: Int32 = 16 << 20
      unsafe setsockopt(
        socket.descriptor, SOL_SOCKET, SO_RCVBUFFORCE, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    func run(silence: Int64) {
      var all: [Arrival] = []
      var last = monotonicNanoseconds()
      if let loop = try? EventLoop(), (try? loop.add(socket.descriptor, token: 0)) != nil {
        while !allSent.load(ordering: .acquiring) || monotonicNanoseconds() - last < silence {
          _ = try? loop.wait(until: monotonicNanoseconds() + 20_000_000)
          while let batch = try? socket.receive(), !batch.isEmpty {
            last = monotonicNanoseconds()
            all += batch.map { Arrival(number: number($0.bytes), at: last) }
          }
          if !allSent.load(ordering: .acquiring) { last = monotonicNanoseconds() }
        }
      }
      let result = all
      arrivals.withLock { $0 = result }
    }
  }
}
