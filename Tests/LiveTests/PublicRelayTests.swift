import LinuxIO
import Packets
import SansIO
import TestSupport
import Testing

@testable import Live

@Suite("Ways out of the machine")
struct PublicRelayTests {
  private static let emulated = SocketAddress(host: [203, 0, 113, 1], port: 3478)
  private static let loopback: [UInt8] = [127, 0, 0, 1]

  /// A server outside the run: a socket of this machine that says back what it hears.
  private let server: UDPSocket

  init() throws { server = try UDPSocket(host: Self.loopback) }

  private func plan(sockets: Int) throws -> RouterPlan.PublicServer {
    RouterPlan.PublicServer(
      name: "stun1", address: Self.emulated,
      sockets: try (0..<sockets).map { _ in
        try ConnectedSocket(to: Self.loopback, port: server.port)
      })
  }

  private func arrivals() throws -> [UDPDatagram] {
    _ = waitForInput([server.descriptor], milliseconds: 1000)
    return try server.receive()
  }

  private static func datagram(
    from port: UInt16, to address: SocketAddress = emulated, _ payload: [UInt8]
  ) -> Datagram {
    Datagram(
      source: SocketAddress(host: RouterWires.v4(0), port: port), destination: address,
      payload: payload)
  }

  @Test("each port of a peer speaks to a public server by a socket of its own, over the links")
  func thereAndBack() throws {
    let wires = RouterWires(1)
    var plan = wires.plan(names: ["alice"])
    plan.publicServers = [try self.plan(sockets: 2)]
    let forwarding = Forwarding(plan: plan) { .start }
    var table = Table()
    var sources: [UInt16] = []
    for (number, port) in [UInt16(5000), 6000, 5000].enumerated() {
      let payload = [UInt8(number), 7]
      wires.send(ipPacket(Self.datagram(from: port, payload), identification: 1), from: 0)
      _ = forwarding.read(from: 0)
      forwarding.advance(to: .start)
      let heard = try #require(try arrivals().first)
      table.equal(heard.bytes, payload, "\(number): there")
      sources.append(heard.port)
      _ = try server.send([UDPDatagram(bytes: [9] + payload, host: heard.host, port: heard.port)])
      let descriptors = plan.publicServers[0].sockets.map(\.descriptor)
      for socket in waitForInput(descriptors, milliseconds: 1000) {
        forwarding.read(publicServer: 0, socket: socket)
      }
      forwarding.advance(to: .start)
      let answer = wires.receive(0).flatMap { Packets.datagram(ipPacket: $0) }
      table.equal(answer?.payload, [9] + payload, "\(number): back")
      table.equal(answer?.source, Self.emulated, "\(number): whose")
      table.equal(answer?.destination.port, port, "\(number): whither")
    }
    table.equal(sources[0], sources[2], "a port of a peer keeps its socket")
    table.holds(sources[0] != sources[1], "another has another")
    let record = forwarding.finish(isRealTime: false)
    let traffic = PublicTraffic(sent: 3, sentBytes: 6, received: 3, receivedBytes: 9)
    table.equal(record.publicTraffic, [traffic], "counted")
    table.equal(record.serverFrames.count, 6, "in the capture")
    table.equal(record.serverNames, ["stun1"], "named there")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("nothing but UDP to the server's port leaves, from no more ports than there are sockets")
  func limits() throws {
    var relay = PublicRelay(try plan(sockets: 1))
    var other = Self.emulated
    other.port = 53
    var control = Self.datagram(from: 5000, [1])
    control.transport = .icmp
    relay.send(Self.datagram(from: 5000, to: other, [1]))
    relay.send(control)
    relay.send(Self.datagram(from: 5000, [2]))
    relay.send(Self.datagram(from: 6000, [3]))
    var table = Table()
    table.equal(try arrivals().map(\.bytes), [[2]], "arrived")
    table.equal(relay.traffic, PublicTraffic(sent: 1, sentBytes: 1, withheld: 3), "counted")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("nobody but the server is heard, and nothing that is longer than a packet")
  func strangers() throws {
    let plan = try plan(sockets: 1)
    var relay = PublicRelay(plan)
    relay.send(Self.datagram(from: 5000, [1]))
    let heard = try #require(try arrivals().first)
    let stranger = try UDPSocket(host: Self.loopback)
    let long = [UInt8](repeating: 5, count: PublicRelay.byteLimit + 1)
    _ = try stranger.send([UDPDatagram(bytes: [6], host: heard.host, port: heard.port)])
    _ = try server.send([
      UDPDatagram(bytes: long, host: heard.host, port: heard.port),
      UDPDatagram(bytes: [], host: heard.host, port: heard.port),
      UDPDatagram(bytes: [7], host: heard.host, port: heard.port),
    ])
    _ = waitForInput(plan.sockets.map(\.descriptor), milliseconds: 1000)
    var received: [[UInt8]] = []
    while let datagram = relay.receive(from: 0) { received.append(datagram.payload) }
    var table = Table()
    table.equal(received, [[], [7]], "received")
    table.equal(relay.traffic.withheld, 1, "too long")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a server that is not there is no end of the run")
  func nobody() throws {
    let port = try UDPSocket(host: Self.loopback).port  // closed again at once
    var relay = PublicRelay(
      RouterPlan.PublicServer(
        name: "gone", address: Self.emulated,
        sockets: [try ConnectedSocket(to: Self.loopback, port: port)]))
    for number in 0..<10 {
      relay.send(Self.datagram(from: 5000, [UInt8(number)]))
      #expect(relay.receive(from: 0) == nil)
    }
    #expect(relay.traffic.sent == 10 && relay.traffic.refusals > 0, "\(relay.traffic)")
  }

  @Test("names and addresses are looked up, and what has none says so")
  func lookingUp() throws {
    var table = Table()
    table.equal(try lookUp("127.0.0.1"), Self.loopback, "an IPv4 address")
    table.equal(try lookUp("::1"), [UInt8](repeating: 0, count: 15) + [1], "an IPv6 address")
    table.holds([4, 16].contains(try lookUp("localhost").count), "a name")
    do throws(NameLookupError) {
      _ = try lookUp("no-such-host.invalid")
      table.holds(false, "found")
    } catch {
      table.equal(error.name, "no-such-host.invalid", "\(error)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
