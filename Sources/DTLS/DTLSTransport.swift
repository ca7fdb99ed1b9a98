public import SansIO

/// One end of a DTLS-SRTP handshake (RFC 5764) over whatever path ICE found, and of the association after it.
///
///     waiting ── start ──> handshaking ── fingerprint matched, finished ──> connected ── close_notify ──> closed
///        (datagrams kept)       └── alert, no answer, wrong certificate ──> failed
///
/// Once connected it must still be fed: a client that missed our last flight sends its own again, and only an
/// answer lets it finish (RFC 6347 §4.2.4). A class, because libssl keeps a pointer back to its owner.
public final class DTLSTransport {
  public enum Role: String, Hashable, Sendable {
    case client, server
  }

  public enum Event: Hashable, Sendable {
    /// One flight left, as that many datagrams.
    case flight(datagrams: Int, byteCount: Int, retransmission: Bool)
    /// The far certificate was compared with `expected`; hashes as in SDP: "AB:CD".
    case fingerprint(verified: Bool, algorithm: String, expected: String, actual: String)
    /// One line of an NSS key log, without its newline.
    case secret(String)
    case connected(version: String, cipher: String, keys: SRTPKeyingMaterial)
    case failed(String)
    case closed
    /// A datagram, or a record of it, that was not used.
    case discarded(String)
  }

  private enum State {
    /// Datagrams that came too early, in order.
    case waiting(early: [[UInt8]])
    case handshaking
    case connected
    /// libssl gave up answering a far side that repeats its last flight; the keys are good, so we answer it.
    case repeating(flight: [[UInt8]], left: Int)
    /// The alert is sent again when the far side has not noticed it (RFC 6347 §4.1.2.7).
    case failed(alert: [UInt8]?, left: Int)
    case closed
  }

  /// Early datagrams kept: more than the largest first flight has.
  private static let earlyLimit = 16

  public let role: Role
  private let timer: RetransmissionTimer
  private let session: TLSSession
  private var state = State.waiting(early: [])
  private var outbound = Queue<[UInt8]>()
  private var events = Queue<Event>()
  private var lastFlight: [[UInt8]] = []
  private var lastAlert: [UInt8]?
  /// Names of the alerts that libssl told of.
  private var alerts: (sent: String?, received: String?) = (nil, nil)
  /// Why the far certificate was refused.
  private var mismatch: String?

  /// - Parameters:
  ///   - expected: every `a=fingerprint` that applies to this transport; none means that no certificate is accepted.
  ///   - generator: all chance of this end; the same generator and inputs give the same bytes.
  public init(
    role: Role, identity: DTLSIdentity, expected: [ExpectedFingerprint],
    configuration: DTLSConfiguration = DTLSConfiguration(), generator: SplitMix64,
    clock: PeerClock = PeerClock()
  ) throws(DTLSError) {
    var generator = generator
    self.role = role
    self.timer = configuration.timer
    self.session = try TLSSession(
      role: role, identity: identity, expected: expected, configuration: configuration,
      randomState: generator.next(), clock: clock)
  }

  /// Whether a datagram is DTLS by its first byte (RFC 7983 §7).
  public static func isDTLS(_ bytes: [UInt8]) -> Bool {
    bytes.first.map { (20...63).contains($0) } ?? false
  }

  /// When `wake` is wanted next; nil: no flight waits for an answer.
  public var deadline: Instant? {
    switch state {
    case .handshaking, .connected: session.deadline
    case .waiting, .repeating, .failed, .closed: nil
    }
  }

  /// Begins, once a pair is valid; a second call changes nothing.
  ///
  /// - Parameter roundTripTime: as ICE measured it; sets the first wait of libwebrtc's timer.
  public func start(at now: Instant, roundTripTime: Duration) {
    guard case .waiting(let early) = state else { return }
    state = .handshaking
    session.start(timer: FlightTimer(timer, roundTripTime: roundTripTime))
    if role == .client { proceed(with: nil, at: now) }
    for datagram in early { receive(datagram, at: now) }
  }

  /// Takes any bytes; what is not a valid record becomes `.discarded`.
  public func receive(_ bytes: [UInt8], at now: Instant) {
    switch state {
    case .waiting(var early):
      guard Self.isDTLS(bytes), early.count < Self.earlyLimit else {
        events.append(.discarded("before the start: not DTLS, or too much of it"))
        return
      }
      early.append(bytes)
      state = .waiting(early: early)
    case .handshaking, .connected:
      let records = DTLSRecords(bytes, sealByteCount: session.sealByteCount)
      for problem in records.problems { events.append(.discarded(problem)) }
      if !records.accepted.isEmpty { proceed(with: records, at: now) }
    case .repeating(let flight, let left):
      guard left > 0, isHandshake(bytes) else { return }
      state = .repeating(flight: flight, left: left - 1)
      send(flight, retransmission: true)
    case .failed(let alert?, let left):
      guard left > 0, isHandshake(bytes) else { return }
      state = .failed(alert: alert, left: left - 1)
      outbound.append(alert)
    case .failed, .closed:
      break
    }
  }

  /// Sends the flight under way again when its wait is over.
  public func wake(at now: Instant) {
    guard let deadline, now >= deadline else { return }
    let step = session.handleTimeout(at: now)
    settle(retransmission: true)
    if case .failed = step { fail(step) }
  }

  /// Ends the association with close_notify (RFC 5246 §7.2.1).
  public func close(at now: Instant) {
    switch state {
    case .connected:
      session.shutdown(at: now)
      settle(retransmission: false)
    case .failed, .closed:
      return
    case .waiting, .handshaking, .repeating:
      break
    }
    state = .closed
    events.append(.closed)
  }

  /// Drained until nil after every call above.
  public func nextDatagram() -> [UInt8]? { outbound.popFirst() }

  /// Drained until nil after every call above.
  public func nextEvent() -> Event? { events.popFirst() }

  // MARK: Steps

  private func proceed(with records: DTLSRecords?, at now: Instant) {
    let datagram = records?.accepted
    if case .connected = state {
      read(datagram, isEncrypted: records?.hasEncrypted ?? false, at: now)
      return
    }
    let step = session.handshake(datagram, at: now)
    settle(retransmission: false)
    switch step {
    case .done: finish(at: now)
    case .failed: fail(step)
    case .closed: end(at: now)
    case .waiting, .data: break
    }
  }

  /// The handshake is complete, which implies that the fingerprint matched: only now are keys taken.
  private func finish(at now: Instant) {
    guard let keys = session.keyingMaterial(role: role) else {
      session.shutdown(at: now)
      settle(retransmission: false)
      state = .failed(alert: nil, left: 0)
      events.append(.failed("no SRTP profile in common (RFC 5764 §4.1.1)"))
      return
    }
    state = .connected
    events.append(
      .connected(version: session.version, cipher: session.cipher, keys: keys))
    // Records that came with, or before, the last handshake message.
    read(nil, isEncrypted: false, at: now)
  }

  private func read(_ datagram: [UInt8]?, isEncrypted: Bool, at now: Instant) {
    var step = session.read(datagram, at: now)
    var didAnything = step != .waiting || !session.outbound.isEmpty || !session.notes.isEmpty
    while case .data(let byteCount) = step {
      didAnything = true
      events.append(.discarded("\(byteCount) bytes of application data"))
      step = session.read(nil, at: now)
    }
    let flight = lastFlight
    settle(retransmission: true)
    if step.isOutOfRetransmissions {
      state = .repeating(flight: flight, left: 1000)
      send(flight, retransmission: true)
    } else if case .failed = step {
      fail(step)
    } else if step == .closed {
      end(at: now)
    } else if isEncrypted, !didAnything {
      events.append(.discarded("a record that is repeated, replayed or not authentic"))
    }
  }

  /// The far side sent close_notify: it is answered, and that is all (RFC 5246 §7.2.1).
  private func end(at now: Instant) {
    session.shutdown(at: now)
    settle(retransmission: false)
    state = .closed
    events.append(.closed)
  }

  /// Hands out what libssl wrote and what its callbacks saw.
  private func settle(retransmission: Bool) {
    for note in session.takeNotes() {
      switch note {
      case .secret(let line): events.append(.secret(line))
      case .alert(true, let name): alerts.received = name
      case .alert(false, let name): alerts.sent = name
      case .fingerprint(let check):
        events.append(
          .fingerprint(
            verified: check.verified, algorithm: check.algorithm, expected: check.expected,
            actual: check.actual))
        if !check.verified {
          mismatch =
            "the far certificate's \(check.algorithm) fingerprint is \(check.actual), its description says \(check.expected)"
        }
      }
    }
    send(session.takeOutbound(), retransmission: retransmission)
  }

  private func send(_ datagrams: [[UInt8]], retransmission: Bool) {
    // An alert is not a flight (RFC 6347 §4.2.4).
    let flight = datagrams.filter { $0.first != 21 }
    lastAlert = datagrams.last { $0.first == 21 } ?? lastAlert
    if !flight.isEmpty {
      lastFlight = flight
      events.append(
        .flight(
          datagrams: flight.count, byteCount: flight.reduce(0) { $0 + $1.count },
          retransmission: retransmission))
    }
    for datagram in datagrams { outbound.append(datagram) }
  }

  private func fail(_ step: TLSSession.Step) {
    guard case .failed(_, let reason) = step else { return }
    var text = mismatch ?? reason
    if step.isOutOfRetransmissions {
      text = "no answer: the last flight was sent again 12 times"
    } else if let received = alerts.received {
      text = "the far side sent the alert \(received)"
    }
    if let sent = alerts.sent { text += "; sent the alert \(sent)" }
    state = .failed(alert: lastAlert, left: 12)
    events.append(.failed(text))
  }

  private func isHandshake(_ bytes: [UInt8]) -> Bool {
    DTLSRecords(bytes, sealByteCount: session.sealByteCount).hasHandshake
  }
}
