internal import Congestion
public import DTLS
internal import ICE
public import Playout
internal import RTP
public import SDP
public import SansIO
public import Trace

/// One WebRTC endpoint without a system below it: from datagrams to encoded frames and back.
///
/// It is told the time, commands, datagrams and encoded frames; after every call that may change something
/// (`perform`, `receive`, `wake`, `send`) drain `nextDatagram`, `nextEvent`, `nextDemand`, and `nextFrame` once it is due.
public final class Peer {
  /// A packet before protection or after it was lifted, as a capture may show it.
  public struct PlainPacket: Sendable {
    public var isOutgoing: Bool
    public var local: SocketAddress
    public var remote: SocketAddress
    public var bytes: [UInt8]
  }

  public let configuration: PeerConfiguration
  private let identity: DTLSIdentity
  private var transport: Transport
  private var negotiation: Negotiation
  private var media: MediaEngine
  private var localDescription: (kind: Description.Kind, description: SessionDescription)?
  /// As W3C's `restartIce()`: the next offer brings new credentials.
  private var wantsICERestart = false
  /// What ICE found before a local description names its credentials: it follows that description.
  private var untold: [(ufrag: String, candidate: String)] = []
  /// Why sections are rejected, as it was told: by mid, for look-up only.
  private var told: [String: String] = [:]
  private var isClosed = false
  private var events = Queue<TraceEvent.Kind>()
  private var demands = Queue<Demand>()
  private var secrets = Queue<String>()
  private var plain = Queue<PlainPacket>()
  /// SRTP keys, once there are any: for whoever wants to read the capture.
  public private(set) var keys: SRTPKeyingMaterial?

  public init(configuration: PeerConfiguration) throws {
    self.configuration = configuration
    let seed = configuration.seed
    let name = configuration.name
    var chance = seed.stream("peer \(name) sdp")
    identity = try DTLSIdentity(
      generator: seed.stream("peer \(name) certificate"),
      epochUnixNanoseconds: configuration.clock.epochUnixNanoseconds)
    var ice = ICEConfiguration(hostAddresses: configuration.hostAddresses)
    ice.stunServers = configuration.stunServers
    ice.gatherTimeout = configuration.gatherTimeout
    transport = Transport(
      ice: ICEAgent(
        configuration: ice, role: .controlling, generator: seed.stream("peer \(name) ice")),
      identity: identity, configuration: configuration)
    negotiation = Negotiation(
      sessionID: chance.next() >> 2,  // RFC 9429 §5.2.1: 62 bits
      transceivers: configuration.tracks.map { TransceiverPlan($0, peer: name, chance: &chance) })
    media = MediaEngine(configuration: configuration)
  }

  // MARK: Commands

  /// Carries out what the W3C API would; the outcome is an event that carries the ticket.
  public func perform(_ command: Command, ticket: Ticket, at now: Instant) {
    guard !isClosed else {
      events.append(.signalling(.failed(ticket, "the peer is closed")))
      return
    }
    do {
      if let description = try carryOut(command, at: now) {
        events.append(.signalling(.described(ticket, description)))
      } else {
        events.append(.signalling(.done(ticket)))
      }
    } catch {
      events.append(.signalling(.failed(ticket, "\(error)")))
    }
    drain(at: now)
  }

  private func carryOut(_ command: Command, at now: Instant) throws -> Description? {
    switch command {
    case .createOffer:
      if wantsICERestart, negotiation.signallingState == .stable {
        wantsICERestart = false
        transport.restartICE(at: now)
      }
      return Description(
        kind: .offer, sdp: try negotiation.createOffer(transportParameters).serialized())
    case .createAnswer:
      return Description(
        kind: .answer, sdp: try negotiation.createAnswer(transportParameters).serialized())
    case .localDescription:
      guard let (kind, description) = localDescription else { throw PeerError.noLocalDescription }
      return Description(
        kind: kind, sdp: description.withCandidates(of: transportParameters).serialized())
    case .setLocalDescription(let description): try setLocal(description, at: now)
    case .setRemoteDescription(let description): try setRemote(description, at: now)
    case .addICECandidate(let text, _):
      if text.isEmpty {
        transport.endRemoteCandidates(at: now)
      } else {
        transport.addRemoteCandidate(try SDP.Candidate(parsing: text), at: now)
      }
    case .setCodecPreferences(let mid, let names):
      try negotiation.setCodecPreferences(mid: mid, names)
    case .restartICE: wantsICERestart = true
    case .close: close(at: now)
    case .getStats, .replaceTrack, .setTrackEnabled: break  // the owner of the tracks answers these
    }
    return nil
  }

  private func setLocal(_ description: Description, at now: Instant) throws {
    let parsed = try SessionDescription(parsing: description.sdp)
    let isFirst = negotiation.localDescription == nil
    try negotiation.setLocal(parsed, isOffer: description.kind == .offer)
    localDescription = (description.kind, parsed)
    events.append(.signalling(.applied(.local, description)))
    switch description.kind {
    case .offer: if isFirst { transport.setRole(.controlling) }
    case .answer: agree(at: now)
    }
    transport.gather(at: now)
    let found = untold
    untold = []
    for (ufrag, candidate) in found { trickle(candidate, ufrag: ufrag) }
  }

  private func setRemote(_ description: Description, at now: Instant) throws {
    let parsed = try SessionDescription(parsing: description.sdp)
    let isFirst = negotiation.localDescription == nil
    try negotiation.setRemote(parsed, isOffer: description.kind == .offer)
    events.append(.signalling(.applied(.remote, description)))
    // RFC 8445 §6.1.1: the first exchange gives the roles for the whole session, restarts included.
    if description.kind == .offer, isFirst { transport.setRole(.controlled) }
    if let remote = negotiation.remoteTransport {
      transport.setRemote(
        ICECredentials(ufrag: remote.ufrag, pwd: remote.pwd), isLite: remote.isLite, at: now)
      for candidate in remote.candidates { transport.addRemoteCandidate(candidate, at: now) }
      if remote.endOfCandidates { transport.endRemoteCandidates(at: now) }
    }
    if description.kind == .answer { agree(at: now) }
  }

  /// Offer and answer are both known: streams open, and DTLS may begin.
  private func agree(at now: Instant) {
    for section in negotiation.sections {
      guard let reason = section.rejection, !reason.hasPrefix("rejected by"),
        told[section.mid] != reason
      else { continue }
      told[section.mid] = reason
      events.append(.discarded(layer: "sdp", reason: "section \(section.mid): \(reason)"))
    }
    media.apply(negotiation.sections, at: now)
    guard let remote = negotiation.remoteTransport, let role = negotiation.dtlsRole else { return }
    transport.expect(
      remote.fingerprints.map { ExpectedFingerprint(algorithm: $0.algorithm, bytes: $0.bytes) },
      role: role == .client ? .client : .server, at: now)
  }

  private func close(at now: Instant) {
    media.close()
    drain(at: now)
    transport.close(at: now)
    drain(at: now)
    isClosed = true
    events.append(.ice(.state(.closed)))
  }

  private var transportParameters: TransportParameters {
    TransportParameters(
      ufrag: transport.ice.local.ufrag, pwd: transport.ice.local.pwd,
      fingerprint: Fingerprint(
        algorithm: configuration.fingerprintAlgorithm.rawValue,
        bytes: identity.fingerprint(configuration.fingerprintAlgorithm)),
      candidates: transport.ice.localCandidates.map(SDP.Candidate.init),
      endOfCandidates: transport.ice.gatheringState == .complete, isTrickle: configuration.trickle)
  }

  // MARK: Media

  /// What this peer sends and receives, section by section, as agreed so far.
  public var sections: [NegotiatedSection] { negotiation.sections }

  /// True once keys exist: frames handed over before are dropped.
  public var canSend: Bool { transport.isReady }

  public func send(_ frame: OutgoingFrame, at now: Instant) {
    guard canSend else { return }
    media.send(frame, at: now)
    drain(at: now)
  }

  /// The next video frame that is to be decoded at `now`.
  public func nextFrame(at now: Instant) -> (mid: String, frame: PlayableFrame)? {
    let frame = media.nextFrame(at: now)
    drain(at: now)
    return frame
  }

  /// Asks the far side for a key frame: the decoder could not go on.
  public func requestKeyFrame(mid: String, reason: String, at now: Instant) {
    media.requireKeyFrame(mid: mid, reason: reason, at: now)
    drain(at: now)
  }

  /// Sound for the next 20 ms of a section.
  public func pullSound(mid: String, at now: Instant) -> AudioPull {
    media.pullSound(mid: mid, at: now)
  }

  // MARK: Network and time

  public func receive(_ datagram: Datagram, at now: Instant) {
    guard !isClosed else { return }
    transport.receive(datagram, at: now)
    drain(at: now)
  }

  public var deadline: Instant? {
    isClosed ? nil : earliest(transport.deadline, canSend ? media.deadline : nil)
  }

  public func wake(at now: Instant) {
    guard !isClosed else { return }
    transport.wake(at: now)
    if canSend { media.wake(at: now) }
    drain(at: now)
  }

  public func nextDatagram() -> Datagram? { transport.nextDatagram() }

  public func nextEvent() -> TraceEvent.Kind? { events.popFirst() }

  public func nextDemand() -> Demand? { demands.popFirst() }

  /// One line of an NSS key log, for a capture's Decryption Secrets Block.
  public func nextSecret() -> String? { secrets.popFirst() }

  public func nextPlainPacket() -> PlainPacket? { plain.popFirst() }

  // MARK: Between the cores

  private func drain(at now: Instant) {
    while true {
      if let event = transport.nextEvent() {
        handle(event, at: now)
      } else if let output = media.nextOutput() {
        handle(output, at: now)
      } else {
        return
      }
    }
  }

  private func handle(_ event: Transport.Event, at now: Instant) {
    switch event {
    case .ice(let event): handle(event)
    case .dtls(let event): events.append(.dtls(event))
    case .secret(let line): secrets.append(line)
    case .ready(let keys):
      self.keys = keys
      if let roundTripTime = transport.roundTripTime { media.set(roundTripTime: roundTripTime) }
    case .rtp(let bytes):
      keepPlain(bytes, isOutgoing: false)
      media.receive(rtp: bytes, at: now)
    case .rtcp(let bytes):
      keepPlain(bytes, isOutgoing: false)
      media.receive(rtcp: bytes, at: now)
    case .discarded(let layer, let reason): events.append(.discarded(layer: layer, reason: reason))
    }
  }

  private func handle(_ output: MediaEngine.Output, at now: Instant) {
    switch output {
    case .rtp(let bytes):
      if transport.send(rtp: bytes) { keepPlain(bytes, isOutgoing: true) }
    case .rtcp(let bytes):
      if transport.send(rtcp: bytes) { keepPlain(bytes, isOutgoing: true) }
    case .demand(let demand): demands.append(demand)
    case .event(let event): events.append(.media(event))
    case .discarded(let layer, let reason): events.append(.discarded(layer: layer, reason: reason))
    }
  }

  private func keepPlain(_ bytes: [UInt8], isOutgoing: Bool) {
    guard let path = transport.path else { return }
    plain.append(
      PlainPacket(isOutgoing: isOutgoing, local: path.local, remote: path.remote, bytes: bytes))
  }

  private func handle(_ event: ICEAgent.Event) {
    if let traced = ICEEvent(event) { events.append(.ice(traced)) }
    switch event {
    case .candidate(let candidate):
      trickle(SDP.Candidate(candidate).value, ufrag: transport.ice.local.ufrag)
    case .endOfCandidates: trickle("", ufrag: transport.ice.local.ufrag)
    case .gatheringError(let server, let reason):
      events.append(.discarded(layer: "ice", reason: "\(server): \(reason)"))
    case .discarded(let reason): events.append(.discarded(layer: "ice", reason: reason))
    case .gathering, .remoteCandidate, .checkSent, .checkSucceeded, .checkFailed, .validPair,
      .selected, .state, .roleConflict, .consentExpired:
      break
    }
  }

  /// Hands a candidate to signalling, never ahead of the description whose credentials it goes with.
  private func trickle(_ candidate: String, ufrag: String) {
    guard configuration.trickle, ufrag == transport.ice.local.ufrag else { return }
    let description = localDescription?.description
    // The section that the BUNDLE group's transport is signalled in (RFC 9143 §7.2).
    if let section = description?.media.first(where: { !$0.isRejected }), let mid = section.mid,
      section.iceUfrag ?? description?.iceUfrag == ufrag
    {
      events.append(.signalling(.candidate(candidate, mid: mid)))
    } else {
      untold.append((ufrag, candidate))
    }
  }
}
