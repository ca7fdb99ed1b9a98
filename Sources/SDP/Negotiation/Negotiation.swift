internal import SansIO

/// One peer's half of offer and answer: Unified Plan, one BUNDLE group, RTCP multiplexed (RFC 9429).
///
/// ```
///               setLocal(offer)                    setRemote(answer)
///             ┌────────────────▶ have-local-offer ─────────────────┐
///   stable ───┤                                                    ├──▶ stable
///             └────────────────▶ have-remote-offer ────────────────┘
///               setRemote(offer)                   setLocal(answer)
/// ```
///
/// Departures from RFC 9429: no provisional answers; a section that no transceiver was planned for is rejected rather than
/// received; data channel sections are rejected; only one BUNDLE group is used, and a section outside it is rejected.
public struct Negotiation: Sendable {
  /// One planned transceiver and the section it is tied to.
  struct Transceiver: Sendable {
    var plan: TransceiverPlan
    /// All the codecs it was planned with; preferences choose among them.
    let capabilities: [CodecCapability]
    var mid: String?
    var mLineIndex: Int?
    /// The order of `plan.codecs` was asked for, and wins over the order of an offer.
    var hasPreferences = false
    /// Its section was rejected; W3C calls such a transceiver stopped.
    var isStopped = false

    init(_ plan: TransceiverPlan) {
      self.plan = plan
      capabilities = plan.codecs
    }
  }

  /// Everything that a rollback restores.
  struct State: Sendable {
    var transceivers: [Transceiver]
    var sections: [NegotiatedSection] = []
    var remoteTransport: RemoteTransport?
    var remoteRestartedICE = false
    var dtlsRole: DTLSRole?
    var payloadTypes = PayloadTypeTable()
    var extensions = ExtensionTable()
    /// Never given to another section.
    var usedMIDs: [String] = []
    /// The last descriptions of a completed exchange.
    var local: SessionDescription?
    var remote: SessionDescription?
  }

  /// The offer that waits for its answer, and what to go back to without one.
  enum Phase: Sendable {
    case stable
    case haveLocalOffer(SessionDescription, before: State)
    case haveRemoteOffer(SessionDescription, before: State)
  }

  let sessionID: UInt64
  let configuration: NegotiationConfiguration
  var state: State
  var phase = Phase.stable
  /// Counts up with each description that differs from the one before (RFC 9429 §5.2.2).
  private var version: UInt64 = 0
  private var lastMade: SessionDescription?

  public init(
    sessionID: UInt64, transceivers: [TransceiverPlan],
    configuration: NegotiationConfiguration = NegotiationConfiguration()
  ) {
    // RFC 9429 §5.2.1: 63 bits.
    self.sessionID = sessionID & (.max >> 1)
    self.configuration = configuration
    state = State(transceivers: transceivers.map { Transceiver($0) })
  }

  public var signallingState: SignallingState {
    switch phase {
    case .stable: .stable
    case .haveLocalOffer: .haveLocalOffer
    case .haveRemoteOffer: .haveRemoteOffer
    }
  }

  /// What each section means: of the last completed exchange, or of the answer to come once an offer was received.
  public var sections: [NegotiatedSection] { state.sections }
  public var remoteTransport: RemoteTransport? { state.remoteTransport }
  /// The last remote description had other ICE credentials than the one before (RFC 8839 §4.4.1.1.1).
  public var remoteRestartedICE: Bool { state.remoteRestartedICE }
  public var dtlsRole: DTLSRole? { state.dtlsRole }
  /// Of the last completed exchange.
  public var localDescription: SessionDescription? { state.local }
  public var remoteDescription: SessionDescription? { state.remote }
  public var plans: [TransceiverPlan] { state.transceivers.map(\.plan) }

  public mutating func createOffer(_ transport: TransportParameters) throws(NegotiationError)
    -> SessionDescription
  {
    guard case .stable = phase else { throw .outOfTurn(signallingState, step: "createOffer") }
    return versioned(try makeOffer(transport))
  }

  public mutating func createAnswer(_ transport: TransportParameters) throws(NegotiationError)
    -> SessionDescription
  {
    guard case .haveRemoteOffer(let offer, _) = phase else {
      throw .outOfTurn(signallingState, step: "createAnswer")
    }
    return versioned(makeAnswer(to: offer, transport).description)
  }

  public mutating func setLocal(_ description: SessionDescription, isOffer: Bool)
    throws(NegotiationError)
  {
    switch (phase, isOffer) {
    case (.stable, true):
      try checkOffer(description)
      let before = state
      associate(description)
      learn(description)
      phase = .haveLocalOffer(description, before: before)
    case (.haveRemoteOffer(let offer, _), false):
      try checkAnswer(description, to: offer)
      try complete(local: description, remote: offer, isOfferer: false)
    case (.stable, false), (.haveLocalOffer, _), (.haveRemoteOffer, true):
      throw .outOfTurn(signallingState, step: isOffer ? "setLocal(offer)" : "setLocal(answer)")
    }
  }

  public mutating func setRemote(_ description: SessionDescription, isOffer: Bool)
    throws(NegotiationError)
  {
    switch (phase, isOffer) {
    case (.stable, true):
      try checkOffer(description)
      let transport = try remoteTransport(of: description, isOffer: true)
      let before = state
      associate(description)
      learn(description)
      adopt(transport)
      previewAnswer(to: description)
      phase = .haveRemoteOffer(description, before: before)
    case (.haveLocalOffer(let offer, _), false):
      try checkAnswer(description, to: offer)
      let transport = try remoteTransport(of: description, isOffer: false)
      try complete(local: offer, remote: description, isOfferer: true, transport: transport)
    case (.stable, false), (.haveLocalOffer, true), (.haveRemoteOffer, _):
      throw .outOfTurn(signallingState, step: isOffer ? "setRemote(offer)" : "setRemote(answer)")
    }
  }

  /// Forgets an offer that waits for its answer (RFC 9429 §4.1.10.2).
  public mutating func rollback() {
    switch phase {
    case .stable: break
    case .haveLocalOffer(_, let before), .haveRemoteOffer(_, let before):
      state = before
      phase = .stable
    }
  }

  /// Adds one more transceiver; the next offer has a section for it.
  public mutating func addTransceiver(_ plan: TransceiverPlan) {
    state.transceivers.append(Transceiver(plan))
  }

  /// Takes a transceiver out of use; the next offer or answer rejects its section.
  public mutating func stop(mid: String) throws(NegotiationError) {
    state.transceivers[try index(mid)].isStopped = true
    refreshPreview()
  }

  public mutating func setDirection(mid: String, _ direction: Direction) throws(NegotiationError) {
    state.transceivers[try index(mid)].plan.direction = direction
    refreshPreview()
  }

  /// Keeps only these codecs, in this order ("VP8", "H264/42e01f", "opus"); none brings all back in their planned order.
  public mutating func setCodecPreferences(mid: String, _ names: [String]) throws(NegotiationError)
  {
    let index = try index(mid)
    let kind = state.transceivers[index].plan.kind
    let capabilities = state.transceivers[index].capabilities
    var chosen: [CodecCapability] = []
    for name in names {
      guard let meant = CodecCapability.named(name), meant.allSatisfy({ $0.isOf(kind) }) else {
        throw .unknownCodec(name)
      }
      let planned = capabilities.filter { codec in meant.contains { $0.isSame(as: codec) } }
      for codec in planned.isEmpty ? meant : planned where !chosen.contains(codec) {
        chosen.append(codec)
      }
    }
    state.transceivers[index].plan.codecs = chosen.isEmpty ? capabilities : chosen
    state.transceivers[index].hasPreferences = !chosen.isEmpty
    refreshPreview()
  }

  /// The transceiver of that section; before it has one, its number in the order of the plans.
  private func index(_ mid: String) throws(NegotiationError) -> Int {
    let transceivers = state.transceivers
    if let index = transceivers.firstIndex(where: { $0.mid == mid && !$0.isStopped }) {
      return index
    }
    guard let index = Int(mid), transceivers.indices.contains(index),
      transceivers[index].mid == nil, !transceivers[index].isStopped
    else { throw .unknownMID(mid) }
    return index
  }

  private mutating func refreshPreview() {
    if case .haveRemoteOffer(let offer, _) = phase { previewAnswer(to: offer) }
  }

  private mutating func versioned(_ description: SessionDescription) -> SessionDescription {
    var result = description
    if var last = lastMade {
      last.origin = description.origin
      if last != description { version &+= 1 }
    } else {
      version = 1
    }
    result.origin.sessionVersion = String(version)
    lastMade = result
    return result
  }
}

extension CodecCapability {
  /// Whether it may stand in a section of that kind.
  fileprivate func isOf(_ kind: MediaKind) -> Bool {
    (name.lowercasedASCII == "opus") == (kind == .audio)
  }

  /// The same codec in the same configuration, and for H.264 at the same level.
  fileprivate func isSame(as other: CodecCapability) -> Bool {
    let (ours, theirs) = (numbered(0), other.numbered(0))
    return ours.isSameCodec(as: theirs) && ours.h264?.profile == theirs.h264?.profile
  }
}
