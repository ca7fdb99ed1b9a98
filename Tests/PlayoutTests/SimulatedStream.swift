import RTP
import SansIO

@testable import Playout

/// A packet and when it comes.
struct Arrival {
  var at: Instant
  var packet: RTPPacket
}

func milliseconds(_ value: Int) -> Duration { .milliseconds(value) }

extension Instant {
  static func milliseconds(_ value: Int) -> Instant { .start + .milliseconds(value) }
}

/// What a link does to packets, in the way of a test: fixed delay, uniform jitter, a rate, loss, outages.
struct SimulatedLink {
  var delay: Duration = .milliseconds(20)
  var jitter: Duration = .zero
  var keepsOrder = true
  var bytesPerSecond: Int64?
  var lossPerMille: UInt64 = 0
  /// While it lasts everything is lost, or with `isQueued` kept until its end.
  var outage: Range<Instant>?
  var isQueued = false
  var random = SplitMix64(state: 1)
  private var freeAt = Instant.start
  private var last = Instant.start

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  /// When a packet sent now comes; nil: lost.
  mutating func carry(byteCount: Int, at sent: Instant) -> Instant? {
    let isLost = random.next() % 1000 < lossPerMille
    let draw = random.next()
    var leaves = max(sent, freeAt)
    if let outage, outage.contains(leaves) {
      guard isQueued else { return nil }
      leaves = outage.upperBound
    }
    if let bytesPerSecond {
      leaves = leaves + .nanoseconds(Int64(byteCount) * 1_000_000_000 / bytesPerSecond)
      freeAt = leaves
    } else if outage?.upperBound == leaves {
      // A queue drains at a packet each 0.1 ms.
      leaves = leaves + .microseconds(100)
      freeAt = leaves
    }
    guard !isLost else { return nil }
    var arrival = leaves + delay
    if jitter > .zero {
      arrival = arrival + .nanoseconds(Int64(draw % UInt64(jitter.nanoseconds + 1)))
    }
    if keepsOrder { arrival = max(arrival, last) }
    last = max(last, arrival)
    return arrival
  }
}

/// A sender of VP8 frames whose bytes name their number, 30 a second, three packets each and a larger key frame.
struct SimulatedVideo {
  var frameCount = 300
  var keyFrames: Set<Int> = [0]
  var packetsPerFrame = 3
  var packetsPerKeyFrame = 8
  var payloadByteCount = 500
  var firstSequence: UInt16 = 65_500
  var firstTimestamp: UInt32 = .max - 90_000
  /// Parts per billion by which the sender's clock is fast.
  var driftPartsPerBillion: Int64 = 0
  /// Capture of frame 0.
  var begin = Instant.milliseconds(0)

  static let frameInterval: Int64 = 33_333_333

  /// Wall-clock nanoseconds of the sender since its start, at an instant.
  func senderNanoseconds(at now: Instant) -> Int64 {
    let elapsed = (now - begin).nanoseconds
    return elapsed + elapsed / 1000 * driftPartsPerBillion / 1_000_000
  }

  func captured(_ frame: Int) -> Instant {
    begin + .nanoseconds(Int64(frame) * Self.frameInterval)
  }

  func timestamp(at now: Instant) -> UInt32 {
    firstTimestamp
      &+ UInt32(
        truncatingIfNeeded: MediaClock(rate: 90_000).ticks(nanoseconds: senderNanoseconds(at: now)))
  }

  func payload(of frame: Int) -> [UInt8] {
    let count = keyFrames.contains(frame) ? packetsPerKeyFrame : packetsPerFrame
    var bytes = [UInt8](repeating: 0x55, count: count * payloadByteCount)
    bytes[0] = keyFrames.contains(frame) ? 0x10 : 0x11
    bytes[1] = UInt8(frame >> 8)
    bytes[2] = UInt8(frame & 0xff)
    return bytes
  }

  static func number(of payload: [UInt8]) -> Int { Int(payload[1]) << 8 | Int(payload[2]) }

  /// All packets in sending order, with the instants at which they are sent.
  func packets() -> [Arrival] {
    var packetizer = VP8Packetizer(firstPictureID: 32_760)
    var sequence = firstSequence
    var packets: [Arrival] = []
    for frame in 0..<frameCount {
      let payloads = packetizer.packetize(
        payload(of: frame), maximumPayload: payloadByteCount + 4)
      for (index, payload) in payloads.enumerated() {
        packets.append(
          Arrival(
            at: captured(frame),
            packet: RTPPacket(
              marker: index == payloads.count - 1, payloadType: 96, sequenceNumber: sequence,
              timestamp: timestamp(at: captured(frame)), ssrc: 1, payload: payload)))
        sequence &+= 1
      }
    }
    return packets
  }
}

/// Sends every packet over a link; lost ones come after `repairAfter`, when given.
func carry(_ packets: [Arrival], over link: inout SimulatedLink, repairAfter: Duration? = nil)
  -> [Arrival]
{
  var arrivals: [Arrival] = []
  for packet in packets {
    if let at = link.carry(byteCount: packet.packet.payload.count + 40, at: packet.at) {
      arrivals.append(Arrival(at: at, packet: packet.packet))
    } else if let repairAfter {
      arrivals.append(Arrival(at: packet.at + link.delay + repairAfter, packet: packet.packet))
    }
  }
  return inOrder(arrivals)
}

/// By arrival; equal instants keep their order.
func inOrder(_ arrivals: [Arrival]) -> [Arrival] {
  arrivals.enumerated().sorted { a, b in
    a.element.at == b.element.at ? a.offset < b.offset : a.element.at < b.element.at
  }.map(\.element)
}

/// Runs a video receiver over arrivals and deadlines in virtual time.
struct VideoRun {
  var receiver = VideoReceiver()
  var played: [PlayableFrame] = []
  var events: [(at: Instant, event: VideoReceiver.Event)] = []
  var now = Instant.start

  var numbers: [Int] { played.map { SimulatedVideo.number(of: $0.frame.payload) } }

  var requests: [Instant] {
    events.compactMap { if case .keyFrameNeeded = $0.event { $0.at } else { nil } }
  }

  mutating func run(
    _ arrivals: [Arrival], format: PayloadFormat = .vp8, until end: Instant? = nil
  ) {
    for arrival in arrivals {
      wake(until: arrival.at)
      now = max(now, arrival.at)
      receiver.receive(format: format, packet: arrival.packet, at: now)
      drain()
    }
    if let end {
      wake(until: end)
      now = end
    }
  }

  mutating func wake(until end: Instant) {
    while let deadline = receiver.deadline, deadline <= end {
      now = max(now, deadline)
      receiver.wake(at: now)
      drain()
    }
  }

  mutating func drain() {
    while let frame = receiver.nextFrame(at: now) { played.append(frame) }
    while let event = receiver.nextEvent() { events.append((now, event)) }
  }
}
