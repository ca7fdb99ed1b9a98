public import SansIO

/// A packet that waits for its turn; its bytes stay with whoever knows the id.
public struct PacedPacket: Hashable, Sendable {
  /// Who goes first, in this order.
  public enum Priority: Int, Hashable, Sendable, CaseIterable {
    case audio, retransmission, video
  }

  public var priority: Priority
  /// What the packet costs on the wire, headers included.
  public var byteCount: Int
  public var id: Int

  public init(priority: Priority, byteCount: Int, id: Int) {
    self.priority = priority
    self.byteCount = byteCount
    self.id = id
  }
}

/// Spreads the packets of a frame over time, so that they do not fill the bottleneck's queue at once.
///
/// A leaky bucket: each packet keeps the next one waiting for as long as it takes at 2.5 × the target.
/// Sound does not wait and is not counted, as in libwebrtc.
public struct Pacer: Sendable {
  /// libwebrtc: modules/congestion_controller/goog_cc, kDefaultPaceMultiplier.
  public static let factor = 2.5
  /// libwebrtc: PacingController::kMaxExpectedQueueLength; a longer queue is sent faster.
  public static let longestQueue = Duration.seconds(2)

  /// A caller that wakes later than this has lost the time.
  private static let longestLateness = Duration.milliseconds(5)
  /// A REMB can name any rate up to 2⁶³ bit/s.
  private static let fastest = BitRate.kilobits(1_000_000_000)

  /// What the path is believed to carry.
  public var target: BitRate
  /// More packets than this do not fit.
  public let limitPackets: Int
  /// Bytes that wait.
  public private(set) var queuedBytes = 0

  private struct Waiting: Sendable {
    var packet: PacedPacket
    var since: Instant
  }
  /// One queue a priority.
  private var queues: [Queue<Waiting>] = PacedPacket.Priority.allCases.map { _ in Queue() }
  /// When the bucket has room again.
  private var nextSend = Instant.start

  public init(target: BitRate, limitPackets: Int = 2000) {
    self.target = target
    self.limitPackets = limitPackets
  }

  public var queuedPackets: Int { queues.reduce(0) { $0 + $1.count } }

  /// False: the queue is full, and the packet was not taken.
  @discardableResult
  public mutating func enqueue(_ packet: PacedPacket, at now: Instant) -> Bool {
    guard queuedPackets < limitPackets else { return false }
    queues[packet.priority.rawValue].append(Waiting(packet: packet, since: now))
    queuedBytes += packet.byteCount
    return true
  }

  /// The packet to send now; ask again until nil.
  public mutating func next(at now: Instant) -> PacedPacket? {
    guard let priority = nextPriority, let deadline, deadline <= now,
      let waiting = queues[priority.rawValue].popFirst()
    else { return nil }
    if priority != .audio {
      // Counted from when the packet could have gone, so that a caller's late wake costs no rate.
      let begin = max(nextSend, waiting.since, now - Self.longestLateness)
      nextSend = begin + pacingRate.duration(ofBytes: waiting.packet.byteCount)
    }
    queuedBytes -= waiting.packet.byteCount
    return waiting.packet
  }

  /// When the next packet may go; nil: none waits.
  public var deadline: Instant? {
    guard let priority = nextPriority, let first = queues[priority.rawValue].first else {
      return nil
    }
    return priority == .audio ? first.since : max(nextSend, first.since)
  }

  /// Drops everything that waits and tells what it was: the stream has ended, or begins anew.
  public mutating func removeAll() -> [PacedPacket] {
    var dropped: [PacedPacket] = []
    for index in queues.indices {
      while let waiting = queues[index].popFirst() { dropped.append(waiting.packet) }
    }
    queuedBytes = 0
    return dropped
  }

  private var nextPriority: PacedPacket.Priority? {
    PacedPacket.Priority.allCases.first { !queues[$0.rawValue].isEmpty }
  }

  private var pacingRate: BitRate {
    let paced = Int64(Double(min(target, Self.fastest).bitsPerSecond) * Self.factor)
    let drained = Int64(queuedBytes) * 8 / Self.longestQueue.components.seconds
    return BitRate(bitsPerSecond: max(1000, paced, drained))
  }
}
