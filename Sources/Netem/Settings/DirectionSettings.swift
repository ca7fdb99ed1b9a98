public import SansIO

/// What one direction of a link does to the packets that cross it.
///
/// Applied in this order: MTU, loss, corruption, duplication, queue and rate, delay and jitter, reordering;
/// `lossAt: .after` moves loss behind the queue. The default is a perfect link.
public struct DirectionSettings: Hashable, Sendable {
  /// Of IP bytes and `overheadBytesPerPacket`; nil: infinitely fast, so that no queue forms; 0: nothing leaves the queue.
  public var rate: BitRate?
  /// Tail drop; nil: bounded by `QueueLimit.implicit` alone. Without a rate there is no queue to limit.
  public var queue: QueueLimit?
  /// One way, from the queue's end to the far side.
  public var delay: Duration
  public var jitter: Jitter?
  public var loss: Loss?
  /// Probability (0...1) that a packet is sent twice.
  public var duplication: Double
  public var reordering: Reordering?
  /// Probability (0...1) that one bit of the payload is flipped.
  public var corruption: Double
  /// The longest IP packet that passes, in bytes with its IP header; longer ones are dropped.
  public var mtu: Int?
  /// What the link adds to each IP packet: framing, a tunnel's headers. Counted by rate and queue, not by the MTU.
  public var overheadBytesPerPacket: Int
  public var lossAt: LossPlace

  public init(
    rate: BitRate? = nil, queue: QueueLimit? = nil, delay: Duration = .zero, jitter: Jitter? = nil,
    loss: Loss? = nil, duplication: Double = 0, reordering: Reordering? = nil,
    corruption: Double = 0, mtu: Int? = nil, overheadBytesPerPacket: Int = 0,
    lossAt: LossPlace = .before
  ) {
    self.rate = rate
    self.queue = queue
    self.delay = delay
    self.jitter = jitter
    self.loss = loss
    self.duplication = duplication
    self.reordering = reordering
    self.corruption = corruption
    self.mtu = mtu
    self.overheadBytesPerPacket = overheadBytesPerPacket
    self.lossAt = lossAt
  }

  /// Neither delays nor loses anything.
  public static let perfect = DirectionSettings()
}

/// Where loss strikes: before the queue a lost packet takes no capacity; after it, it has used its share.
public enum LossPlace: String, Hashable, Sendable, CaseIterable {
  case before, after
}

/// Holds some packets back, so that those behind them arrive first.
public struct Reordering: Hashable, Sendable {
  /// 0...1
  public var probability: Double
  /// Added to the delay of a packet that is held back.
  public var extraDelay: Duration

  public init(probability: Double, extraDelay: Duration) {
    self.probability = probability
    self.extraDelay = extraDelay
  }
}
