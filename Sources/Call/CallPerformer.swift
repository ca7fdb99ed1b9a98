internal import Netem
internal import SansIO
public import Scenario
internal import Trace

/// Performs the script of a scenario upon a world: steps, phones and signalling; the same in every world.
public struct CallPerformer {
  /// Why the script cannot go on.
  private struct Refusal: Error {
    var reason: String
  }

  /// How long a dial, an answer or a hang-up may take before the script is called stuck.
  private static let patience: Duration = .seconds(60)
  /// What a peer that hangs up still has to say leaves before the run ends.
  private static let afterHangUp: Duration = .milliseconds(200)

  private let scenario: Scenario
  private var links: [LinkSettings]
  private var parties: [Party]
  private var channel: SignallingChannel
  /// What the answer to a command leads to.
  private var continuations: [Ticket: Continuation] = [:]
  private var refusal: Refusal?

  public init(scenario: Scenario) {
    self.scenario = scenario
    links = scenario.network
    parties = scenario.peers.map { _ in Party() }
    channel = SignallingChannel(delay: scenario.signallingDelay)
  }

  /// Runs all steps, or those up to the first that cannot be done; what happened is in the world's trace.
  public mutating func run(in world: inout some World) throws {
    for (index, step) in scenario.call.enumerated() {
      world.record(.run, .script(.began(step: index, text: scenario.text(of: step.value))))
      do {
        guard try perform(step.value, in: &world) else {
          world.record(.run, .script(.timedOut(step: index)))
          break
        }
        world.record(.run, .script(.finished(step: index)))
      } catch let refusal as Refusal {
        world.record(.run, .script(.refused(step: index, reason: refusal.reason)))
        break
      }
    }
    world.record(.run, .script(.ended))
  }

  // MARK: Steps

  /// False: the step's time was up.
  private mutating func perform(_ step: Step, in world: inout some World) throws -> Bool {
    switch step {
    case .dial(let caller, let callee): return try dial(caller, callee, in: &world)
    case .answer(let peer): return try answer(peer, in: &world)
    case .connected(let limit):
      return try wait(within: limit, in: &world) { parties in
        let inCall = parties.filter { $0.other != nil }
        return !inCall.isEmpty && inCall.allSatisfy(\.isConnected)
      }
    case .run(let duration):
      _ = try wait(within: duration, in: &world) { _ in false }
      return true
    case .network(let changes):
      for change in changes {
        let index = change.peer.index
        links[index] = change.change.applied(to: links[index])
        world.set(LinkID(index: index), to: links[index], name: change.change.text)
      }
      return true
    case .mute(let peer, let kind, let isMuted):
      tell(peer, .setTrackEnabled(kind, !isMuted), then: .nothing, in: &world)
      return true
    case .hangUp(let peer): return try hangUp(peer, in: &world)
    }
  }

  private mutating func dial(
    _ caller: PeerID, _ callee: PeerID, in world: inout some World
  ) throws -> Bool {
    try turn(caller, .dial, in: &world)
    parties[caller.index].other = callee
    parties[callee.index].other = caller
    tell(caller, .createOffer, then: .setLocal(caller), in: &world)
    return try wait(within: Self.patience, in: &world) { parties in
      parties[callee.index].phone.state == .ringing
    }
  }

  private mutating func answer(_ peer: PeerID, in world: inout some World) throws -> Bool {
    guard let offer = parties[peer.index].offer else {
      throw Refusal(reason: "there is no offer to answer")
    }
    try turn(peer, .answer, in: &world)
    tell(peer, .setRemoteDescription(offer), then: .createAnswer(peer), in: &world)
    let caller = parties[peer.index].other
    return try wait(within: Self.patience, in: &world) { parties in
      caller.map { parties[$0.index].phone.state == .connected } ?? false
    }
  }

  private mutating func hangUp(_ peer: PeerID, in world: inout some World) throws -> Bool {
    try turn(peer, .hangUp, in: &world)
    tell(peer, .close, then: .nothing, in: &world)
    if let other = parties[peer.index].other {
      channel.send(.bye, to: other, at: world.now)
      guard
        try wait(
          within: Self.patience, in: &world,
          until: { $0[other.index].phone.state == .disconnected })
      else { return false }
    }
    _ = try wait(within: Self.afterHangUp, in: &world) { _ in false }
    return true
  }

  // MARK: Time

  /// Lets time pass until the condition holds; false: it did not within `limit`.
  private mutating func wait(
    within limit: Duration, in world: inout some World, until condition: ([Party]) -> Bool
  ) throws -> Bool {
    let deadline = world.now + limit
    while !condition(parties) {
      if let refusal { throw refusal }
      while let (peer, message) = channel.next(at: world.now) {
        deliver(message, to: peer, in: &world)
      }
      if condition(parties) { break }
      let next = min(deadline, channel.deadline ?? deadline)
      if let event = try world.next(before: next) {
        observe(event, in: &world)
      } else if world.now >= deadline {
        return condition(parties)
      }
    }
    return true
  }

  private mutating func turn(
    _ peer: PeerID, _ verb: Phone.Verb, in world: inout some World
  ) throws {
    if let reason = ring(peer, verb, in: &world) {
      throw Refusal(reason: "\(scenario.name(of: peer)) \(reason)")
    }
  }

  /// Turns a peer's phone; returns why that is not possible.
  private mutating func ring(
    _ peer: PeerID, _ verb: Phone.Verb, in world: inout some World
  ) -> String? {
    if let reason = parties[peer.index].phone.perform(verb) { return reason }
    world.record(.peer(peer), .signalling(.phone(parties[peer.index].phone.state)))
    return nil
  }

  // MARK: Signalling

  private mutating func tell(
    _ peer: PeerID, _ command: Command, then continuation: Continuation, in world: inout some World
  ) {
    continuations[world.tell(peer, command)] = continuation
  }

  private mutating func deliver(
    _ message: SignallingChannel.Message, to peer: PeerID, in world: inout some World
  ) {
    switch message {
    case .offer(let description):
      if let reason = ring(peer, .ring, in: &world) {
        refusal = Refusal(reason: "\(scenario.name(of: peer)) \(reason)")
      } else {
        parties[peer.index].offer = description
      }
    case .answer(let description):
      if let reason = ring(peer, .accept, in: &world) {
        refusal = Refusal(reason: "\(scenario.name(of: peer)) \(reason)")
      } else {
        tell(peer, .setRemoteDescription(description), then: .addEarly(peer), in: &world)
      }
    case .candidate(let candidate, let mid):
      // One that was on its way when the peer hung up is of no use to anybody.
      if parties[peer.index].hasHungUp { return }
      if parties[peer.index].hasRemoteDescription {
        tell(peer, .addICECandidate(candidate, mid: mid), then: .nothing, in: &world)
      } else {
        parties[peer.index].early.append((candidate, mid))
      }
    case .bye:
      if ring(peer, .hangUp, in: &world) == nil {
        tell(peer, .close, then: .nothing, in: &world)
      }
    }
  }

  private mutating func observe(_ event: TraceEvent, in world: inout some World) {
    guard case .peer(let peer) = event.subject else { return }
    switch event.kind {
    // What was on its way when the peer hung up leads nowhere, nor can it fail.
    case .signalling(.described(let ticket, _)) where parties[peer.index].hasHungUp,
      .signalling(.done(let ticket)) where parties[peer.index].hasHungUp,
      .signalling(.failed(let ticket, _)) where parties[peer.index].hasHungUp:
      continuations[ticket] = nil
    case .signalling(.described(let ticket, let description)):
      proceed(ticket, with: description, in: &world)
    case .signalling(.done(let ticket)): proceed(ticket, with: nil, in: &world)
    case .signalling(.failed(let ticket, let reason)):
      continuations[ticket] = nil
      refusal = Refusal(reason: "\(scenario.name(of: peer)): \(reason)")
    case .signalling(.candidate(let candidate, let mid)):
      guard let other = parties[peer.index].other else { return }
      parties[peer.index].outbox.append((candidate, mid))
      flushOutbox(of: peer, to: other, at: world.now)
    case .ice(.gathering(let state, _)) where state == .complete || state == .timedOut:
      parties[peer.index].hasGathered = true
      finishGathering(peer, in: &world)
    case .ice(.state(let state)): parties[peer.index].ice = state
    case .dtls(.connected): parties[peer.index].isSecured = true
    default: break
    }
  }

  private mutating func proceed(
    _ ticket: Ticket, with description: Description?, in world: inout some World
  ) {
    switch continuations.removeValue(forKey: ticket) ?? .nothing {
    case .setLocal(let peer):
      guard let description else { return }
      tell(
        peer, .setLocalDescription(description), then: .sendWhenReady(peer, description), in: &world
      )
    case .sendWhenReady(let peer, let description):
      if scenario.peers[peer.index].ice.trickle {
        send(description, from: peer, at: world.now)
      } else {
        parties[peer.index].isWaitingToSend = true
        finishGathering(peer, in: &world)
      }
    case .send(let peer):
      if let description { send(description, from: peer, at: world.now) }
    case .createAnswer(let peer):
      addEarly(peer, in: &world)
      tell(peer, .createAnswer, then: .setLocal(peer), in: &world)
    case .addEarly(let peer): addEarly(peer, in: &world)
    case .nothing: break
    }
  }

  /// Without trickle the description leaves once gathering has ended, one way or the other.
  private mutating func finishGathering(_ peer: PeerID, in world: inout some World) {
    guard parties[peer.index].isWaitingToSend, parties[peer.index].hasGathered else { return }
    parties[peer.index].isWaitingToSend = false
    tell(peer, .localDescription, then: .send(peer), in: &world)
  }

  private mutating func send(_ description: Description, from peer: PeerID, at now: Instant) {
    guard let other = parties[peer.index].other else { return }
    channel.send(
      description.kind == .offer ? .offer(description) : .answer(description), to: other, at: now)
    parties[peer.index].hasSentDescription = true
    flushOutbox(of: peer, to: other, at: now)
  }

  /// Candidates follow their description, never overtake it.
  private mutating func flushOutbox(of peer: PeerID, to other: PeerID, at now: Instant) {
    guard parties[peer.index].hasSentDescription else { return }
    for (candidate, mid) in parties[peer.index].outbox {
      channel.send(.candidate(candidate, mid: mid), to: other, at: now)
    }
    parties[peer.index].outbox = []
  }

  private mutating func addEarly(_ peer: PeerID, in world: inout some World) {
    parties[peer.index].hasRemoteDescription = true
    for (candidate, mid) in parties[peer.index].early {
      tell(peer, .addICECandidate(candidate, mid: mid), then: .nothing, in: &world)
    }
    parties[peer.index].early = []
  }
}

/// What the answer to a command leads to.
private enum Continuation {
  /// The description was created: it becomes the local one.
  case setLocal(PeerID)
  /// It is the local one: it leaves now, or once gathering has ended.
  case sendWhenReady(PeerID, Description)
  case send(PeerID)
  /// The offer was taken: candidates that came early are added, the answer is made.
  case createAnswer(PeerID)
  /// The answer was taken.
  case addEarly(PeerID)
  case nothing
}

/// What one peer of the call is known to have reached.
private struct Party {
  var phone = Phone()
  var other: PeerID?
  /// The offer that rings.
  var offer: Description?
  var ice = ICEEvent.ConnectionState.new
  var isSecured = false
  var hasGathered = false
  var isWaitingToSend = false
  var hasSentDescription = false
  var hasRemoteDescription = false
  /// Far candidates that came before the far description was applied.
  var early: [(candidate: String, mid: String)] = []
  /// Own candidates that were found before the own description left.
  var outbox: [(candidate: String, mid: String)] = []

  var hasHungUp: Bool { phone.state == .disconnected }
  var isConnected: Bool { isSecured && (ice == .connected || ice == .completed) }
}
