public import RTP
public import SansIO

/// One incoming audio stream: an adaptive jitter buffer, pulled once for each unit of sound on the receiver's clock.
///
/// Media time runs with the pulls, also while units are missing. The delay is how long after the fastest packets' arrival a unit is
/// played; its target covers 97 of 100 packets of the last ten seconds (as libwebrtc's NetEq), at least 10 ms. Outside target −5…+25 ms a unit is
/// inserted or dropped, one in 100 ms; 250 ms beyond, the rest is skipped at once. So neither a drifting sender
/// clock nor a burst behind an outage leaves sound late. Where the sender tells how loud its sound is (RFC 6464), a drop
/// waits up to 500 ms for a quiet unit, in which nobody hears it.
///
/// ```
///   idle ──packet──► buffering ──delay reached──► playing ──1 s without sound──► paused ──packet──► buffering
///                        ▲                           │
///                        └── timestamp jump, outage ─┘
/// ```
///
/// Pull whenever less than 20 ms of decoded sound is left: with 20 ms packets that is every 20 ms. A muted track that sends nothing is
/// `paused`. A new SSRC is a new stream: the caller makes a new receiver.
public struct AudioReceiver: Sendable {
  private struct Unit: Sendable {
    var ticks: Int64
    var duration: Int64
    var rtpTimestamp: UInt32
    var payload: [UInt8]
    /// Known to be so.
    var isLoud: Bool
  }

  private enum State: Hashable, Sendable {
    case idle
    case buffering
    case playing(next: Int64)
    case paused
  }

  /// 250 packets: five seconds of 20 ms units.
  static let unitLimit = 250
  private static let perMille = 970
  private static let margin: Int64 = .milliseconds(5)
  /// Until a second of packets was seen, jitter is unknown.
  private static let firstMargin: Int64 = .milliseconds(20)
  private static let firstSampleCount = 50
  private static let leastDelay: Int64 = .milliseconds(10)
  private static let mostJitter: Int64 = .milliseconds(1500)
  private static let shortBy: Int64 = .milliseconds(5)
  private static let longBy: Int64 = .milliseconds(25)
  private static let skipBeyond: Int64 = .milliseconds(250)
  private static let adjustmentInterval: Duration = .milliseconds(100)
  /// Louder than −50 dBov a drop is heard.
  private static let loudLevel: UInt8 = 50
  private static let patience: Duration = .milliseconds(500)
  /// A late packet moves playout back by this much at most; what is later is lost.
  private static let mostStepBack: Int64 = .milliseconds(500)
  private static let pauseAfter: Int64 = .milliseconds(1000)

  public private(set) var statistics = AudioStatistics()

  private let media: MediaClock
  private var model: ArrivalModel
  private var timestamps = TimestampUnwrapper()
  private var streamClock: StreamClock
  private var pendingReport: (ntp: UInt64, rtpTimestamp: UInt32)?
  private var state = State.idle
  /// By ticks, no two alike.
  private var buffer: [Unit] = []
  private var unitTicks: Int64
  private var lastPlayed: Int64?
  private var missing: Int64 = 0
  private var lastAdjustment: Instant?
  /// Since when a drop waits for a quiet unit.
  private var isWaitingSince: Instant?
  private var minimumDelay: Int64 = 0
  private var lastTransit: Int64?

  public init(clockRate: Int = OpusPayload.clockRate) {
    media = MediaClock(rate: clockRate)
    model = ArrivalModel(media: media, perMille: Self.perMille)
    streamClock = StreamClock(clockRate: clockRate)
    unitTicks = Int64(max(50, clockRate) / 50)
  }

  /// How long after the fastest packets' arrival the last unit was played; the target before the first.
  public var delay: Duration {
    guard case .playing = state, let lastTransit, let baseline = model.baseline else {
      return targetDelay
    }
    return .nanoseconds(max(0, lastTransit &- baseline))
  }

  /// The delay aimed at.
  public var targetDelay: Duration {
    guard let baseline = model.baseline else { return .nanoseconds(minimumDelay) }
    return .nanoseconds(target() &- baseline)
  }

  /// How much sound one pull stands for.
  public var unitDuration: Duration { .nanoseconds(media.nanoseconds(unitTicks)) }

  public var bufferedUnits: Int { buffer.count }

  /// For lip sync; says nothing while no sound plays.
  public var clock: StreamClock {
    var clock = streamClock
    if case .playing = state { clock.baselineNanoseconds = model.baseline }
    return clock
  }

  /// Lip sync: sound is not played earlier than this after the fastest packets' arrival.
  public mutating func setMinimumDelay(_ delay: Duration) {
    minimumDelay = max(0, delay.nanoseconds)
  }

  /// - Parameter level: how loud its sound is, where the packet says so.
  public mutating func receive(packet: RTPPacket, level: AudioLevel? = nil, at now: Instant) {
    guard !packet.payload.isEmpty else { return }
    guard let samples = try? OpusPayload.duration(of: packet.payload) else {
      statistics.malformed += 1
      return
    }
    statistics.received += 1
    let ticks = timestamps.unwrap(packet.timestamp)
    if let pendingReport {
      self.pendingReport = nil
      receiveSenderReport(ntp: pendingReport.ntp, rtpTimestamp: pendingReport.rtpTimestamp)
    }
    let observation = model.observe(ticks: ticks, at: now)
    if observation == .timestampJump { streamClock.forgetReport() }
    switch state {
    case .idle:
      state = .buffering
    case .paused:
      if observation == .usual {
        model.restart()
        _ = model.observe(ticks: ticks, at: now)
      }
      state = .buffering
    case .buffering, .playing:
      if observation != .usual { reset(to: .buffering) }
    }
    unitTicks = media.ticks(nanoseconds: Int64(samples) * 1_000_000_000 / 48_000)
    store(
      Unit(
        ticks: ticks, duration: unitTicks, rtpTimestamp: packet.timestamp, payload: packet.payload,
        isLoud: level.map { $0.level < Self.loudLevel } ?? false))
  }

  public mutating func receiveSenderReport(ntp: UInt64, rtpTimestamp: UInt32) {
    guard timestamps.last != nil else {
      pendingReport = (ntp, rtpTimestamp)
      return
    }
    streamClock.setReport(ntp: ntp, ticks: timestamps.peek(rtpTimestamp))
  }

  /// The next unit of sound.
  public mutating func pull(at now: Instant) -> AudioPull {
    switch state {
    case .idle, .paused:
      return .nothing
    case .buffering:
      skipOld(at: now)
      guard let head = buffer.first, transit(head.ticks, at: now) >= target() &- Self.shortBy
      else { return .nothing }
      missing = 0
      return play(next: head.ticks, at: now)
    case .playing(let next):
      return play(next: adjusted(next, at: now), at: now)
    }
  }
}

extension AudioReceiver {
  /// Where playout stands when this unit is played now: comparable with the transit of packets.
  private func transit(_ ticks: Int64, at now: Instant) -> Int64 {
    now.nanoseconds &- media.nanoseconds(ticks)
  }

  private func target() -> Int64 {
    guard let baseline = model.baseline, let quantile = model.quantile else { return 0 }
    let margin = model.sampleCount < Self.firstSampleCount ? Self.firstMargin : Self.margin
    let jitter = min(quantile &- baseline &+ margin, Self.mostJitter)
    return baseline &+ max(jitter, Self.leastDelay, minimumDelay)
  }

  private mutating func store(_ unit: Unit) {
    if case .playing(let next) = state, unit.ticks &+ unit.duration / 2 < next {
      let lateBy = media.nanoseconds(next &- unit.ticks)
      // Starved, and this was not overtaken: what was concealed becomes delay.
      guard buffer.isEmpty, unit.ticks > lastPlayed ?? .min, lateBy <= Self.mostStepBack else {
        statistics.discardedLate += 1
        return
      }
      statistics.inserted += Int((next &- unit.ticks) / max(1, unit.duration))
      state = .playing(next: unit.ticks)
    }
    var index = buffer.count
    while index > 0, buffer[index - 1].ticks > unit.ticks { index -= 1 }
    guard index == 0 || buffer[index - 1].ticks != unit.ticks else {
      statistics.duplicates += 1
      return
    }
    if buffer.count >= Self.unitLimit {
      reset(to: .buffering)
      index = 0
    }
    buffer.insert(unit, at: index)
  }

  private mutating func reset(to state: State) {
    buffer.removeAll(keepingCapacity: true)
    missing = 0
    lastPlayed = nil
    statistics.resets += 1
    self.state = state
  }

  /// Units from before a queue drained are not worth playing.
  private mutating func skipOld(at now: Instant) {
    let oldest = target() &+ Self.longBy
    while buffer.count > 1, let head = buffer.first, transit(head.ticks, at: now) > oldest {
      buffer.removeFirst()
      statistics.dropped += 1
    }
  }

  /// Moves playout forward where it is too late.
  private mutating func adjusted(_ next: Int64, at now: Instant) -> Int64 {
    let excess = transit(next, at: now) &- target() &- Self.longBy
    guard excess > 0 else { return next }
    let unit = max(1, unitTicks)
    if excess > Self.skipBeyond {
      let skipped = next &+ (media.ticks(nanoseconds: excess) / unit + 1) &* unit
      while let head = buffer.first, head.ticks &+ head.duration / 2 < skipped {
        buffer.removeFirst()
        statistics.dropped += 1
      }
      return skipped
    }
    guard !buffer.isEmpty, mayAdjust(at: now) else { return next }
    if let head = buffer.first, head.ticks <= next &+ unit / 2 {
      guard buffer.count > 1, !mustWait(for: head, at: now) else { return next }
      buffer.removeFirst()
      statistics.dropped += 1
    }
    lastAdjustment = now
    isWaitingSince = nil
    return next &+ unit
  }

  /// True while dropping this unit would be heard, and a quiet one may come soon.
  private mutating func mustWait(for unit: Unit, at now: Instant) -> Bool {
    guard unit.isLoud else { return false }
    let since = isWaitingSince ?? now
    isWaitingSince = since
    return now - since < Self.patience
  }

  private func mayAdjust(at now: Instant) -> Bool {
    guard let lastAdjustment else { return true }
    return now - lastAdjustment >= Self.adjustmentInterval
  }

  private mutating func play(next: Int64, at now: Instant) -> AudioPull {
    lastTransit = transit(next, at: now)
    if transit(next, at: now) < target() &- Self.shortBy,
      buffer.isEmpty || mayAdjust(at: now)
    {
      lastAdjustment = now
      statistics.inserted += 1
      return conceal(next: next)
    }
    guard let head = buffer.first, head.ticks <= next &+ unitTicks / 2 else {
      let following = next &+ unitTicks
      let head = buffer.first.flatMap { $0.ticks <= following &+ unitTicks / 2 ? $0 : nil }
      let pull = conceal(next: following)
      guard let head, pull == .conceal else { return pull }
      return .recover(fromNext: head.payload)
    }
    buffer.removeFirst()
    statistics.played += 1
    missing = 0
    lastPlayed = head.ticks
    state = .playing(next: head.ticks &+ head.duration)
    return .packet(head.payload, rtpTimestamp: head.rtpTimestamp)
  }

  private mutating func conceal(next: Int64) -> AudioPull {
    state = .playing(next: next)
    missing += unitTicks
    if media.nanoseconds(missing) > Self.pauseAfter {
      reset(to: .paused)
      return .nothing
    }
    statistics.concealed += 1
    return .conceal
  }
}
