import Netem
import STUN
import SansIO
import TestSupport
import Testing

@Suite("Simulated STUN servers")
struct STUNServerNodeTests {
  private static let server = SocketAddress(host: [10, 0, 9, 1], port: 3478)
  private static let peer = SocketAddress(host: [10, 0, 1, 1], port: 50_000)
  private static let peer6 = SocketAddress(
    host: [0x20, 1, 0xd, 0xb8] + Array(repeating: 7, count: 12), port: 9)
  private static let id = TransactionID(high: 0x0102_0304_0506_0708, low: 0x090a_0b0c)

  @Test("a working server answers at once with the address it sees")
  func working() throws {
    var table = Table()
    for peer in [Self.peer, Self.peer6] {
      let node = STUNServerNode(address: Self.server, behaviour: .working)
      node.receive(Self.request(from: peer), at: .start)
      let answer = try #require(node.nextDatagram())
      table.equal(answer.source, Self.server, "source")
      table.equal(answer.destination, peer, "destination")
      let message = try STUNMessage(parsing: answer.payload)
      table.equal(message.messageClass, .success, "class")
      table.equal(message.transactionID, Self.id, "transaction")
      table.equal(message.attributes, [.xorMappedAddress(peer)], "attributes")
      table.equal(Array(answer.payload.suffix(8).prefix(2)), [0x80, 0x28], "FINGERPRINT is last")
      table.equal(node.nextDatagram(), nil, "one answer")
      table.equal(node.deadline, nil, "nothing scheduled")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a slow server answers after its delay, a dead one never")
  func slowAndDead() {
    var table = Table()
    let slow = STUNServerNode(address: Self.server, behaviour: .slow(.milliseconds(800)))
    slow.receive(Self.request(), at: .start)
    slow.receive(Self.request(from: Self.peer6), at: .start + .milliseconds(1))
    table.equal(slow.nextDatagram(), nil, "not yet")
    table.equal(slow.deadline, .start + .milliseconds(800), "deadline")
    slow.wake(at: .start + .milliseconds(799))
    table.equal(slow.nextDatagram(), nil, "still not")
    slow.wake(at: .start + .milliseconds(800))
    table.equal(slow.nextDatagram()?.destination, Self.peer, "first")
    table.equal(slow.nextDatagram(), nil, "only the first")
    slow.wake(at: .start + .milliseconds(801))
    table.equal(slow.nextDatagram()?.destination, Self.peer6, "second")
    table.equal(slow.deadline, nil, "all answered")

    let dead = STUNServerNode(address: Self.server, behaviour: .dead)
    dead.receive(Self.request(), at: .start)
    table.equal(dead.nextDatagram(), nil, "dead")
    table.equal(dead.deadline, nil, "dead")
    table.equal(dead.answered, 0, "dead")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("what is no Binding request is dropped; a required attribute that is unknown is refused")
  func refused() throws {
    let request = Self.request()
    var elsewhere = request
    elsewhere.destination.port = 3479
    var tcp = request
    tcp.transport = .tcp
    let rows: [(String, Datagram)] = [
      ("indication", Self.datagram(STUNMessage(.indication, transactionID: Self.id))),
      ("response", Self.datagram(STUNMessage(.success, transactionID: Self.id))),
      (
        "Allocate",
        Self.datagram(
          STUNMessage(.request, method: STUNMethod(rawValue: 3), transactionID: Self.id))
      ),
      ("another port", elsewhere), ("TCP", tcp),
    ]
    var table = Table()
    let node = STUNServerNode(address: Self.server, behaviour: .working)
    for (name, datagram) in rows {
      node.receive(datagram, at: .start)
      table.equal(node.nextDatagram(), nil, name)
    }
    table.equal(node.discarded, rows.count, "counted")

    node.receive(
      Self.datagram(
        STUNMessage(
          .request, transactionID: Self.id, attributes: [.other(type: 0x7ffe, value: [1, 2, 3])])),
      at: .start)
    let refusal = try STUNMessage(parsing: try #require(node.nextDatagram()).payload)
    table.equal(refusal.errorCode?.code, 420, "unknown attribute")
    table.equal(refusal.unknownAttributes, [0x7ffe], "unknown attribute")

    for _ in 0..<1100 { node.receive(request, at: .start) }
    table.equal(node.answered, 1001, "bounded")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("truncated and mutated requests never trap")
  func hostile() {
    let request = Self.request()
    let node = STUNServerNode(address: Self.server, behaviour: .working)
    var generator = Seed(3).stream("mutations")
    func offer(_ payload: [UInt8]) {
      var datagram = request
      datagram.payload = payload
      node.receive(datagram, at: .start)
      while node.nextDatagram() != nil {}
    }
    for length in 0..<request.payload.count { offer(Array(request.payload.prefix(length))) }
    #expect(node.answered == 0)
    for _ in 0..<2000 { offer(mutated(request.payload, using: &generator)) }
    #expect(node.answered + node.discarded == 2000 + request.payload.count)
  }

  private static func request(from peer: SocketAddress = peer) -> Datagram {
    datagram(STUNMessage(.request, transactionID: id), from: peer)
  }

  private static func datagram(_ message: STUNMessage, from peer: SocketAddress = peer) -> Datagram
  {
    Datagram(
      source: peer, destination: server,
      payload: message.serialized(integrityKey: nil, fingerprint: false))
  }
}
