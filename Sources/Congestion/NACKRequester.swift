internal import RTP
public import SansIO

/// Decides at a receiver which missing packets to ask for, when to ask again and when to give up.
///
/// After giving up only a key frame helps: `takeKeyFrameRequest` says so once.
public struct NACKRequester: Sendable {
  /// The defaults are libwebrtc's (modules/video_coding/nack_requester.cc) unless a comment says otherwise.
  public struct Configuration: Hashable, Sendable {
    /// kMaxNackRetries.
    public var attempts = 10
    /// kMaxNackPackets: with more missing, a key frame is cheaper.
    public var limitPackets = 1000
    /// kMaxPacketAge, in sequence numbers.
    public var maximumAge: Int64 = 10_000
    /// How long a packet may be late before it is called missing; on a path that reorders, ask later.
    public var reorderingWait = Duration.zero
    /// Ours: a gap behind a silence this long is an outage; repairing all of it would hold up what is new.
    public var longestOutage = Duration.seconds(1)
    /// Ours: fewer missing packets than this are repaired even after an outage.
    public var outagePackets = 16

    public init() {}
  }

  private struct Missing: Sendable {
    var sequence: Int64
    var askAt: Instant
    var attempts = 0
  }

  public var configuration: Configuration
  /// How long an answer takes; a request is repeated after it.
  public var roundTripTime: Duration
  /// Packets that were given up.
  public private(set) var gaveUpCount = 0
  /// Ordered by number.
  private var missing: [Missing] = []
  private var unwrapper = SequenceUnwrapper()
  private var highest: Int64?
  private var lastArrival = Instant.start
  private var needsKeyFrame = false

  public init(
    configuration: Configuration = Configuration(), roundTripTime: Duration = .milliseconds(100)
  ) {
    self.configuration = configuration
    self.roundTripTime = roundTripTime
  }

  public var missingCount: Int { missing.count }

  /// A packet came, on its stream or restored from a retransmission; true when it had been missing till now.
  @discardableResult
  public mutating func received(sequenceNumber: UInt16, at now: Instant) -> Bool {
    guard let highest else {
      self.highest = unwrapper.unwrap(sequenceNumber)
      lastArrival = now
      return false
    }
    // Unwrapped against the highest, so that stray old packets do not pull the reference back.
    let sequence = unwrapper.peek(sequenceNumber)
    guard sequence > highest else {
      guard let index = index(of: sequence) else { return false }
      missing.remove(at: index)
      return true
    }
    _ = unwrapper.unwrap(sequenceNumber)
    self.highest = sequence
    let silence = now - lastArrival
    lastArrival = now
    let gap = sequence - highest - 1
    guard gap > 0 else {
      dropOld()
      return false
    }
    if gap + Int64(missing.count) > Int64(configuration.limitPackets)
      || (silence > configuration.longestOutage && gap > Int64(configuration.outagePackets))
    {
      giveUp(on: missing.count + Int(gap))
      missing.removeAll()
      return false
    }
    for number in (highest + 1)..<sequence {
      missing.append(Missing(sequence: number, askAt: now + configuration.reorderingWait))
    }
    dropOld()
    return false
  }

  /// Sequence numbers to put into a NACK now, oldest first; each is due again after a round trip.
  public mutating func due(at now: Instant) -> [UInt16] {
    var result: [UInt16] = []
    var lost = 0
    for index in missing.indices where missing[index].askAt <= now {
      guard missing[index].attempts < configuration.attempts else {
        lost += 1
        continue
      }
      missing[index].attempts += 1
      // No sooner than 10 ms, whatever the round trip is said to be.
      missing[index].askAt = now + max(roundTripTime, .milliseconds(10))
      result.append(UInt16(truncatingIfNeeded: missing[index].sequence))
    }
    if lost > 0 {
      let attempts = configuration.attempts
      missing.removeAll { $0.askAt <= now && $0.attempts >= attempts }
      giveUp(on: lost)
    }
    return result
  }

  public var deadline: Instant? {
    missing.reduce(nil) { earliest($0, $1.askAt) }
  }

  /// Forgets what is missing before this packet: a key frame there makes it needless.
  public mutating func clear(before sequenceNumber: UInt16) {
    let sequence = unwrapper.peek(sequenceNumber)
    missing.removeAll { $0.sequence < sequence }
  }

  /// True once after packets were given up.
  public mutating func takeKeyFrameRequest() -> Bool {
    defer { needsKeyFrame = false }
    return needsKeyFrame
  }

  private mutating func giveUp(on count: Int) {
    gaveUpCount += count
    needsKeyFrame = true
  }

  private mutating func dropOld() {
    guard let highest, let first = missing.first,
      first.sequence < highest - configuration.maximumAge
    else { return }
    let count = missing.count
    missing.removeAll { $0.sequence < highest - configuration.maximumAge }
    giveUp(on: count - missing.count)
  }

  private func index(of sequence: Int64) -> Int? {
    var low = 0
    var high = missing.count
    while low < high {
      let middle = (low + high) / 2
      if missing[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low < missing.count && missing[low].sequence == sequence ? low : nil
  }
}
