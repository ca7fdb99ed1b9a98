internal import RTP
internal import SansIO

/// Packets of one video stream by sequence number, and the frames that become complete among them.
///
/// Bounded: 2048 packets and 8 MiB of payload. A frame is complete when its packets follow each other without a gap, the first
/// starts a frame and the last ends it: by the marker, or because the next packet has another timestamp.
struct FrameAssembler: Sendable {
  enum Outcome: Sendable {
    case stored
    case ignored(reason: String)
    /// The sequence numbers began anew, or the buffer overflowed: everything before this packet is gone.
    case restarted(reason: String)
  }

  struct Slot: Sendable {
    enum Content: Sendable {
      case media([UInt8], PayloadFormat)
      /// A packet without payload: it fills a sequence number (RFC 3550 §5.1; sent to probe the network).
      case padding
      /// Already part of a frame, or of one that could not be put together.
      case used
    }
    var sequence: Int64
    var timestamp: Int64
    var rtpTimestamp: UInt32
    var marker: Bool
    var arrival: Instant
    var content: Content
  }

  static let capacity: Int64 = 2048
  static let byteLimit = 8 << 20
  /// RFC 3550 A.1: beyond these a packet counts only when the next one follows it.
  private static let maximumMisorder: Int64 = 1024
  private static let maximumDropout: Int64 = 10_000

  private(set) var highest: Int64?
  /// Frames completed by the last `insert`, first sequence first.
  private(set) var completed: [AssembledFrame] = []
  /// Why frames that the last `insert` found whole could not be put together.
  private(set) var malformed: [PayloadError] = []
  /// Timestamp and arrivals of the newest key frame of which a packet was seen.
  private(set) var keyFrameSeen: (timestamp: Int64, first: Instant, last: Instant)?

  private var slots = [Slot?](repeating: nil, count: Int(capacity))
  private var byteCount = 0
  private var floor = Int64.min
  private var timestamps = TimestampUnwrapper()
  private var suspect: UInt16?

  func slot(_ sequence: Int64) -> Slot? {
    guard let slot = slots[Int(sequence & (Self.capacity - 1))], slot.sequence == sequence else {
      return nil
    }
    return slot
  }

  /// Unwraps a timestamp of the same stream, such as a sender report's; nil before the first packet.
  func unwrapped(_ rtpTimestamp: UInt32) -> Int64? {
    timestamps.last == nil ? nil : timestamps.peek(rtpTimestamp)
  }

  /// Packets before `sequence` no longer matter.
  mutating func discard(below sequence: Int64) { floor = max(floor, sequence) }

  mutating func insert(_ packet: RTPPacket, format: PayloadFormat, at now: Instant) -> Outcome {
    completed.removeAll(keepingCapacity: true)
    malformed.removeAll(keepingCapacity: true)
    var outcome = Outcome.stored
    let sequence: Int64
    switch place(packet.sequenceNumber) {
    case .at(let placed): sequence = placed
    case .suspect: return .ignored(reason: "sequence number far from the others")
    case .restart(let placed):
      removeAll()
      sequence = placed
      outcome = .restarted(reason: "sequence numbers began anew")
    }
    guard sequence >= floor else { return .ignored(reason: "too late") }
    guard slot(sequence) == nil else { return .ignored(reason: "duplicate") }
    if let highest, sequence <= highest - Self.capacity { return .ignored(reason: "too late") }
    if byteCount + packet.payload.count > Self.byteLimit {
      removeAll()
      outcome = .restarted(reason: "more than \(Self.byteLimit) bytes wait")
    }
    highest = max(highest ?? sequence, sequence)
    let timestamp = timestamps.unwrap(packet.timestamp)
    store(
      Slot(
        sequence: sequence, timestamp: timestamp, rtpTimestamp: packet.timestamp,
        marker: packet.marker, arrival: now,
        content: packet.payload.isEmpty ? .padding : .media(packet.payload, format)))
    noteKeyFrame(packet.payload, format: format, timestamp: timestamp, at: now)
    let isLate = sequence < highest ?? sequence
    // This packet may end the frame before it and start the one behind it.
    for candidate in [sequence - 1, sequence, sequence + 1] {
      assemble(around: candidate, isRepaired: isLate, at: now)
    }
    return outcome
  }

  private enum Place {
    case at(Int64)
    case suspect
    case restart(Int64)
  }

  private mutating func place(_ value: UInt16) -> Place {
    guard let highest else { return .at(Int64(value)) }
    let distance = Int64(Int16(bitPattern: value &- UInt16(truncatingIfNeeded: highest)))
    if (-Self.maximumMisorder...Self.maximumDropout).contains(distance) {
      suspect = nil
      return .at(highest + distance)
    }
    defer { suspect = value &+ 1 }
    guard suspect == value else { return .suspect }
    // Two in sequence: the sender restarted (RFC 3550 A.1). Go on above everything that was used.
    return .restart((highest | 0xffff) + 0x1_0001 + Int64(value))
  }

  private mutating func store(_ slot: Slot) {
    let index = Int(slot.sequence & (Self.capacity - 1))
    release(index)
    if case .media(let payload, _) = slot.content { byteCount += payload.count }
    slots[index] = slot
  }

  private mutating func release(_ index: Int) {
    if case .media(let payload, _)? = slots[index]?.content { byteCount -= payload.count }
    slots[index] = nil
  }

  private mutating func removeAll() {
    for index in slots.indices { slots[index] = nil }
    byteCount = 0
    keyFrameSeen = nil
  }

  private mutating func noteKeyFrame(
    _ payload: [UInt8], format: PayloadFormat, timestamp: Int64, at now: Instant
  ) {
    if let seen = keyFrameSeen, seen.timestamp == timestamp {
      keyFrameSeen?.last = now
    } else if !payload.isEmpty, timestamp > keyFrameSeen?.timestamp ?? .min,
      format.isKeyFrame(payload)
    {
      keyFrameSeen = (timestamp, now, now)
    }
  }
}

// Finding whole frames.
extension FrameAssembler {
  private mutating func assemble(around sequence: Int64, isRepaired: Bool, at now: Instant) {
    guard let middle = media(sequence) else { return }
    var first = sequence
    while let slot = media(first - 1), slot.timestamp == middle.timestamp, !slot.marker {
      first -= 1
    }
    var last = sequence
    while media(last)?.marker == false, let slot = media(last + 1),
      slot.timestamp == middle.timestamp
    {
      last += 1
    }
    guard let head = media(first), case .media(let payload, let format) = head.content,
      let tail = media(last)
    else { return }
    guard tail.marker || isOther(last + 1, than: middle.timestamp) else { return }
    // What directly follows another frame has its first packet, even where the format cannot tell.
    guard format.startsFrame(payload) || isOther(first - 1, than: middle.timestamp) else { return }
    complete(first...last, head: head, format: format, isRepaired: isRepaired, at: now)
  }

  private func media(_ sequence: Int64) -> Slot? {
    guard let slot = slot(sequence), case .media = slot.content else { return nil }
    return slot
  }

  /// True when the packet is known and belongs to another frame.
  private func isOther(_ sequence: Int64, than timestamp: Int64) -> Bool {
    guard let slot = slot(sequence) else { return false }
    return slot.timestamp != timestamp || slot.marker
  }

  private mutating func complete(
    _ range: ClosedRange<Int64>, head: Slot, format: PayloadFormat, isRepaired: Bool,
    at now: Instant
  ) {
    var payloads: [[UInt8]] = []
    var isOneFormat = true
    for sequence in range {
      let index = Int(sequence & (Self.capacity - 1))
      guard case .media(let payload, let each)? = slots[index]?.content else { continue }
      payloads.append(payload)
      if each != format { isOneFormat = false }
      byteCount -= payload.count
      slots[index]?.content = .used
    }
    do throws(PayloadError) {
      guard isOneFormat else { throw .notOneFrame }
      let frame = try format.frame(from: payloads)
      var pictureID: VP8Descriptor.PictureID?
      var isKeyFrame = false
      var hasParameterSets = false
      switch format {
      case .vp8:
        pictureID = (try? VP8Descriptor(parsing: payloads[0]))?.pictureID
        isKeyFrame = format.isKeyFrame(payloads[0])
      case .h264:
        let types = payloads.flatMap { H264Depacketizer.nalUnitTypes(startingIn: $0) }
        isKeyFrame = types.contains(H264NALUnitType.instantaneousRefresh)
        hasParameterSets =
          types.contains(H264NALUnitType.sequenceParameterSet)
          && types.contains(H264NALUnitType.pictureParameterSet)
      case .opus:
        throw .notOneFrame
      }
      completed.append(
        AssembledFrame(
          format: format, rtpTimestamp: head.rtpTimestamp, unwrappedTimestamp: head.timestamp,
          isKeyFrame: isKeyFrame, payload: frame, firstSequence: range.lowerBound,
          lastSequence: range.upperBound, completedAt: now,
          isRepaired: isRepaired, pictureID: pictureID,
          hasParameterSets: hasParameterSets))
    } catch {
      malformed.append(error)
    }
  }
}
