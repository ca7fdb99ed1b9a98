public import Metrics
public import Netem
public import Trace

/// One call, completely said: who takes part, over which network, what happens, and what must hold.
///
/// A file with a matrix gives one of these for each cell. What a file may say: the DocC page of this target.
public struct Scenario: Hashable, Sendable {
  /// Title and, in a matrix, the cell: "Weak network, 3G [network=3g, alice.video.codecs=VP8]".
  public var name: String
  /// What `scenario:` says.
  public var title: String
  /// As it was given to `parse`.
  public var file: String
  /// Nil: the file leaves it to the run.
  public var seed: UInt64?
  /// Where the scenario makes sense; the first one is where it runs unless something else is asked for.
  public var worlds: [WorldKind]
  /// The access link of each peer when the run begins, by peer index.
  public var network: [LinkSettings]
  /// What the file calls each link: "3g", "{rate: 330kbps}"; by peer index.
  public var networkNames: [String]
  /// In file order, which is what `PeerID.index` counts.
  public var peers: [PeerPlan]
  public var servers: [ServerPlan]
  /// One way, for everything that crosses the signalling channel.
  public var signallingDelay: Duration
  public var call: [Marked<Step>]
  public var expectations: [Marked<Expectation>]
  /// Why this cell of the matrix is left out.
  public var skip: String?
  /// Its place in a table, where a matrix varies the stacks of both peers of a call.
  public var pairing: Pairing?

  public init(
    title: String, file: String, peers: [PeerPlan], network: [LinkSettings], networkNames: [String],
    call: [Marked<Step>], expectations: [Marked<Expectation>]
  ) {
    self.name = title
    self.title = title
    self.file = file
    self.seed = nil
    self.worlds = WorldKind.allCases
    self.network = network
    self.networkNames = networkNames
    self.peers = peers
    self.servers = []
    self.signallingDelay = .zero
    self.call = call
    self.expectations = expectations
    self.skip = nil
    self.pairing = nil
  }
}

/// Where a scenario can run.
public enum WorldKind: String, Hashable, Sendable, CaseIterable { case simulated, live }

extension Scenario {
  /// The peer of that name.
  public func peer(named name: String) -> PeerID? {
    peers.firstIndex { $0.name == name }.map(PeerID.init(index:))
  }

  /// By peer index: whose media each peer sends, where it is not its own; for the header of a trace.
  public var forwards: [PeerID?] {
    peers.contains { $0.forwards != nil } ? peers.map(\.forwards) : []
  }

  public func name(of peer: PeerID) -> String { peers[peer.index].name }

  /// A step as a person reads it, the same for every spelling of it: what the trace and `times out:` use.
  public func text(of step: Step) -> String { step.text(names: peers.map(\.name)) }
}
