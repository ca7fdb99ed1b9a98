import RTP
import SansIO
import TestSupport
import Testing

@testable import Playout

@Suite("Video: delay follows the network")
struct VideoDelayTests {
  @Test("jitter and slow links grow the delay, and nearly all frames are in time")
  func grows() {
    var table = Table()
    let rows: [(name: String, jitter: Int, rate: Int64?, range: ClosedRange<Int>)] = [
      ("still", 0, nil, 5...15),
      ("20 ms", 20, nil, 18...35),
      ("80 ms", 80, nil, 60...100),
      ("3G, 780 kbps", 0, 97_500, 10...60),
    ]
    for row in rows {
      var link = SimulatedLink(seed: 3)
      link.delay = milliseconds(100)
      link.jitter = milliseconds(row.jitter)
      link.bytesPerSecond = row.rate
      var run = VideoRun()
      run.run(carry(SimulatedVideo(frameCount: 600).packets(), over: &link))
      table.equal(run.numbers.count, 600, "\(row.name): frames")
      let delay = Int(run.receiver.targetDelay.milliseconds)
      table.holds(row.range.contains(delay), "\(row.name): delay \(delay)")
      // After three seconds at most one frame in ten comes too late for its time.
      let late = run.played.suffix(500).filter { $0.renderAt == $0.frame.completedAt }.count
      table.holds(late <= 50, "\(row.name): \(late) of 500 late")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a blackout of 3 s, lost or queued, leaves no delay behind")
  func blackout() {
    var table = Table()
    for isQueued in [false, true] {
      let name = isQueued ? "queued" : "lost"
      let video = SimulatedVideo(frameCount: 400, keyFrames: [0, 220])
      var link = SimulatedLink(seed: 4)
      link.outage = Instant.milliseconds(3_000)..<Instant.milliseconds(6_000)
      link.isQueued = isQueued
      var run = VideoRun()
      run.receiver.roundTripTime = milliseconds(40)
      run.run(carry(video.packets(), over: &link))
      table.equal(run.numbers.suffix(180), Array(220..<400)[...], "\(name): frames after it")
      if isQueued { table.equal(run.numbers, Array(0..<400), "queued: all frames") }
      table.holds(
        run.receiver.targetDelay < milliseconds(40), "\(name): \(run.receiver.targetDelay)")
      for frame in run.played.suffix(170) {
        table.holds(
          frame.renderAt - frame.frame.completedAt < milliseconds(60), "\(name): still late")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a longer route, a drifting clock and a jump of timestamps are followed")
  func follows() {
    var table = Table()
    for drift: Int64 in [-500_000, 500_000] {
      let video = SimulatedVideo(frameCount: 1800, packetsPerFrame: 1, driftPartsPerBillion: drift)
      var link = SimulatedLink(seed: 6)
      link.jitter = milliseconds(3)
      var run = VideoRun()
      run.run(carry(video.packets(), over: &link))
      table.equal(run.numbers.count, 1800, "drift \(drift): frames")
      table.holds(
        run.played.suffix(1700).allSatisfy {
          $0.renderAt - $0.frame.completedAt <= milliseconds(30)
        }, "drift \(drift): late")
    }
    let video = SimulatedVideo(frameCount: 900)
    var arrivals: [Arrival] = []
    for packet in video.packets() {
      let isLonger = packet.at >= .milliseconds(10_000)
      arrivals.append(
        Arrival(at: packet.at + milliseconds(isLonger ? 320 : 20), packet: packet.packet))
    }
    var run = VideoRun()
    run.run(inOrder(arrivals))
    table.equal(run.numbers, Array(0..<900), "longer route: frames")
    let gaps = zip(run.played.dropFirst(), run.played).map { $0.renderAt - $1.renderAt }
    table.equal(gaps.filter { $0 > milliseconds(60) }.count, 1, "longer route: one stop")
    table.holds(run.receiver.targetDelay < milliseconds(30), "longer route: settled")

    run = VideoRun()
    var link = SimulatedLink(seed: 1)
    let jumping = carry(video.packets(), over: &link).map { arrival in
      var arrival = arrival
      if arrival.at > .milliseconds(15_000) { arrival.packet.timestamp &+= 900_000_000 }
      return arrival
    }
    run.run(jumping)
    table.equal(run.numbers, Array(0..<900), "jump: frames")
    table.holds(
      run.played.suffix(300).allSatisfy {
        $0.renderAt - $0.frame.completedAt <= milliseconds(30)
      }, "jump: late")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
