internal import SansIO

/// Packets that wait for a link of limited rate, and how much of the first has been sent.
///
/// Work is counted in bits × 10⁹, so that a rate in bit/s times a time in nanoseconds is exact; a packet ends at the first
/// nanosecond at which its last bit is out, and what of that nanosecond is left over serves the next packet.
struct TransmissionQueue: Sendable {
  private var packets = Queue<LinkPacket>()
  private var byteCount = 0
  /// Bits a second; nil: everything leaves at once.
  private var rate: Int64?
  /// Of the first packet, up to `countedUntil`.
  private var workDone: Int64 = 0
  private var countedUntil = Instant.start
  private var busyNanoseconds: Int64 = 0

  init(rate: BitRate?) { self.rate = Self.bounded(rate) }

  /// When the first packet will have been sent; nil: never, at this rate.
  var finish: Instant? {
    guard let first = packets.first else { return nil }
    guard let rate else { return countedUntil }
    guard rate > 0 else { return nil }
    let left = max(Self.work(first.byteCount) - workDone, 0)
    return Instant(nanoseconds: countedUntil.nanoseconds + (left + rate - 1) / rate)
  }

  /// Whether a packet that comes now finds room.
  func accepts(_ packet: LinkPacket, within limit: QueueLimit, at now: Instant) -> Bool {
    switch limit {
    case .packets(let most): return packets.count < most
    case .bytes(let most): return byteCount + packet.byteCount <= most
    case .milliseconds(let most):
      guard !packets.isEmpty, let rate else { return true }
      let done = Int128(workDone) + Int128(rate) * Int128((now - countedUntil).nanoseconds)
      let ahead = Int128(byteCount) * 8_000_000_000 - done
      return ahead <= Int128(rate) * Int128(most) * 1_000_000
    }
  }

  mutating func append(_ packet: LinkPacket, at now: Instant) {
    count(until: now)
    packets.append(packet)
    byteCount += packet.byteCount
  }

  /// The first packet, when its last bit is out by `now`, and when that was.
  mutating func popFinished(by now: Instant) -> (LinkPacket, at: Instant)? {
    guard let finish, finish <= now else { return nil }
    count(until: finish)
    guard let packet = packets.popFirst() else { return nil }
    byteCount -= packet.byteCount
    let isBusy = !packets.isEmpty && rate != nil
    workDone = isBusy ? max(workDone - Self.work(packet.byteCount), 0) : 0
    return (packet, finish)
  }

  mutating func set(rate: BitRate?, at now: Instant) {
    count(until: now)
    self.rate = Self.bounded(rate)
  }

  /// How long packets were being sent, or waited for a rate of 0 to end, since this was last asked.
  mutating func takeBusyTime(until now: Instant) -> Duration {
    count(until: now)
    defer { busyNanoseconds = 0 }
    return .nanoseconds(busyNanoseconds)
  }

  private mutating func count(until now: Instant) {
    if !packets.isEmpty {
      let elapsed = (now - countedUntil).nanoseconds
      workDone += (rate ?? 0) * elapsed
      busyNanoseconds += elapsed
    }
    countedUntil = now
  }

  private static func work(_ byteCount: Int) -> Int64 { Int64(byteCount) * 8_000_000_000 }

  /// At most 10¹⁵ bit/s, so that products stay within 64 bits.
  private static func bounded(_ rate: BitRate?) -> Int64? {
    rate.map { min(max($0.bitsPerSecond, 0), 1_000_000_000_000_000) }
  }
}
