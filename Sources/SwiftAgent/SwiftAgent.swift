public import Peer
public import SansIO
public import Trace

/// The Swift peer with its codecs, sources and sinks: an `Agent` that is told commands, and a `Node` of the network.
public final class SwiftAgent: Agent, Node {
  public let peer: Peer
  private let pipeline: MediaPipeline
  private var isClosed = false

  public init(configuration: AgentConfiguration) throws {
    peer = try Peer(configuration: configuration.peer)
    pipeline = MediaPipeline(configuration: configuration, endpoint: peer)
  }

  // MARK: Agent

  public func perform(_ command: Command, ticket: Ticket, at now: Instant) {
    switch command {
    case .setTrackEnabled(let kind, let isEnabled):
      pipeline.set(kind, enabled: isEnabled, at: now)
      pipeline.report(.signalling(.done(ticket)), at: now)
    case .replaceTrack:
      pipeline.report(
        .signalling(.failed(ticket, "a Swift peer keeps the source it started with")), at: now)
    case .close:
      isClosed = true
      peer.perform(command, ticket: ticket, at: now)
    default: peer.perform(command, ticket: ticket, at: now)
    }
    pipeline.drain(at: now)
  }

  public func nextEvent() -> TraceEvent? { pipeline.nextEvent() }

  public func nextStill() -> MediaPipeline.Still? { pipeline.nextStill() }

  /// Drained until nil by whoever asked to keep it.
  public func nextSound() -> MediaPipeline.Sound? { pipeline.nextSound() }

  // MARK: Node

  public func receive(_ datagram: Datagram, at now: Instant) {
    peer.receive(datagram, at: now)
    pipeline.drain(at: now)
  }

  public func nextDatagram() -> Datagram? { peer.nextDatagram() }

  /// True for the addresses that datagrams to this agent bear.
  public func owns(_ address: SocketAddress) -> Bool {
    peer.configuration.hostAddresses.contains(address)
  }

  public var deadline: Instant? {
    isClosed ? nil : earliest(peer.deadline, pipeline.deadline)
  }

  public func wake(at now: Instant) {
    guard !isClosed else { return }
    peer.wake(at: now)
    pipeline.drain(at: now)
    pipeline.wake(at: now)
  }
}
