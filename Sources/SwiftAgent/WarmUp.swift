internal import Codecs
internal import Peer
internal import SDP
internal import SansIO
internal import Trace

/// A short call with a copy of itself, in virtual time, before an agent's first real one.
///
/// Libraries test themselves, tables are made and symbols bound when they are first used: together a good part of
/// what the first picture may take. Nothing of it reaches the agent that is made from the configuration later.
public struct WarmUp {
  /// By then pictures, sound and marks have come; also the end where nothing comes.
  private static let length: Duration = .milliseconds(600)
  private static let turnLimit = 10_000

  private var agents: [SwiftAgent] = []
  private var now = Instant.start

  public static func perform(_ configuration: AgentConfiguration) throws {
    var warmUp = try WarmUp(configuration)
    try warmUp.connect()
    warmUp.run()
  }

  private init(_ configuration: AgentConfiguration) throws {
    for index in 0..<2 {
      var copy = configuration
      copy.executor = InlineCodecExecutor()
      copy.peer.name = "warm-up \(index)"
      copy.peer.clock = PeerClock()
      copy.peer.hostAddresses = [SocketAddress(host: [192, 0, 2, UInt8(index + 1)], port: 9)]
      copy.peer.stunServers = []
      for track in copy.peer.tracks.indices { copy.peer.tracks[track].direction = .sendrecv }
      agents.append(try SwiftAgent(configuration: copy))
    }
  }

  private mutating func connect() throws {
    let caller = agents[0]
    let callee = agents[1]
    guard let offer = perform(.createOffer, caller) else { return }
    perform(.setLocalDescription(offer), caller)
    guard let whole = perform(.localDescription, caller) else { return }
    perform(.setRemoteDescription(whole), callee)
    guard let answer = perform(.createAnswer, callee) else { return }
    perform(.setLocalDescription(answer), callee)
    guard let whole = perform(.localDescription, callee) else { return }
    perform(.setRemoteDescription(whole), caller)
  }

  @discardableResult
  private func perform(_ command: Command, _ agent: SwiftAgent) -> Description? {
    agent.perform(command, ticket: Ticket(number: 0), at: now)
    var description: Description?
    while let event = agent.nextEvent() {
      if case .signalling(.described(_, let found)) = event.kind { description = found }
    }
    return description
  }

  private mutating func run() {
    var turns = 0
    while turns < Self.turnLimit,
      let due = earliest(agents[0].deadline, agents[1].deadline), due <= .start + Self.length
    {
      turns += 1
      now = max(now, due)
      for agent in agents where agent.deadline.map({ $0 <= now }) ?? false { agent.wake(at: now) }
      exchange()
    }
  }

  /// Datagrams arrive at once.
  private func exchange() {
    var isQuiet = false
    while !isQuiet {
      isQuiet = true
      for index in 0..<2 {
        while agents[index].nextEvent() != nil || agents[index].nextStill() != nil
          || agents[index].peer.nextPlainPacket() != nil
        {}
        while let datagram = agents[index].nextDatagram() {
          isQuiet = false
          agents[1 - index].receive(datagram, at: now)
        }
      }
    }
  }
}
