import RTP
import SansIO
import TestSupport
import Testing

@testable import Playout

@Suite("Video: when a frame is shown")
struct RenderTimerTests {
  /// A timer that has seen two seconds of frames, each 20 ms after its capture.
  private struct Settled {
    var timer = RenderTimer(media: MediaClock(rate: 1000))
    private var frame = 0
    private var lastReady = Instant.start
    private var isHeldUp = false

    init() {
      while frame < 60 { _ = next() }
    }

    /// The next frame of 30 a second: whole `late` after the others would be, and not ready before the one ahead of it.
    mutating func next(
      late: Int = 0, isRepaired: Bool = false, roundTrip: Int = 40, jump: Int64 = 0
    ) -> (shownAfter: Duration, observation: ArrivalModel.Observation) {
      let captured = frame * 33
      frame += 1
      let whole = Instant.milliseconds(captured + 20 + late)
      lastReady = max(lastReady, whole)
      isHeldUp = isRepaired || isHeldUp && lastReady > whole
      let (renderAt, observation) = timer.renderTime(
        ticks: Int64(captured) + jump, ready: lastReady, wasHeldUp: isHeldUp,
        roundTripTime: milliseconds(roundTrip))
      return (renderAt - lastReady, observation)
    }

    var delay: Int { Int(timer.delay / 1_000_000) }
  }

  @Test(
    "a repair raises the delay by a round trip and 100 ms, by 500 ms at most; other lateness by all of it"
  )
  func repairs() {
    var table = Table()
    // One frame in ten is late, which is more than the quantile passes over; ten milliseconds are the margin.
    let rows: [(name: String, late: Int, isRepaired: Bool, roundTrip: Int, delay: Int)] = [
      ("in time", 0, false, 40, 10),
      ("repaired soon", 60, true, 40, 70),
      ("repaired late", 900, true, 40, 150),
      ("repaired late on a long path", 900, true, 600, 510),
      ("a slow link, no repair", 700, false, 40, 710),
    ]
    for row in rows {
      var run = Settled()
      for index in 0..<270 {
        _ = run.next(
          late: index % 10 == 9 ? row.late : 0, isRepaired: index % 10 == 9 && row.isRepaired,
          roundTrip: row.roundTrip)
      }
      table.equal(run.delay, row.delay, row.name)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a frame that was repaired too late is shown at once, and what follows it in time")
  func afterRepair() {
    var table = Table()
    var run = Settled()
    table.equal(run.next().shownAfter, milliseconds(10), "before")
    table.equal(run.next(late: 700, isRepaired: true).shownAfter, .zero, "the repaired one")
    // They were held up by it, and follow at the least distance.
    for behind in 1...20 {
      table.equal(run.next().shownAfter, milliseconds(behind), "\(behind) behind it")
    }
    let after = (0..<60).map { _ in run.next().shownAfter }
    table.holds(
      after.dropFirst().allSatisfy { $0 <= milliseconds(150) }, "afterwards: \(after.max() as Any)")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a jump of timestamps is seen also on a frame that was repaired")
  func jumps() {
    var table = Table()
    for jump: Int64 in [-3_600_000, 3_600_000] {
      var run = Settled()
      let first = run.next(late: 50, isRepaired: true, jump: jump)
      table.equal(first.observation, .timestampJump, "\(jump)")
      table.equal(run.next(jump: jump).observation, .usual, "\(jump), the next")
      for _ in 0..<300 { _ = run.next(jump: jump) }
      table.equal(run.delay, 10, "\(jump), settled")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a sender's clock that runs at twice the speed puts pictures off by three seconds at most")
  func fastClock() {
    let video = SimulatedVideo(
      frameCount: 1800, packetsPerFrame: 1, driftPartsPerBillion: 1_000_000_000)
    var link = SimulatedLink(seed: 2)
    var run = VideoRun()
    run.run(carry(video.packets(), over: &link))
    let longest = run.played.map { $0.renderAt - $0.frame.completedAt }.max() ?? .seconds(99)
    #expect(run.played.count == 1800 && longest <= milliseconds(3100), "\(longest)")
  }

  @Test("only a frame made whole by an old packet counts as repaired")
  func isRepaired() {
    let video = SimulatedVideo(frameCount: 4)
    let packets = video.packets()
    // Eight packets of frame 0, then three a frame. The middle of frame 2 comes behind its end, the rest in order.
    let order = Array(0..<12) + [13, 12] + Array(14..<packets.count)
    for hasMarkers in [true, false] {
      var table = Table()
      var run = VideoRun()
      run.run(
        order.enumerated().map { index, number in
          var packet = packets[number].packet
          // Without markers a frame is whole once the next one begins.
          packet.marker = packet.marker && hasMarkers
          return Arrival(at: .milliseconds(index), packet: packet)
        })
      let repaired = run.events.compactMap {
        if case .assembled(let frame) = $0.event { frame.isRepaired } else { nil }
      }
      let expected =
        hasMarkers ? [false, false, true, false] : [false, false, false]
      table.equal(repaired, expected, "markers: \(hasMarkers)")
      #expect(table.failures.isEmpty, "\(table.failures)")
    }
  }

  @Test("timestamps that race ahead never trap, and every frame is played")
  func racing() {
    // Half a circle of timestamps a frame, at a tick a second: nanoseconds leave 64 bits behind after five frames.
    // Gaps make the receiver ask when each frame is due.
    var receiver = VideoReceiver(clockRate: 1)
    var packetizer = VP8Packetizer()
    var timestamp: UInt32 = 0
    var sequence: UInt16 = 0
    var played = 0
    for frame in 0..<40 {
      for payload in packetizer.packetize(
        [0x10] + [UInt8](repeating: 0, count: 20), maximumPayload: 100)
      {
        receiver.receive(
          format: .vp8,
          packet: RTPPacket(
            marker: true, payloadType: 96, sequenceNumber: sequence, timestamp: timestamp, ssrc: 1,
            payload: payload), at: .milliseconds(frame * 33))
      }
      sequence &+= frame % 3 == 2 ? 2 : 1
      timestamp &+= 0x7fff_ffff
      while receiver.nextFrame(at: .milliseconds(frame * 33)) != nil { played += 1 }
      while receiver.nextEvent() != nil {}
    }
    #expect(played >= 38, "\(played) of 40, since the last may wait behind a gap")
  }
}
