import RTP
import SansIO

@testable import Playout

/// A sender of 20 ms Opus packets whose bytes name their number.
struct SimulatedAudio {
  var packetCount = 500
  var firstTimestamp: UInt32 = .max - 48_000
  /// Parts per million by which the sender's clock is fast.
  var driftPartsPerMillion: Int64 = 0
  /// Packets that the sender does not send.
  var muted: Range<Int>?
  /// Capture of packet 0.
  var begin = Instant.milliseconds(0)

  func captured(_ packet: Int) -> Instant {
    // A fast clock counts 20 ms in less than 20 ms.
    let nominal = Int64(packet) * 20_000_000
    return begin + .nanoseconds(nominal - nominal / 1_000_000 * driftPartsPerMillion)
  }

  func timestamp(of packet: Int) -> UInt32 {
    firstTimestamp &+ UInt32(truncatingIfNeeded: packet * 960)
  }

  func packets() -> [Arrival] {
    (0..<packetCount).filter { muted?.contains($0) != true }.map { number in
      Arrival(
        at: captured(number),
        packet: RTPPacket(
          payloadType: 111, sequenceNumber: UInt16(truncatingIfNeeded: number),
          timestamp: timestamp(of: number), ssrc: 2,
          payload: [0xf8, UInt8(number >> 8), UInt8(number & 0xff)]))
    }
  }
}

/// Runs an audio receiver over arrivals, pulled every 20 ms of virtual time.
struct AudioRun {
  struct Pull {
    var at: Instant
    var pull: AudioPull
    var number: Int?
    var delay: Duration
  }

  var receiver = AudioReceiver()
  /// How loud each packet says it is; nil: it does not say.
  var level: ((Int) -> AudioLevel)?
  var pulls: [Pull] = []
  /// The first pull; then one each 20 ms.
  var nextPull = Instant.milliseconds(7)

  var numbers: [Int] { pulls.compactMap(\.number) }

  mutating func run(_ arrivals: [Arrival], until end: Instant? = nil) {
    for arrival in arrivals {
      pull(until: arrival.at)
      receiver.receive(
        packet: arrival.packet, level: level?(Int(arrival.packet.sequenceNumber)), at: arrival.at)
    }
    if let end { pull(until: end) }
  }

  mutating func pull(until end: Instant) {
    while nextPull < end {
      let pull = receiver.pull(at: nextPull)
      var number: Int?
      if case .packet(let payload, _) = pull { number = Int(payload[1]) << 8 | Int(payload[2]) }
      pulls.append(Pull(at: nextPull, pull: pull, number: number, delay: receiver.delay))
      nextPull = nextPull + .milliseconds(20)
    }
  }

  /// From capture to playing, of everything played since an instant.
  func latencies(of audio: SimulatedAudio, since start: Instant) -> [Duration] {
    pulls.filter { $0.at >= start }.compactMap { pull in
      pull.number.map { pull.at - audio.captured($0) }
    }
  }
}
