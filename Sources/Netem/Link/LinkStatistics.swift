public import SansIO

/// What the packets that were offered to one direction of a link really got.
public struct LinkStatistics: Hashable, Sendable {
  public internal(set) var offered = 0
  /// IP bytes.
  public internal(set) var offeredBytes = 0
  /// Copies included.
  public internal(set) var delivered = 0
  /// IP bytes, copies included.
  public internal(set) var deliveredBytes = 0
  /// Copies included.
  public internal(set) var lost = 0
  /// Copies included.
  public internal(set) var queueFull = 0
  public internal(set) var oversize = 0
  public internal(set) var corrupted = 0
  /// Copies that were made.
  public internal(set) var duplicated = 0
  /// Packets that arrived behind one that was offered after them (RFC 4737 §3).
  public internal(set) var reordered = 0
  /// Of `lost`: a copy shares the fate of its packet, so that ratios leave it out.
  var lostCopies = 0
  /// Packets that came to the place where loss strikes.
  public internal(set) var lossTrials = 0
  /// Runs of packets lost in a row.
  public internal(set) var lossBursts = 0
  /// What left the queue at a limited rate: IP bytes and the link's overhead.
  public internal(set) var transmittedBytes = 0
  /// How long the queue was not empty.
  public internal(set) var busy = Duration.zero
  /// From being offered to leaving the queue, of packets delivered.
  public internal(set) var queueing = DelaySpread()
  /// From leaving the queue to arriving.
  public internal(set) var propagation = DelaySpread()
  /// From being offered to arriving.
  public internal(set) var delay = DelaySpread()

  public init() {}

  public var dropped: Int { lost + queueFull + oversize }

  public func dropped(_ reason: DropReason) -> Int {
    switch reason {
    case .loss: lost
    case .queueFull: queueFull
    case .mtu: oversize
    }
  }

  /// Bits sent a second while there was something to send; nil: there was no queue.
  public var rate: BitRate? {
    let nanoseconds = Int128(busy.nanoseconds)
    guard nanoseconds > 0 else { return nil }
    return BitRate(
      bitsPerSecond: Int64(Int128(transmittedBytes) * 8_000_000_000 / nanoseconds))
  }

  /// The share of packets lost, 0...1; nil: none met loss.
  public var lossRatio: Double? { Self.ratio(lost - lostCopies, lossTrials) }

  /// Packets lost in a row on average; nil: none was lost.
  public var meanBurst: Double? { Self.ratio(lost - lostCopies, lossBursts) }

  static func ratio(_ part: Int, _ whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
  }

  mutating func countDrop(_ reason: DropReason, isCopy: Bool) {
    switch reason {
    case .loss:
      lost += 1
      if isCopy { lostCopies += 1 }
    case .queueFull: queueFull += 1
    case .mtu: oversize += 1
    }
  }

  mutating func add(_ other: LinkStatistics) {
    offered += other.offered
    offeredBytes += other.offeredBytes
    delivered += other.delivered
    deliveredBytes += other.deliveredBytes
    lost += other.lost
    lostCopies += other.lostCopies
    queueFull += other.queueFull
    oversize += other.oversize
    corrupted += other.corrupted
    duplicated += other.duplicated
    reordered += other.reordered
    lossTrials += other.lossTrials
    lossBursts += other.lossBursts
    transmittedBytes += other.transmittedBytes
    busy += other.busy
    queueing.add(other.queueing)
    propagation.add(other.propagation)
    delay.add(other.delay)
  }
}
