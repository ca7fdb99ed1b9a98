import DTLS
import SansIO

/// Two ends, a path between them and one virtual clock.
final class HandshakePair {
  static let clientIdentity = identity(1)
  static let serverIdentity = identity(2)

  static func identity(_ number: UInt64) -> DTLSIdentity {
    try! DTLSIdentity(generator: SplitMix64(state: number))
  }

  static func sha256(_ identity: DTLSIdentity) -> [ExpectedFingerprint] {
    [ExpectedFingerprint(algorithm: "sha-256", bytes: identity.fingerprint(.sha256))]
  }

  struct Settings {
    var seed: UInt64 = 7
    var oneWayDelay = Duration.milliseconds(50)
    var lossProbability = 0.0
    var client = DTLSConfiguration()
    var server = DTLSConfiguration()
    /// What the client expects of the server, and the other way round.
    var clientExpects = HandshakePair.sha256(HandshakePair.serverIdentity)
    var serverExpects = HandshakePair.sha256(HandshakePair.clientIdentity)
  }

  struct Sent: Hashable {
    var at: Instant
    var from: Int
    var bytes: [UInt8]
  }

  /// 0 is the client, 1 the server.
  let ends: [DTLSTransport]
  let settings: Settings
  private(set) var now = Instant.start
  private(set) var sent: [Sent] = []
  private(set) var events: [[DTLSTransport.Event]] = [[], []]
  private(set) var connectedAt: [Instant?] = [nil, nil]
  private(set) var failures: [String?] = [nil, nil]
  /// What arrives when an end sends its `index`-th datagram; nil: what was sent, unless the path loses it.
  var arrivals: (_ from: Int, _ index: Int, _ bytes: [UInt8]) -> [[UInt8]]? = { _, _, _ in nil }
  private var travelling: [(at: Instant, to: Int, bytes: [UInt8])] = []
  private var counts = [0, 0]
  private var loss: [SplitMix64]

  init(_ settings: Settings = Settings()) {
    let seed = Seed(settings.seed)
    self.settings = settings
    loss = [seed.stream("up"), seed.stream("down")]
    ends = [
      try! DTLSTransport(
        role: .client, identity: Self.clientIdentity, expected: settings.clientExpects,
        configuration: settings.client, generator: seed.stream("client")),
      try! DTLSTransport(
        role: .server, identity: Self.serverIdentity, expected: settings.serverExpects,
        configuration: settings.server, generator: seed.stream("server")),
    ]
  }

  var bothConnected: Bool { connectedAt[0] != nil && connectedAt[1] != nil }
  var isOver: Bool { failures[0] != nil || failures[1] != nil || bothConnected }

  func keys(_ end: Int) -> SRTPKeyingMaterial? {
    for case .connected(_, _, let keys) in events[end] { return keys }
    return nil
  }

  func secret(_ end: Int) -> String? {
    for case .secret(let line) in events[end] { return line }
    return nil
  }

  func start() {
    for end in [1, 0] {
      ends[end].start(at: now, roundTripTime: settings.oneWayDelay * 2)
      drain(end)
    }
  }

  /// Runs until nothing is scheduled, the limit is reached or `done` holds.
  func run(limit: Duration = .seconds(600), until done: (HandshakePair) -> Bool = { _ in false }) {
    while !done(self) {
      let arrival = travelling.first?.at
      guard let next = earliest(arrival, earliest(ends[0].deadline, ends[1].deadline)),
        next <= Instant.start + limit
      else { return }
      now = max(now, next)
      if let arrival, arrival <= now {
        let (_, to, bytes) = travelling.removeFirst()
        ends[to].receive(bytes, at: now)
        drain(to)
      } else {
        for end in 0...1 {
          ends[end].wake(at: now)
          drain(end)
        }
      }
    }
  }

  /// Delivers bytes at once, as if they came from the path.
  func deliver(_ bytes: [UInt8], to end: Int) {
    ends[end].receive(bytes, at: now)
    drain(end)
  }

  func close(_ end: Int) {
    ends[end].close(at: now)
    drain(end)
  }

  func wait(until instant: Instant) { now = max(now, instant) }

  private func drain(_ end: Int) {
    while let event = ends[end].nextEvent() {
      events[end].append(event)
      if case .connected = event { connectedAt[end] = now }
      if case .failed(let reason) = event { failures[end] = reason }
    }
    while let bytes = ends[end].nextDatagram() {
      sent.append(Sent(at: now, from: end, bytes: bytes))
      let index = counts[end]
      counts[end] += 1
      let isLost = loss[end].next().unitInterval < settings.lossProbability
      for arriving in arrivals(end, index, bytes) ?? (isLost ? [] : [bytes]) {
        travelling.append((now + settings.oneWayDelay, 1 - end, arriving))
      }
    }
  }
}
