public import SansIO

/// One line of the trace. Simulated and live runs, our peer and foreign ones, all write these and nothing else.
public struct TraceEvent: Hashable, Sendable {
  public enum Subject: Hashable, Sendable {
    case run
    case peer(PeerID)
    case link(LinkID)
  }

  /// One enum, in a file of its own, for each link of the chain that diagnosis walks.
  public enum Kind: Hashable, Sendable {
    case script(ScriptEvent)
    case signalling(SignallingEvent)
    case ice(ICEEvent)
    case dtls(DTLSEvent)
    case packet(PacketEvent)
    case media(MediaEvent)
    case link(LinkEvent)
    case harness(HarnessEvent)
    /// What came from outside and could not be used: the layer that refused it ("stun", "rtcp"), and why.
    case discarded(layer: String, reason: String)
    case planted(fault: String)
    /// A foreign agent said something that has no name here.
    case unexplained(String)
  }

  public var at: Instant
  /// Of `at`: zero when simulated, that of the clock calibration when live.
  public var uncertainty: Duration
  public var subject: Subject
  public var kind: Kind

  public init(at: Instant, uncertainty: Duration = .zero, subject: Subject, kind: Kind) {
    self.at = at
    self.uncertainty = uncertainty
    self.subject = subject
    self.kind = kind
  }
}

/// Everything that is known of one run: who took part, and what happened in order.
public struct Trace: Hashable, Sendable {
  public var header: TraceHeader
  public var events: [TraceEvent]

  public init(header: TraceHeader, events: [TraceEvent] = []) {
    self.header = header
    self.events = events
  }
}

/// The first line of a saved trace.
public struct TraceHeader: Hashable, Sendable {
  /// The case's stable name: that of the scenario, and of its matrix cell.
  public var name: String
  public var world: String
  public var seed: UInt64
  /// By `PeerID.index`; the link of the same index is the peer's access link.
  public var peers: [String]
  /// By `PeerID.index`: whose media that peer sends, where it is not its own; a shorter list ends in nils.
  public var forwards: [PeerID?]

  public init(
    name: String, world: String, seed: UInt64, peers: [String], forwards: [PeerID?] = []
  ) {
    self.name = name
    self.world = world
    self.seed = seed
    self.peers = peers
    self.forwards = forwards
  }

  /// The peer whose pictures and sound that peer sends: itself, unless it forwards.
  public func source(of peer: PeerID) -> PeerID {
    forwards.indices.contains(peer.index) ? forwards[peer.index] ?? peer : peer
  }
}
