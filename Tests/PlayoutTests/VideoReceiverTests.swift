import RTP
import SansIO
import TestSupport
import Testing

@testable import Playout

@Suite("Video: frames in order, gaps, key frames")
struct VideoReceiverTests {
  @Test("a clean link plays every frame in order, soon after it is complete")
  func clean() {
    var table = Table()
    let video = SimulatedVideo(frameCount: 600, firstTimestamp: .max - 90_000)
    for (name, jitter) in [("still", 0), ("2 ms of jitter", 2)] {
      var link = SimulatedLink(seed: 5)
      link.jitter = milliseconds(jitter)
      var run = VideoRun()
      run.run(carry(video.packets(), over: &link))
      table.equal(run.numbers, Array(0..<600), name)
      table.equal(run.requests.count, 0, "\(name): requests")
      table.holds(
        run.played.allSatisfy { $0.renderAt - $0.frame.completedAt <= milliseconds(30) },
        "\(name): shown late")
      table.holds(isMonotonic(run), "\(name): goes back")
      table.holds(
        run.played.allSatisfy {
          $0.frame.payload == video.payload(of: SimulatedVideo.number(of: $0.frame.payload))
        }, "\(name): bytes")
      let intervals = zip(run.played.dropFirst(), run.played).map { $0.renderAt - $1.renderAt }
      table.holds(
        intervals.dropFirst(10).allSatisfy { $0 > milliseconds(28) && $0 < milliseconds(38) },
        "\(name): uneven")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("reordering and duplicates change nothing, across wrap-around")
  func reordering() {
    var table = Table()
    let video = SimulatedVideo(frameCount: 200)
    for seed: UInt64 in 1...5 {
      var link = SimulatedLink(seed: seed)
      link.jitter = milliseconds(60)
      link.keepsOrder = false
      var arrivals = carry(video.packets(), over: &link)
      arrivals += arrivals.enumerated().filter { $0.offset % 3 == 0 }.map {
        Arrival(at: $0.element.at + milliseconds(7), packet: $0.element.packet)
      }
      var run = VideoRun()
      run.run(inOrder(arrivals))
      table.equal(run.numbers, Array(0..<200), "seed \(seed)")
      table.holds(isMonotonic(run), "seed \(seed): goes back")
      table.equal(run.requests.count, 0, "seed \(seed): requests")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("loss repaired within the wait costs no frame, and the delay grows to cover it")
  func repaired() {
    var table = Table()
    let video = SimulatedVideo(frameCount: 300)
    for seed: UInt64 in 1...3 {
      var link = SimulatedLink(seed: seed)
      link.lossPerMille = 50
      var run = VideoRun()
      run.receiver.roundTripTime = milliseconds(40)
      run.run(carry(video.packets(), over: &link, repairAfter: milliseconds(60)))
      table.equal(run.numbers, Array(0..<300), "seed \(seed)")
      table.equal(run.requests.count, 0, "seed \(seed): requests")
      table.holds(run.receiver.targetDelay >= milliseconds(60), "seed \(seed): delay")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("an unrepaired gap asks for key frames at a bounded rate and goes on with the next one")
  func unrepaired() {
    var table = Table()
    let video = SimulatedVideo(frameCount: 240, keyFrames: [0, 120])
    var link = SimulatedLink(seed: 1)
    var packets = video.packets()
    let lost = packets.firstIndex { $0.at == video.captured(50) } ?? 0
    packets.remove(at: lost + 1)
    var run = VideoRun()
    run.receiver.roundTripTime = milliseconds(40)
    run.run(carry(packets, over: &link))
    table.equal(run.numbers, Array(0..<50) + Array(120..<240), "frames")
    let lostAt = video.captured(50) + link.delay
    table.holds(run.requests.first.map { $0 - lostAt <= milliseconds(150) } ?? false, "asked late")
    let intervals = zip(run.requests.dropFirst(), run.requests).map { $0 - $1 }
    table.holds(intervals.allSatisfy { $0 >= milliseconds(300) }, "asked too often: \(intervals)")
    table.holds((5...9).contains(run.requests.count), "asked \(run.requests.count) times")
    table.holds(
      run.events.contains {
        if case .droppedLate(let frames) = $0.event { frames > 60 } else { false }
      },
      "no event for dropped frames")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a stream that begins without a key frame asks, and a key frame behind a gap ends the wait")
  func midStream() {
    var table = Table()
    let video = SimulatedVideo(frameCount: 60, keyFrames: [0, 30])
    var link = SimulatedLink(seed: 1)
    let packets = video.packets()
    var late = VideoRun()
    late.run(carry(packets.filter { $0.at >= video.captured(10) }, over: &link))
    table.equal(late.numbers, Array(30..<60), "begun at frame 10")
    table.holds((1...3).contains(late.requests.count), "asked \(late.requests.count) times")

    link = SimulatedLink(seed: 1)
    var skipping = VideoRun()
    skipping.receiver.roundTripTime = milliseconds(600)
    skipping.run(carry(packets.filter { $0.at != video.captured(29) }, over: &link))
    table.equal(
      skipping.numbers, Array(0..<29) + Array(30..<60), "frame 29 lost before a key frame")
    table.equal(skipping.requests.count, 0, "no request needed")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("no key frame is asked for while one is arriving, however slowly")
  func slowKeyFrame() {
    var table = Table()
    let video = SimulatedVideo(frameCount: 100, keyFrames: [0, 20], packetsPerKeyFrame: 50)
    var link = SimulatedLink(seed: 1)
    var arrivals: [Arrival] = []
    // Frame 10 is lost; the key frame 20 takes 2.5 s, and what is behind it waits.
    var free = Instant.start
    for arrival in carry(video.packets(), over: &link)
    where arrival.at != video.captured(10) + link.delay {
      let isKey = arrival.packet.timestamp == video.timestamp(at: video.captured(20))
      free = max(free, arrival.at) + (isKey ? milliseconds(50) : .zero)
      arrivals.append(Arrival(at: free, packet: arrival.packet))
    }
    var run = VideoRun()
    run.receiver.roundTripTime = milliseconds(40)
    run.run(arrivals)
    table.equal(run.numbers, Array(0..<10) + Array(20..<100), "frames")
    let begun = video.captured(20) + link.delay + milliseconds(50)
    table.equal(run.requests.filter { $0 > begun }.count, 0, "asked while it arrived")
    table.equal(run.requests.count, 1, "asked before")
    table.holds(isMonotonic(run), "goes back")
    // Nothing came behind the key frame in time, and still the picture catches up.
    table.holds(run.receiver.targetDelay < milliseconds(100), "left \(run.receiver.targetDelay)")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("padding, lost padding, abandoned repair, malformed frames and restarts")
  func odd() {
    var table = Table()
    let video = SimulatedVideo(frameCount: 40, keyFrames: [0, 20], firstSequence: 100)
    var link = SimulatedLink(seed: 1)
    // A padding packet behind every frame, every second one lost.
    var sequence: UInt16 = 100
    var padded: [Arrival] = []
    var markers = 0
    for var arrival in video.packets() {
      arrival.packet.sequenceNumber = sequence
      sequence &+= 1
      padded.append(arrival)
      guard arrival.packet.marker else { continue }
      markers += 1
      arrival.packet.sequenceNumber = sequence
      arrival.packet.payload = []
      arrival.packet.marker = false
      sequence &+= 1
      if markers % 2 == 0 { padded.append(arrival) }
    }
    var run = VideoRun()
    run.run(carry(padded, over: &link))
    table.equal(run.numbers, Array(0..<40), "padding")

    link = SimulatedLink(seed: 1)
    let packets = carry(video.packets(), over: &link)
    let broken = packets.map { arrival in
      var arrival = arrival
      // Frame 10 loses its S bit: whole, but malformed.
      if arrival.packet.timestamp == video.timestamp(at: video.captured(10)) {
        arrival.packet.payload[0] &= ~0x10
      }
      return arrival
    }
    run = VideoRun()
    run.run(broken)
    table.equal(run.numbers, Array(0..<10) + Array(20..<40), "malformed")
    let reasons = run.events.compactMap { event in
      if case .discarded(let reason) = event.1 { reason } else { nil }
    }
    // The diagnosis looks for these words.
    table.holds(reasons.contains { $0.hasPrefix("malformed frame") }, "said: \(reasons)")

    run = VideoRun()
    run.receiver.roundTripTime = milliseconds(900)
    let lossy = packets.filter {
      $0.packet.timestamp != video.timestamp(at: video.captured(10))
    }
    run.run(lossy.filter { $0.at < video.captured(12) + link.delay })
    table.equal(run.requests.count, 0, "still waiting for repair")
    run.receiver.abandonRepair(at: run.now)
    run.drain()
    run.run(lossy.filter { $0.at >= video.captured(12) + link.delay })
    table.equal(run.requests.first, video.captured(11) + link.delay, "abandoned")
    table.equal(run.numbers, Array(0..<10) + Array(20..<40), "abandoned")

    // The sender restarts with other sequence numbers and timestamps, same SSRC.
    run = VideoRun()
    var again = video
    again.firstSequence = 40_000
    again.firstTimestamp = 77
    again.begin = video.captured(40)
    link = SimulatedLink(seed: 1)
    run.run(packets + carry(again.packets(), over: &link))
    table.equal(Array(run.numbers.prefix(40)), Array(0..<40), "before the restart")
    table.holds(run.numbers.suffix(20) == Array(20..<40)[...], "after the restart \(run.numbers)")
    table.holds(isMonotonic(run), "restart goes back")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("H.264 key frames need parameter sets, once")
  func h264() {
    var table = Table()
    func packets(_ withSets: [Int]) -> [Arrival] {
      var arrivals: [Arrival] = []
      var sequence: UInt16 = 65_534
      for frame in 0..<12 {
        let isKey = frame % 4 == 0
        var units: [[UInt8]] = [[isKey ? 0x65 : 0x41, 0x88, UInt8(frame + 1)]]
        units.append([isKey ? 0x65 : 0x41, 0x08, UInt8(frame + 1)])
        if withSets.contains(frame) { units = [[0x67, 1, 2], [0x68, 3]] + units }
        for (index, unit) in units.enumerated() {
          arrivals.append(
            Arrival(
              at: .milliseconds(20 + frame * 33),
              packet: RTPPacket(
                marker: index == units.count - 1, payloadType: 102, sequenceNumber: sequence,
                timestamp: UInt32(frame * 3000), ssrc: 1, payload: unit)))
          sequence &+= 1
        }
      }
      return arrivals
    }
    for (sets, first) in [([0], 0), ([0, 4, 8], 0), ([4], 4), ([8], 8)] {
      var run = VideoRun()
      run.run(packets(sets), format: .h264(mode: 1))
      table.equal(
        run.played.map { Int($0.frame.payload.last ?? 0) - 1 }, Array(first..<12), "sets in \(sets)"
      )
    }
    // Sets lost with their first packet: the frame looks whole, and is not decodable.
    var run = VideoRun()
    run.run(
      packets([0, 4]).filter { $0.packet.payload != [0x67, 1, 2] || $0.at > .milliseconds(100) },
      format: .h264(mode: 1))
    table.equal(
      run.played.map { Int($0.frame.payload.last ?? 0) - 1 }, Array(4..<12), "first set lost")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("10,000 mutated packets end in events, never in a trap, and memory stays bounded")
  func hostile() {
    var random = SplitMix64(state: 9)
    let packets = SimulatedVideo(frameCount: 30, payloadByteCount: 40).packets().map(\.packet)
    var receiver = VideoReceiver()
    var now = Instant.start
    var frames = 0
    for round in 0..<10_000 {
      var packet = packets[round % packets.count]
      switch random.next() % 6 {
      case 0: packet.sequenceNumber = UInt16(truncatingIfNeeded: random.next())
      case 1: packet.timestamp = UInt32(truncatingIfNeeded: random.next())
      case 2: packet.payload = random.bytes(Int(random.next() % 30))
      case 3: packet.marker.toggle()
      case 4: packet.sequenceNumber &+= UInt16(round / 50)
      default: break
      }
      now = now + .microseconds(Int64(random.next() % 40_000))
      let format: PayloadFormat = random.next() % 8 == 0 ? .h264(mode: 1) : .vp8
      receiver.receive(format: format, packet: packet, at: now)
      if random.next() % 50 == 0 {
        receiver.receiveSenderReport(
          ntp: random.next(), rtpTimestamp: UInt32(truncatingIfNeeded: random.next()))
      }
      if random.next() % 10 == 0 { receiver.wake(at: now) }
      while receiver.nextFrame(at: now) != nil { frames += 1 }
    }
    #expect(frames > 0)
  }

  private func isMonotonic(_ run: VideoRun) -> Bool {
    zip(run.played.dropFirst(), run.played).allSatisfy { $0.renderAt > $1.renderAt }
      && run.played.allSatisfy { $0.renderAt >= $0.frame.completedAt }
  }
}
