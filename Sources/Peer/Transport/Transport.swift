internal import DTLS
internal import ICE
internal import RTP
internal import SDP
internal import SRTP
internal import SansIO
internal import Trace

/// The one transport of a BUNDLE group: ICE below, DTLS-SRTP on its first valid pair, packets in the clear above.
final class Transport {
  enum Event {
    case ice(ICEAgent.Event)
    case dtls(DTLSEvent)
    /// One line of an NSS key log.
    case secret(String)
    /// SRTP keys are in place: media may leave.
    case ready(SRTPKeyingMaterial)
    case rtp([UInt8])
    case rtcp([UInt8])
    case discarded(layer: String, reason: String)
  }

  /// DTLS before and after it is known who is client and which fingerprints are expected.
  private enum Handshake {
    /// Datagrams that came before the far description, at most `earlyLimit`.
    case awaitingDescription(early: [[UInt8]])
    case awaitingPair(DTLSTransport)
    /// Also after its end: it answers late datagrams as RFC 6347 wants.
    case running(DTLSTransport)
    /// It could not even be made.
    case impossible
  }

  private static let earlyLimit = 16

  private(set) var ice: ICEAgent
  private let identity: DTLSIdentity
  private let configuration: DTLSConfiguration
  private let clock: PeerClock
  private var generator: SplitMix64
  private var handshake = Handshake.awaitingDescription(early: [])
  private var expected: [ExpectedFingerprint] = []
  /// Both nil until the handshake is over, and again once the association has ended.
  private var outbound: OutboundSRTP?
  private var inbound: InboundSRTP?
  private var events = Queue<Event>()
  private var outgoing = Queue<Datagram>()

  init(ice: ICEAgent, identity: DTLSIdentity, configuration: PeerConfiguration) {
    self.ice = ice
    self.identity = identity
    self.configuration = configuration.dtls
    self.clock = configuration.clock
    self.generator = configuration.seed.stream("peer \(configuration.name) dtls")
  }

  var isReady: Bool { outbound != nil }

  /// Round trip of the pair in use, by STUN.
  var roundTripTime: Duration? { pair?.roundTripTime }

  /// The addresses that packets are sent from and to.
  var path: (local: SocketAddress, remote: SocketAddress)? {
    pair.map { ($0.base, $0.remoteAddress) }
  }

  // MARK: What the peer tells it

  func gather(at now: Instant) {
    ice.gather(at: now)
    drain(at: now)
  }

  func restartICE(at now: Instant) {
    _ = ice.restart(at: now)
    drain(at: now)
  }

  func setRole(_ role: ICERole) { ice.setRole(role) }

  func setRemote(_ credentials: ICECredentials, isLite: Bool, at now: Instant) {
    ice.setRemote(credentials, isLite: isLite, at: now)
    drain(at: now)
  }

  func addRemoteCandidate(_ candidate: SDP.Candidate, at now: Instant) {
    guard candidate.component == 1, candidate.isUDP else { return }
    if let address = SocketAddress(candidate.address, port: candidate.port) {
      ice.addRemoteCandidate(
        kind: ICECandidate.Kind(rawValue: candidate.kind.rawValue) ?? .host, address: address,
        priority: candidate.priority, foundation: candidate.foundation,
        ufrag: candidate.extension("ufrag"), at: now)
    } else {
      ice.addUnresolvableCandidate(name: candidate.address)
    }
    drain(at: now)
  }

  func endRemoteCandidates(at now: Instant) {
    ice.endRemoteCandidates(at: now)
    drain(at: now)
  }

  /// Who is DTLS client and which certificate is expected are known; the handshake begins on the first valid pair.
  func expect(_ fingerprints: [ExpectedFingerprint], role: DTLSTransport.Role, at now: Instant) {
    guard case .awaitingDescription(let early) = handshake else {
      // RFC 8842 §4 has a new DTLS association made then; here the one that stands goes on.
      if fingerprints != expected {
        events.append(.discarded(layer: "dtls", reason: "the far side changed its fingerprints"))
      }
      return
    }
    expected = fingerprints
    do {
      let dtls = try DTLSTransport(
        role: role, identity: identity, expected: fingerprints, configuration: configuration,
        generator: generator.split(), clock: clock)
      handshake = .awaitingPair(dtls)
      events.append(.dtls(.started(role == .client ? .client : .server)))
      startHandshake(at: now)
      for datagram in early { receiveDTLS(datagram, at: now) }
    } catch {
      handshake = .impossible
      end(.failed("\(error)"))
    }
    drain(at: now)
  }

  func close(at now: Instant) {
    switch handshake {
    case .running(let dtls), .awaitingPair(let dtls): dtls.close(at: now)
    case .awaitingDescription, .impossible: break
    }
    drain(at: now)
    ice.close()
  }

  // MARK: Packets

  func receive(_ datagram: Datagram, at now: Instant) {
    let bytes = datagram.payload
    if ice.receive(datagram, at: now) {
      startHandshake(at: now)
    } else if DTLSTransport.isDTLS(bytes) {
      receiveDTLS(bytes, at: now)
    } else if let first = bytes.first, (128...191).contains(first) {  // RFC 7983 §7
      receiveMedia(bytes)
    } else {
      events.append(.discarded(layer: "transport", reason: "unknown first byte"))
    }
    drain(at: now)
  }

  /// Protects and sends an RTP packet; false: there is no key or no pair yet.
  func send(rtp packet: [UInt8]) -> Bool {
    guard let pair else { return false }
    do {
      guard let bytes = try outbound?.protectRTP(packet) else { return false }
      send(bytes, on: pair)
      return true
    } catch {
      events.append(.discarded(layer: "srtp", reason: "cannot protect: \(error)"))
      return false
    }
  }

  /// The same for an RTCP packet.
  func send(rtcp packet: [UInt8]) -> Bool {
    guard let pair else { return false }
    do {
      guard let bytes = try outbound?.protectRTCP(packet) else { return false }
      send(bytes, on: pair)
      return true
    } catch {
      events.append(.discarded(layer: "srtcp", reason: "cannot protect: \(error)"))
      return false
    }
  }

  // MARK: Time

  var deadline: Instant? {
    switch handshake {
    case .running(let dtls): earliest(ice.deadline, dtls.deadline)
    case .awaitingDescription, .awaitingPair, .impossible: ice.deadline
    }
  }

  func wake(at now: Instant) {
    ice.wake(at: now)
    if case .running(let dtls) = handshake { dtls.wake(at: now) }
    drain(at: now)
  }

  func nextDatagram() -> Datagram? { outgoing.popFirst() }

  func nextEvent() -> Event? { events.popFirst() }

  // MARK: Inside

  private var pair: SelectedPair? { ice.sendingPair }

  private func startHandshake(at now: Instant) {
    guard case .awaitingPair(let dtls) = handshake, let pair else { return }
    handshake = .running(dtls)
    dtls.start(at: now, roundTripTime: pair.roundTripTime)
  }

  private func receiveDTLS(_ bytes: [UInt8], at now: Instant) {
    switch handshake {
    case .awaitingDescription(let early):
      if early.count < Self.earlyLimit {
        handshake = .awaitingDescription(early: early + [bytes])
      }
    case .awaitingPair(let dtls), .running(let dtls): dtls.receive(bytes, at: now)
    case .impossible: break
    }
  }

  private func receiveMedia(_ bytes: [UInt8]) {
    guard inbound != nil else {
      events.append(.discarded(layer: "srtp", reason: "no keys yet"))
      return
    }
    do {
      if isRTCP(bytes) {
        events.append(.rtcp(try inbound!.unprotectRTCP(bytes)))
      } else {
        events.append(.rtp(try inbound!.unprotectRTP(bytes)))
      }
    } catch {
      events.append(.discarded(layer: isRTCP(bytes) ? "srtcp" : "srtp", reason: "\(error)"))
    }
  }

  private func send(_ bytes: [UInt8], on pair: SelectedPair) {
    outgoing.append(Datagram(source: pair.base, destination: pair.remoteAddress, payload: bytes))
  }

  private func drain(at now: Instant) {
    while let event = ice.nextEvent() {
      events.append(.ice(event))
      if case .validPair = event { startHandshake(at: now) }
    }
    while let datagram = ice.nextDatagram() { outgoing.append(datagram) }
    guard case .running(let dtls) = handshake else { return }
    while let event = dtls.nextEvent() { handle(event) }
    while let bytes = dtls.nextDatagram() {
      if let pair { send(bytes, on: pair) }
    }
  }

  private func handle(_ event: DTLSTransport.Event) {
    switch event {
    case .flight(let datagrams, let byteCount, let retransmission):
      events.append(
        .dtls(
          .flight(datagrams: datagrams, byteCount: byteCount, retransmission: retransmission)))
    case .fingerprint(let verified, let algorithm, let expected, let actual):
      events.append(
        .dtls(
          .fingerprint(
            verified: verified, algorithm: algorithm, expected: expected, actual: actual)))
    case .secret(let line): events.append(.secret(line))
    case .connected(let version, let cipher, let keys):
      do {
        let suite: SRTPCipher =
          switch keys.profile {
          case .aeadAES128GCM: .aeadAES128GCM
          case .aes128CMHMACSHA1_80: .aes128CMHMACSHA1_80
          }
        outbound = try OutboundSRTP(cipher: suite, keyingMaterial: keys.local)
        inbound = try InboundSRTP(cipher: suite, keyingMaterial: keys.remote)
        events.append(
          .dtls(.connected(version: version, cipher: cipher, profile: keys.profile.name)))
        events.append(.ready(keys))
      } catch {
        end(.failed("\(error)"))
      }
    case .failed(let reason): end(.failed(reason))
    case .closed: end(.closed)
    case .discarded(let reason): events.append(.discarded(layer: "dtls", reason: reason))
    }
  }

  /// No key is used from now on: with the association media ends too.
  private func end(_ event: DTLSEvent) {
    outbound = nil
    inbound = nil
    events.append(.dtls(event))
  }
}
