import ICE
import STUN
import SansIO

/// A NAT in front of one agent; it rewrites addresses as RFC 4787 names them.
struct NAT {
  enum Behaviour {
    /// One mapping for all destinations; lets everybody in.
    case fullCone
    /// One mapping for all destinations; lets in whom the inside has sent to (address and port).
    case portRestricted
    /// A mapping for each destination: what a STUN server reports is of no use.
    case symmetric
  }

  private struct Mapping {
    var inside: SocketAddress
    /// Symmetric: the only destination.
    var outside: SocketAddress?
    var port: UInt16
    var permitted: [SocketAddress]
  }

  let behaviour: Behaviour
  let publicHost: [UInt8]
  private var mappings: [Mapping] = []

  init(_ behaviour: Behaviour, publicHost: String) {
    self.behaviour = behaviour
    self.publicHost = SocketAddress(publicHost, port: 0)!.host
  }

  mutating func outbound(_ datagram: Datagram) -> Datagram {
    let outside = behaviour == .symmetric ? datagram.destination : nil
    let index: Int
    if let known = mappings.firstIndex(where: {
      $0.inside == datagram.source && $0.outside == outside
    }) {
      index = known
    } else {
      index = mappings.count
      mappings.append(
        Mapping(
          inside: datagram.source, outside: outside, port: UInt16(40000 + index), permitted: []))
    }
    if !mappings[index].permitted.contains(datagram.destination) {
      mappings[index].permitted.append(datagram.destination)
    }
    var datagram = datagram
    datagram.source = SocketAddress(host: publicHost, port: mappings[index].port)
    return datagram
  }

  func inbound(_ datagram: Datagram) -> Datagram? {
    guard let mapping = mappings.first(where: { $0.port == datagram.destination.port }),
      behaviour == .fullCone || mapping.permitted.contains(datagram.source)
    else { return nil }
    var datagram = datagram
    datagram.destination = mapping.inside
    return datagram
  }
}

/// What a simulated STUN server does with a request.
struct TestServer {
  var address: SocketAddress
  /// Nil: it never answers.
  var answersAfter: Duration?
}

/// Carries datagrams between two sides: delay, seeded loss, NATs, STUN servers, a cut.
struct VirtualNetwork {
  struct Flight {
    var at: Instant
    var number: Int
    var side: Int
    var datagram: Datagram
  }

  var oneWayDelay = Duration.milliseconds(20)
  var lossProbability = 0.0
  /// Everything sent inside is lost.
  var cut: Range<Instant>?
  var nats: [NAT?] = [nil, nil]
  var servers: [TestServer] = []
  var addresses: [[SocketAddress]] = [[], []]
  private(set) var flights: [Flight] = []
  private var sent = 0
  private var loss: SplitMix64

  init(seed: UInt64) { loss = Seed(seed).stream("loss") }

  var nextArrival: Instant? { flights.map(\.at).min() }

  mutating func send(_ datagram: Datagram, from side: Int, at now: Instant) {
    sent += 1
    let isLost = loss.next().unitInterval < lossProbability
    if isLost || cut?.contains(now) ?? false { return }
    let outside = nats[side]?.outbound(datagram) ?? datagram
    if let server = servers.first(where: { $0.address == outside.destination }) {
      guard let delay = server.answersAfter,
        let request = try? STUNMessage(parsing: outside.payload)
      else { return }
      let answer = STUNMessage(
        .success, transactionID: request.transactionID,
        attributes: [.xorMappedAddress(outside.source)])
      let back = Datagram(
        source: outside.destination, destination: outside.source,
        payload: answer.serialized(integrityKey: nil, fingerprint: false))
      return deliver(back, to: side, at: now + oneWayDelay * 2 + delay)
    }
    deliver(outside, to: 1 - side, at: now + oneWayDelay)
  }

  private mutating func deliver(_ datagram: Datagram, to side: Int, at arrival: Instant) {
    var datagram = datagram
    if let nat = nats[side] {
      guard datagram.destination.host == nat.publicHost, let inside = nat.inbound(datagram) else {
        return
      }
      datagram = inside
    } else if !addresses[side].contains(datagram.destination) {
      return
    }
    flights.append(Flight(at: arrival, number: sent, side: side, datagram: datagram))
  }

  mutating func arrival(by now: Instant) -> Flight? {
    let due = flights.indices.filter { flights[$0].at <= now }
    guard
      let first = due.min(by: {
        (flights[$0].at, flights[$0].number) < (flights[$1].at, flights[$1].number)
      })
    else { return nil }
    return flights.remove(at: first)
  }
}
