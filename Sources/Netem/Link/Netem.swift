public import SansIO

/// One direction of one link: datagrams and instants in; deliveries, drops and the next deadline out.
///
/// ```
/// offer → MTU → loss → corruption → duplication → queue and rate → delay and jitter → reordering → deliver
///                └──────────────── or here (`lossAt: .after`) ───┘
/// ```
/// What happens to the n-th packet offered is drawn from streams indexed by n, one for each impairment, so that it meets the
/// same draw whatever else changes.
///
/// `set` takes effect at once, and nothing in the link is thrown away:
/// - rate: what of the packet being sent is still unsent, and all that waits behind it, goes at the new rate;
/// - queue: a packet already in the queue stays, even beyond a limit that has become smaller;
/// - delay, jitter, reordering: hold for packets that leave the queue from then on; a packet on its way keeps its arrival,
///   and those behind it do not overtake it unless the settings say that packets are reordered;
/// - the rest holds for packets offered from then on (loss behind the queue included: it is drawn when a packet is offered).
public struct Netem: Sendable {
  public enum Output: Hashable, Sendable {
    /// The datagram reached the far side. A duplicated one comes twice, with the same tag.
    case deliver(Datagram, tag: Int, at: Instant)
    /// `reason` is the raw value of a `DropReason`.
    case drop(tag: Int, reason: String)
  }

  public let name: String
  public private(set) var settings: DirectionSettings
  /// What was asked and what was measured between one change of the settings and the next; at least one.
  public private(set) var periods: [LinkPeriod]

  private var chance: PacketChance
  private var queue: TransmissionQueue
  private var scheduled = OutputSchedule()
  private var clock = Instant.start
  private var offeredCount: UInt64 = 0
  /// Arrival of the last packet that later ones may not overtake.
  private var lastInOrder = Instant.start
  private var highestDelivered: UInt64?
  private var isInLossBurst = false

  /// - Parameter name: the direction of the link, "alice up": it names the streams of chance.
  public init(settings: DirectionSettings, seed: Seed, name: String) {
    self.name = name
    self.settings = settings
    periods = [LinkPeriod(from: .start, asked: settings)]
    chance = PacketChance(seed: seed, name: name)
    queue = TransmissionQueue(rate: settings.rate)
  }

  /// Everything measured since the start.
  public var statistics: LinkStatistics {
    periods.reduce(into: LinkStatistics()) { $0.add($1.measured) }
  }

  /// When `next` will have something more to say; nil: not before another packet is offered or the settings change.
  public var deadline: Instant? { earliest(queue.finish, scheduled.first) }

  /// Puts a datagram on the link; `tag` comes back with its delivery or drop.
  public mutating func offer(_ datagram: Datagram, tag: Int, at now: Instant) {
    advance(to: now)
    var packet = LinkPacket(
      datagram: datagram, tag: tag, number: offeredCount, period: periods.count - 1,
      offeredAt: clock,
      byteCount: datagram.ipByteCount + min(max(settings.overheadBytesPerPacket, 0), 65_535))
    offeredCount += 1
    measure(packet) {
      $0.offered += 1
      $0.offeredBytes += datagram.ipByteCount
    }
    // The chain of bursty loss steps for every packet offered, whatever becomes of it.
    let isLost = chance.loses(packet.number, settings.loss)
    if let mtu = settings.mtu, datagram.ipByteCount > mtu { return drop(packet, .mtu) }
    if settings.lossAt == .before {
      meetLoss(packet, isLost: isLost)
      if isLost { return drop(packet, .loss) }
    } else {
      packet.lossBehindQueue = isLost
    }
    if let bit = chance.corruptedBit(of: packet, settings.corruption) {
      packet.datagram.payload[bit / 8] ^= 0x80 >> UInt8(bit % 8)
      measure(packet) { $0.corrupted += 1 }
    }
    enqueue(packet)
    if chance.duplicates(packet.number, settings.duplication) {
      packet.isCopy = true
      measure(packet) { $0.duplicated += 1 }
      enqueue(packet)
    }
  }

  /// What has happened by `now`, in order; nil when there is no more.
  public mutating func next(at now: Instant) -> Output? {
    advance(to: now)
    guard let (at, outcome) = scheduled.pop(by: clock) else { return nil }
    switch outcome {
    case .drop(let tag, let reason):
      return .drop(tag: tag, reason: reason.rawValue)
    case .arrival(let packet, let leftQueue):
      recordDelivery(of: packet, leftQueue: leftQueue, at: at)
      return .deliver(packet.datagram, tag: packet.tag, at: at)
    }
  }

  /// Changes what the link does from now on; see the type for what that means to packets already in it.
  public mutating func set(_ settings: DirectionSettings, at now: Instant) {
    advance(to: now)
    self.settings = settings
    periods.append(LinkPeriod(from: clock, asked: settings))
    queue.set(rate: settings.rate, at: clock)
    advance(to: clock)  // without a rate, all that waited leaves now
  }

  /// Lets packets leave the queue whose time has come.
  private mutating func advance(to now: Instant) {
    clock = max(clock, now)
    while let (packet, at) = queue.popFinished(by: clock) {
      if settings.rate != nil {
        periods[periods.count - 1].measured.transmittedBytes += packet.byteCount
      }
      leaveQueue(packet, at: at)
    }
    periods[periods.count - 1].measured.busy += queue.takeBusyTime(until: clock)
  }

  private mutating func enqueue(_ packet: LinkPacket) {
    if settings.rate == nil { return leaveQueue(packet, at: clock) }
    let limit = settings.queue ?? .implicit
    guard queue.accepts(packet, within: limit, at: clock) else { return drop(packet, .queueFull) }
    queue.append(packet, at: clock)
  }

  private mutating func leaveQueue(_ packet: LinkPacket, at now: Instant) {
    if let isLost = packet.lossBehindQueue {
      if !packet.isCopy { meetLoss(packet, isLost: isLost) }
      if isLost { return drop(packet, .loss, at: now) }
    }
    let number = packet.number
    let delay = settings.delay.boundedNanoseconds + chance.jitter(number, settings.jitter)
    var arrival = Instant(nanoseconds: now.nanoseconds + max(delay, 0))
    if let reordering = settings.reordering, chance.reorders(number, reordering.probability) {
      // Held back: later packets may pass it.
      arrival = Instant(
        nanoseconds: arrival.nanoseconds + max(reordering.extraDelay.boundedNanoseconds, 0))
    } else {
      if settings.jitter?.keepsOrder ?? true { arrival = max(arrival, lastInOrder) }
      lastInOrder = max(arrival, lastInOrder)
    }
    scheduled.insert(.arrival(packet, leftQueue: now), at: arrival)
  }

  private mutating func drop(_ packet: LinkPacket, _ reason: DropReason, at now: Instant? = nil) {
    measure(packet) { $0.countDrop(reason, isCopy: packet.isCopy) }
    scheduled.insert(.drop(tag: packet.tag, reason), at: now ?? clock)
  }

  /// Counts a packet at the place where loss strikes, and the bursts in which it does.
  private mutating func meetLoss(_ packet: LinkPacket, isLost: Bool) {
    let beginsBurst = isLost && !isInLossBurst
    isInLossBurst = isLost
    measure(packet) {
      $0.lossTrials += 1
      if beginsBurst { $0.lossBursts += 1 }
    }
  }

  private mutating func recordDelivery(of packet: LinkPacket, leftQueue: Instant, at now: Instant) {
    // RFC 4737 §3: reordered is what arrives behind a packet that was sent after it; copies do not count.
    let isReordered = !packet.isCopy && highestDelivered.map { packet.number < $0 } ?? false
    highestDelivered = max(packet.number, highestDelivered ?? 0)
    measure(packet) {
      $0.delivered += 1
      $0.deliveredBytes += packet.datagram.ipByteCount
      if isReordered { $0.reordered += 1 }
      $0.queueing.add(leftQueue - packet.offeredAt)
      $0.propagation.add(now - leftQueue)
      $0.delay.add(now - packet.offeredAt)
    }
  }

  /// What becomes of a packet counts for the period in which it was offered.
  private mutating func measure(_ packet: LinkPacket, _ change: (inout LinkStatistics) -> Void) {
    change(&periods[packet.period].measured)
  }
}

/// One packet inside a link.
struct LinkPacket: Sendable {
  var datagram: Datagram
  var tag: Int
  /// Counted from 0 in the order offered.
  var number: UInt64
  /// Index of the period in which it was offered.
  var period: Int
  var offeredAt: Instant
  /// IP packet and the link's overhead: what rate and queue count.
  var byteCount: Int
  var isCopy = false
  /// Drawn when offered; nil: loss struck before the queue.
  var lossBehindQueue: Bool?
}

extension Duration {
  /// Nanoseconds, at most a day either way, so that sums with an instant cannot overflow.
  var boundedNanoseconds: Int64 { min(max(self, .seconds(-86_400)), .seconds(86_400)).nanoseconds }
}
