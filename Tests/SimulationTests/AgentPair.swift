import Codecs
import Media
import Peer
import RTP
import SDP
import SansIO
import SwiftAgent
import Trace

/// Two agents on a path with a constant delay, without a world around them: for what a scenario cannot say.
///
/// Tests reach in between: they rewrite descriptions, lose or change datagrams, plant faulty codecs.
final class AgentPair {
  struct Plain {
    var at: Instant
    var isOutgoing: Bool
    var bytes: [UInt8]
  }

  let agents: [SwiftAgent]
  private(set) var now = Instant.start
  var oneWayDelay: Duration = .milliseconds(20)
  /// Changes what the far side gets to read of a description.
  var rewrite: (inout Description) -> Void = { _ in }
  /// What a datagram of that peer takes beyond `oneWayDelay`; nil: it is lost.
  var extraDelay: (Int, Datagram) -> Duration? = { _, _ in .zero }
  private(set) var events: [[TraceEvent]] = [[], []]
  private(set) var plain: [[Plain]] = [[], []]
  /// Everything that either peer sent.
  private(set) var wire: [(at: Instant, from: Int, datagram: Datagram)] = []
  /// In the order of arrival.
  private var inFlight: [(at: Instant, datagram: Datagram)] = []
  private var nextTicket = 0
  /// Everything that was described, in order.
  private(set) var descriptions: [Description] = []
  /// Candidates wait for the descriptions.
  private var candidates: [(from: Int, text: String, mid: String)] = []
  private var mayTrickle = false

  init(_ change: (Int, inout AgentConfiguration) -> Void = { _, _ in }) throws {
    agents = try (0..<2).map { index in
      var configuration = Self.configuration(index)
      change(index, &configuration)
      return try SwiftAgent(configuration: configuration)
    }
  }

  static func configuration(_ index: Int) -> AgentConfiguration {
    var peer = PeerConfiguration(
      name: index == 0 ? "alice" : "bob",
      hostAddresses: [SocketAddress(host: [10, 0, UInt8(index + 1), 1], port: 50_000)],
      seed: Seed(7))
    peer.tracks = [
      TrackConfiguration(
        kind: .audio, codecs: [.opus], startBitRate: .kilobits(32), maximumBitRate: .kilobits(32)),
      TrackConfiguration(
        kind: .video, codecs: [.vp8], startBitRate: .kilobits(150), maximumBitRate: .kilobits(150)),
    ]
    var agent = AgentConfiguration(
      id: PeerID(index: index), peer: peer, executor: InlineCodecExecutor())
    agent.audio = BeepSource()
    agent.video = TimecodeSource(width: 160, height: 90, framesPerSecond: 15)
    agent.stillInterval = nil
    return agent
  }

  /// Offer and answer, at once; candidates cross as they come, once there was an exchange.
  func call(from offerer: Int = 0) {
    let offer = describe(offerer, .createOffer)
    tell(offerer, .setLocalDescription(offer))
    tell(1 - offerer, .setRemoteDescription(rewritten(offer)))
    let answer = describe(1 - offerer, .createAnswer)
    tell(1 - offerer, .setLocalDescription(answer))
    tell(offerer, .setRemoteDescription(rewritten(answer)))
    mayTrickle = true
    trickle()
  }

  private func rewritten(_ description: Description) -> Description {
    var description = description
    rewrite(&description)
    return description
  }

  func tell(_ peer: Int, _ command: Command) {
    agents[peer].perform(command, ticket: Ticket(number: nextTicket), at: now)
    nextTicket += 1
    drain(peer)
  }

  /// Hands a datagram to a peer now, whatever its addresses say.
  func inject(_ datagram: Datagram, into peer: Int) {
    agents[peer].receive(datagram, at: now)
    drain(peer)
  }

  func run(for duration: Duration) {
    let end = now + duration
    while let due = nextDeadline, due <= end {
      now = max(now, due)
      while let next = inFlight.first, next.at <= now {
        inFlight.removeFirst()
        if let to = agents.firstIndex(where: { $0.owns(next.datagram.destination) }) {
          inject(next.datagram, into: to)
        }
      }
      for peer in agents.indices where agents[peer].deadline.map({ $0 <= now }) ?? false {
        agents[peer].wake(at: now)
        drain(peer)
      }
    }
    now = end
  }

  func media(_ peer: Int) -> [(at: Instant, event: MediaEvent)] {
    events[peer].compactMap { event in
      if case .media(let media) = event.kind { (event.at, media) } else { nil }
    }
  }

  func rendered(_ peer: Int) -> Int {
    media(peer).count { if case .rendered = $0.event { true } else { false } }
  }

  func dtls(_ peer: Int) -> [DTLSEvent] {
    events[peer].compactMap { if case .dtls(let event) = $0.kind { event } else { nil } }
  }

  func ice(_ peer: Int) -> [ICEEvent] {
    events[peer].compactMap { if case .ice(let event) = $0.kind { event } else { nil } }
  }

  /// RTP in the clear that a peer sent or received.
  func rtp(_ peer: Int, isOutgoing: Bool) -> [(at: Instant, packet: RTPPacket)] {
    plain[peer].compactMap { item in
      guard item.isOutgoing == isOutgoing, !isRTCP(item.bytes) else { return nil }
      return (try? RTPPacket(parsing: item.bytes)).map { (item.at, $0) }
    }
  }

  func discarded(_ peer: Int) -> [String] {
    events[peer].compactMap {
      if case .discarded(let layer, let reason) = $0.kind { "\(layer): \(reason)" } else { nil }
    }
  }

  private func describe(_ peer: Int, _ command: Command) -> Description {
    let before = descriptions.count
    tell(peer, command)
    return descriptions.dropFirst(before).last ?? Description(kind: .offer, sdp: "")
  }

  private var nextDeadline: Instant? {
    agents.reduce(inFlight.first?.at) { earliest($0, $1.deadline) }
  }

  private func drain(_ peer: Int) {
    while let datagram = agents[peer].nextDatagram() {
      wire.append((now, peer, datagram))
      if let extra = extraDelay(peer, datagram) {
        let at = now + oneWayDelay + extra
        let place = inFlight.lastIndex { $0.at <= at }.map { $0 + 1 } ?? 0
        inFlight.insert((at, datagram), at: place)
      }
    }
    while let packet = agents[peer].peer.nextPlainPacket() {
      plain[peer].append(Plain(at: now, isOutgoing: packet.isOutgoing, bytes: packet.bytes))
    }
    while let event = agents[peer].nextEvent() {
      events[peer].append(event)
      switch event.kind {
      case .signalling(.described(_, let description)): descriptions.append(description)
      case .signalling(.candidate(let text, let mid)): candidates.append((peer, text, mid))
      default: break
      }
    }
    trickle()
  }

  private func trickle() {
    guard mayTrickle, !candidates.isEmpty else { return }
    let waiting = candidates
    candidates = []
    for candidate in waiting {
      tell(1 - candidate.from, .addICECandidate(candidate.text, mid: candidate.mid))
    }
  }
}
