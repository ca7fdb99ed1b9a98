internal import STUN
public import SansIO

/// One ICE agent for one data stream of one component, sans IO (RFC 8445, 8838, 8839, 7675).
///
/// Feed it (`gather`, `setRemote`, `addRemoteCandidate`, `receive`, `wake`), then drain `nextDatagram` and `nextEvent` and read
/// `deadline`. It works with BUNDLE and rtcp-mux only, over UDP only, and never relays. It nominates regularly (§8.1.1), and
/// as controlled side takes any number of nominations, of which the highest priority wins.
public struct ICEAgent: Sendable {
  public let configuration: ICEConfiguration
  public internal(set) var role: ICERole
  /// What has been signalled so far; kept over a restart until gathering begins anew.
  public internal(set) var localCandidates: [ICECandidate] = []
  public internal(set) var gatheringState = ICEGatheringState.new
  public internal(set) var connectionState = ICEConnectionState.new
  /// When `wake` is wanted next; nil: nothing is scheduled.
  public internal(set) var deadline: Instant?

  var generator: SplitMix64
  var tieBreaker: UInt64
  /// Every socket, from the start: checks need no gathering.
  var hosts: [ICECandidate] = []
  var foundations = FoundationTable()
  var gatherer = Gatherer()
  var current: Generation
  /// Before the restart: works on until the new generation has selected a pair.
  var previous: Generation?
  /// The next transaction may start then (Ta, RFC 8445 §14.2).
  var nextSlot = Instant.start
  private var datagrams = Queue<Datagram>()
  private var events = Queue<Event>()

  /// A caller that does not drain loses datagrams and `discarded` events beyond this, never memory.
  private static let queueLimit = 1024

  public init(configuration: ICEConfiguration, role: ICERole, generator: SplitMix64) {
    self.configuration = configuration
    self.role = role
    self.generator = generator
    tieBreaker = self.generator.next()
    current = Generation(local: ICECredentials(using: &self.generator))
    for (index, address) in configuration.hostAddresses.enumerated() {
      hosts.append(
        ICECandidate(
          kind: .host, address: address, base: address,
          priority: ICECandidate.priority(.host, localPreference: Self.localPreference(index)),
          foundation: foundations.foundation(.host, base: address, server: nil)))
    }
  }

  /// Of the current generation.
  public var local: ICECredentials { current.local }

  /// Nil until the description that carries them was set, and after a restart until the new one is.
  public var remote: ICECredentials? { current.remote }

  /// The nominated pair; during a restart the earlier one, until the new one is selected.
  public var selectedPair: SelectedPair? {
    current.usable(current.selected) ?? previous?.usable(previous?.selected)
  }

  /// The first pair that became valid in this generation and still is: usable for DTLS before nomination.
  public var firstValidPair: SelectedPair? { current.usable(current.firstValid) }

  /// Where to send now: the selected pair, else the one of before the restart, else the first valid one (RFC 8445 §12.1).
  public var sendingPair: SelectedPair? {
    current.usable(current.selected) ?? previous?.usable(previous?.active) ?? firstValidPair
  }

  /// Sets the role that the exchange of descriptions gives (RFC 8445 §6.1.1); a conflict may change it later.
  public mutating func setRole(_ role: ICERole) {
    guard role != self.role else { return }
    takeRole(role)
  }

  /// Sets what the far side's description says; checks begin.
  ///
  /// Credentials that differ from those set before are the far side's restart: ours is then done here, unless `restart` was
  /// called first.
  public mutating func setRemote(
    _ credentials: ICECredentials, isLite: Bool = false, at now: Instant
  ) {
    guard connectionState != .closed, credentials != current.remote else { return }
    guard credentials.isUsable else {
      emit(.discarded(reason: "remote credentials of unusable length"))
      return
    }
    if current.remote != nil { restart(at: now) }
    // RFC 8445 §6.1.1: a lite agent is controlled whenever the other is full.
    if isLite { setRole(.controlling) }
    current.remote = credentials
    current.beganAt = now
    // Requests that came before belong to another fork when their USERNAME names another ufrag.
    current.checklist.removeAll { $0.earlyUfrag.map { $0 != credentials.ufrag } ?? false }
    advance(at: now)
  }

  /// Adds a candidate that the far side signalled, with its description or trickled (RFC 8838 §11).
  ///
  /// - Parameter ufrag: the generation it names, where signalling says so; one of another generation is discarded.
  public mutating func addRemoteCandidate(
    kind: ICECandidate.Kind, address: SocketAddress, priority: UInt32, foundation: String,
    ufrag: String? = nil, at now: Instant
  ) {
    guard connectionState != .closed else { return }
    if let ufrag, let remote = current.remote, ufrag != remote.ufrag {
      return emit(.discarded(reason: "candidate of another generation: \(address)"))
    }
    guard address.port != 0 else {
      return emit(.discarded(reason: "candidate without a port: \(address)"))
    }
    // RFC 8445 §5.1.2 has 31 bits.
    let candidate = ICECandidate(
      kind: kind, address: address, base: address, priority: min(priority, 0x7fff_ffff),
      foundation: foundation)
    if let index = current.remoteCandidates.firstIndex(where: { $0.address == address }) {
      // Met in a request before signalling named it: keep the pair, learn the rest.
      guard current.remoteCandidates[index].kind == .prflx else { return }
      current.remoteCandidates[index] = candidate
      let role = role
      current.checklist.updateAll { pair in
        if pair.remote.address == address { pair.update(remote: candidate, role: role) }
      }
    } else {
      guard current.remoteCandidates.count < Generation.remoteLimit else {
        return emit(.discarded(reason: "too many remote candidates: \(address)"))
      }
      current.remoteCandidates.append(candidate)
      formPairs(with: candidate)
    }
    emit(.remoteCandidate(kind: kind, address: "\(address)"))
    advance(at: now)
  }

  /// Notes a candidate whose name nobody here can resolve (".local"): the far side may still reach us.
  public mutating func addUnresolvableCandidate(name: String) {
    guard connectionState != .closed else { return }
    current.hasUnresolvable = true
    emit(.remoteCandidate(kind: .host, address: name))
  }

  /// The far side has named all of its candidates (RFC 8838 §14).
  public mutating func endRemoteCandidates(at now: Instant) {
    current.remoteHasEnded = true
    advance(at: now)
  }

  /// Begins a new generation and returns its credentials; the pair in use works on until a new one is selected (RFC 8445 §9).
  ///
  /// Gathers anew when it had gathered before. An answerer calls this before it sets the restarted offer's credentials.
  @discardableResult
  public mutating func restart(at now: Instant) -> ICECredentials {
    guard connectionState != .closed else { return current.local }
    if current.usable(current.active) != nil { previous = current }
    current = Generation(local: ICECredentials(using: &generator))
    let hadGathered = gatheringState != .new
    gatherer = Gatherer()
    gatheringState = .new
    // W3C WebRTC §5.6.4: a restart leads from completed to connected, and forgets a lost connection.
    switch connectionState {
    case .completed: enter(.connected)
    case .disconnected, .failed: enter(.checking)
    case .new, .checking, .connected, .closed: break
    }
    if hadGathered { gather(at: now) } else { advance(at: now) }
    return current.local
  }

  /// Ends everything: nothing is sent or answered any more.
  public mutating func close() {
    enter(.closed)
    current = Generation(local: current.local)
    previous = nil
    gatherer = Gatherer()
    datagrams.removeAll()
    deadline = nil
  }

  /// Takes a datagram when it is STUN, and says whether it was.
  public mutating func receive(_ datagram: Datagram, at now: Instant) -> Bool {
    guard STUNMessage.isSTUN(datagram.payload) else { return false }
    guard connectionState != .closed else { return true }
    burnFuse(before: now)
    do {
      let message = try STUNMessage(parsing: datagram.payload)
      switch message.messageClass {
      case .request: receiveRequest(message, in: datagram, at: now)
      case .success, .error: receiveResponse(message, in: datagram, at: now)
      case .indication: break  // a keepalive (RFC 8445 §11)
      }
    } catch {
      emit(.discarded(reason: "malformed STUN from \(datagram.source): \(error)"))
      // Garbage changes nothing, and costs no more than its parsing.
      guard let deadline, deadline <= now else { return true }
    }
    advance(at: now)
    return true
  }

  /// Does what is due.
  public mutating func wake(at now: Instant) {
    advance(at: now)
  }

  /// Drained until nil after every call above.
  public mutating func nextDatagram() -> Datagram? { datagrams.popFirst() }

  /// Drained until nil after every call above.
  public mutating func nextEvent() -> Event? { events.popFirst() }

  mutating func send(_ datagram: Datagram) {
    if datagrams.count < Self.queueLimit { datagrams.append(datagram) }
  }

  mutating func emit(_ event: Event) {
    if case .discarded = event, events.count >= Self.queueLimit { return }
    events.append(event)
  }
}
