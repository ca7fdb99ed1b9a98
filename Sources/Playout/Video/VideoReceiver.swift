public import RTP
public import SansIO

/// One incoming video stream: RTP packets in any order become frames in decoding order, with times to show them.
///
/// ```
///                 key frame whole                     gap not repaired in time, malformed frame,
///   ┌────────────────────────────────────┐            repair given up, sequence restart
///   │                                    ▼
///  waiting for a key frame            playing ──────────────────────────────────► waiting …
///   (asks again and again)     (each frame follows the last)
/// ```
///
/// A gap is given time for NACK and RTX: until the first frame behind it would be due plus one round trip, and at least two round
/// trips and 30 ms, but never under 100 ms or over 2 s. A whole key frame behind the gap ends the wait when it is due.
/// More than 450 missing packets are not waited for. Then the stream goes on at the next key frame, and `keyFrameNeeded` is an event until
/// one begins to arrive: every 300 ms or two round trips, whichever is longer.
///
/// A new SSRC is a new stream: the caller makes a new receiver.
public struct VideoReceiver: Sendable {
  public enum Event: Hashable, Sendable {
    /// A frame has all its packets; in order of completion.
    case assembled(AssembledFrame)
    /// Ask the sender for a key frame (PLI or FIR).
    case keyFrameNeeded(reason: String)
    /// Whole frames that will not be played, because what they depend on never came.
    case droppedLate(frames: Int)
    /// A packet or a frame that is of no use.
    case discarded(reason: String)
  }

  private enum State: Sendable {
    /// `nextRequest` is nil before the first packet.
    case waitingForKeyFrame(reason: String, nextRequest: Instant?)
    case playing(next: Int64, pictureID: VP8Descriptor.PictureID?)
  }

  /// A hole in the sequence numbers: `since` when the packet behind it came.
  private struct Gap: Sendable {
    var missing: Int64
    var since: Instant
    var deadline: Instant
  }

  static let frameLimit = 256
  static let frameByteLimit = 16 << 20
  private static let eventLimit = 512
  private static let unrepairableCount: Int64 = 450

  /// What the last RTCP round trip was; decides how long repair is waited for.
  public var roundTripTime: Duration = .milliseconds(100)

  private var assembler = FrameAssembler()
  private var timer: RenderTimer
  private var streamClock: StreamClock
  private var state = State.waitingForKeyFrame(reason: "start of the stream", nextRequest: nil)
  /// Whole frames not yet handed out, by sequence.
  private var frames: [AssembledFrame] = []
  private var frameByteCount = 0
  private var gap: Gap?
  /// Everything from the next wanted sequence up to here is there.
  private var contiguousEnd = Int64.min
  private var hasSeenParameterSets = false
  private var readyAt = Instant(nanoseconds: .min)
  private var lastRequest: Instant?
  private var pendingReport: (ntp: UInt64, rtpTimestamp: UInt32)?
  private var events = Queue<Event>()

  public init(clockRate: Int = 90_000) {
    timer = RenderTimer(media: MediaClock(rate: clockRate))
    streamClock = StreamClock(clockRate: clockRate)
  }

  /// How long after the fastest frames' arrival frames are shown now.
  public var targetDelay: Duration { .nanoseconds(timer.delay) }

  /// Lip sync: frames are not shown earlier than this after the fastest frames' arrival.
  public mutating func setMinimumDelay(_ delay: Duration) {
    timer.minimumDelay = max(0, delay.nanoseconds)
  }

  public var clock: StreamClock { streamClock }

  /// The first sequence number that is still of use: repair of older ones can stop. Nil while waiting for a key frame.
  public var firstNeededSequence: UInt16? {
    guard case .playing(let next, _) = state else { return nil }
    return UInt16(truncatingIfNeeded: next)
  }

  /// Takes a packet from the wire, or one restored from RTX.
  public mutating func receive(format: PayloadFormat, packet: RTPPacket, at now: Instant) {
    switch assembler.insert(packet, format: format, at: now) {
    case .stored: break
    case .ignored(let reason): emit(.discarded(reason: reason))
    case .restarted(let reason):
      drop(frames.count)
      // What is left behind the restart counts as a new stream.
      waitForKeyFrame(reason: reason, at: now)
    }
    if let pendingReport {
      self.pendingReport = nil
      receiveSenderReport(ntp: pendingReport.ntp, rtpTimestamp: pendingReport.rtpTimestamp)
    }
    for frame in assembler.completed { insert(frame, at: now) }
    for error in assembler.malformed { emit(.discarded(reason: "malformed frame: \(error)")) }
    if case .waitingForKeyFrame(let reason, nil) = state {
      // A key frame that starts the stream has this long to show its first packet.
      state = .waitingForKeyFrame(reason: reason, nextRequest: now + .milliseconds(100))
    }
    advance(at: now)
  }

  public mutating func receiveSenderReport(ntp: UInt64, rtpTimestamp: UInt32) {
    guard let ticks = assembler.unwrapped(rtpTimestamp) else {
      pendingReport = (ntp, rtpTimestamp)
      return
    }
    streamClock.setReport(ntp: ntp, ticks: ticks)
  }

  /// The caller's NACK has given up: what is missing now will not come.
  public mutating func abandonRepair(at now: Instant) {
    guard gap != nil else { return }
    waitForKeyFrame(reason: "repair given up", at: now)
    advance(at: now)
  }

  /// Nothing can be decoded before a new key frame: the decoder failed.
  public mutating func requireKeyFrame(reason: String, at now: Instant) {
    waitForKeyFrame(reason: reason, at: now)
    advance(at: now)
  }

  public mutating func wake(at now: Instant) { advance(at: now) }

  public var deadline: Instant? {
    switch state {
    case .playing: gap?.deadline
    case .waitingForKeyFrame: decodableKeyFrame == nil ? requestTime : nil
    }
  }

  /// The next frame to decode; drained until nil after every call above.
  public mutating func nextFrame(at now: Instant) -> PlayableFrame? {
    advance(at: now)
    switch state {
    case .playing(let next, let pictureID):
      guard let head = frames.first, follows(head, next: next, pictureID: pictureID) else {
        return nil
      }
    case .waitingForKeyFrame:
      guard let index = decodableKeyFrame else { return nil }
      drop(index)
    }
    return takeFirst()
  }

  public mutating func nextEvent() -> Event? {
    events.popFirst()
  }
}

// Order and repair.
extension VideoReceiver {
  private mutating func insert(_ frame: AssembledFrame, at now: Instant) {
    emit(.assembled(frame))
    if case .playing(let next, _) = state, frame.firstSequence < next {
      emit(.droppedLate(frames: 1))
      return
    }
    var index = frames.count
    while index > 0, frames[index - 1].firstSequence > frame.firstSequence { index -= 1 }
    frames.insert(frame, at: index)
    frameByteCount += frame.payload.count
    while frames.count > Self.frameLimit || frameByteCount > Self.frameByteLimit {
      drop(1)
      if case .playing = state { waitForKeyFrame(reason: "too many frames wait", at: now) }
    }
  }

  private mutating func takeFirst() -> PlayableFrame {
    let frame = frames.removeFirst()
    frameByteCount -= frame.payload.count
    if frame.hasParameterSets { hasSeenParameterSets = true }
    var next = frame.lastSequence + 1
    while case .padding? = assembler.slot(next)?.content { next += 1 }
    state = .playing(next: next, pictureID: frame.pictureID)
    assembler.discard(below: next)
    gap = nil
    readyAt = max(readyAt, frame.completedAt)
    let (renderAt, observation) = timer.renderTime(
      ticks: frame.unwrappedTimestamp, ready: readyAt,
      wasHeldUp: frame.isRepaired || readyAt > frame.completedAt, roundTripTime: roundTripTime)
    if observation == .timestampJump { streamClock.forgetReport() }
    streamClock.baselineNanoseconds = timer.baseline
    findGap()
    return PlayableFrame(frame: frame, renderAt: renderAt)
  }

  /// True when nothing between the last frame and this one is missing; VP8's picture ids also tell lost padding from lost frames.
  private func follows(
    _ frame: AssembledFrame, next: Int64, pictureID: VP8Descriptor.PictureID?
  ) -> Bool {
    if frame.firstSequence == next { return true }
    guard let pictureID, let own = frame.pictureID else { return false }
    return own == pictureID.next
  }

  private var decodableKeyFrame: Int? {
    frames.firstIndex { frame in
      guard frame.isKeyFrame else { return false }
      if case .h264 = frame.format { return frame.hasParameterSets || hasSeenParameterSets }
      return true
    }
  }

  private mutating func advance(at now: Instant) {
    switch state {
    case .playing(let next, let pictureID):
      if case .padding? = assembler.slot(next)?.content {
        var after = next
        while case .padding? = assembler.slot(after)?.content { after += 1 }
        state = .playing(next: after, pictureID: pictureID)
        assembler.discard(below: after)
      }
      findGap()
      guard let gap, now >= gap.deadline else { return }
      waitForKeyFrame(reason: "a gap was not repaired", at: now)
      advance(at: now)
    case .waitingForKeyFrame(let reason, _):
      guard decodableKeyFrame == nil, let requestTime, now >= requestTime else { return }
      emit(.keyFrameNeeded(reason: reason))
      lastRequest = now
      state = .waitingForKeyFrame(reason: reason, nextRequest: now + requestInterval)
    }
  }

  private mutating func waitForKeyFrame(reason: String, at now: Instant) {
    gap = nil
    readyAt = max(readyAt, now)
    if case .playing(let next, _) = state { assembler.discard(below: next) }
    if case .waitingForKeyFrame(_, let nextRequest?) = state {
      // Already asking: a new reason does not make it more often.
      state = .waitingForKeyFrame(reason: reason, nextRequest: nextRequest)
    } else {
      let next = lastRequest.map { max(now, $0 + requestInterval) } ?? now
      state = .waitingForKeyFrame(reason: reason, nextRequest: next)
    }
  }

  private var requestInterval: Duration { max(.milliseconds(300), roundTripTime * 2) }

  /// When to ask next: put off while a key frame is arriving, for 5 s at most.
  private var requestTime: Instant? {
    guard case .waitingForKeyFrame(_, let nextRequest?) = state else { return nil }
    guard let seen = assembler.keyFrameSeen, isInFuture(seen.timestamp) else { return nextRequest }
    let patience = max(.milliseconds(100), roundTripTime * 2 + .milliseconds(30))
    return max(nextRequest, min(seen.last + patience, seen.first + .seconds(5)))
  }

  /// True for a key frame that was neither played nor is among the whole ones.
  private func isInFuture(_ timestamp: Int64) -> Bool {
    timestamp > timer.lastTicks ?? .min
      && !frames.contains { $0.unwrappedTimestamp == timestamp }
  }

  private mutating func findGap() {
    guard case .playing(let next, let pictureID) = state, let highest = assembler.highest else {
      gap = nil
      return
    }
    if let head = frames.first, follows(head, next: next, pictureID: pictureID) {
      gap = nil
      return
    }
    if contiguousEnd < next || contiguousEnd > highest + 1 { contiguousEnd = next }
    while assembler.slot(contiguousEnd) != nil { contiguousEnd += 1 }
    if let head = frames.first, contiguousEnd >= head.firstSequence {
      // All packets of the wanted frame are there, and yet it is not: it was malformed.
      gap = Gap(missing: next, since: head.completedAt, deadline: head.completedAt)
      return
    }
    guard contiguousEnd <= highest else {
      gap = nil
      return
    }
    if gap?.missing != contiguousEnd {
      var behind = contiguousEnd + 1
      while behind < highest, assembler.slot(behind) == nil { behind += 1 }
      guard let slot = assembler.slot(behind) else { return }
      let since = max(slot.arrival, readyAt)
      let wait: Duration =
        behind - contiguousEnd > Self.unrepairableCount
        ? .zero : patience(until: timer.due(ticks: slot.timestamp), since: since)
      gap = Gap(missing: contiguousEnd, since: since, deadline: since + wait)
    }
    if let index = decodableKeyFrame, let current = gap,
      let due = timer.due(ticks: frames[index].unwrappedTimestamp)
    {
      gap?.deadline = min(current.deadline, max(due, current.since))
    }
  }

  private func patience(until due: Instant?, since: Instant) -> Duration {
    // Timestamps come from the wire, and may lie so far ahead that the difference wraps.
    let ahead = (due ?? since).nanoseconds &- since.nanoseconds
    let untilDue = .nanoseconds(ahead) + roundTripTime
    let wanted = max(untilDue, roundTripTime * 2 + .milliseconds(30))
    return min(max(wanted, .milliseconds(100)), .seconds(2))
  }

  private mutating func drop(_ count: Int) {
    guard count > 0 else { return }
    for frame in frames.prefix(count) { frameByteCount -= frame.payload.count }
    frames.removeFirst(count)
    emit(.droppedLate(frames: count))
  }

  private mutating func emit(_ event: Event) {
    if events.count >= Self.eventLimit { _ = events.popFirst() }
    events.append(event)
  }
}
