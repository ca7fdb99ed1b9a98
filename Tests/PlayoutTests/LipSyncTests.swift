import RTP
import SansIO
import TestSupport
import Testing

@testable import Playout

@Suite("Lip sync by sender reports")
struct LipSyncTests {
  /// Sound and picture over two links; each second a sender report of both and an update.
  private struct Call {
    var audioLink: SimulatedLink
    var videoLink: SimulatedLink
    var seconds = 30
    var hasReports = true

    /// Audio ahead of video (positive), in ms, each half second: playout of what was captured at one instant.
    func run() -> (offsets: [Int64], run: VideoRun, audio: AudioRun) {
      let audio = SimulatedAudio(packetCount: seconds * 50)
      let video = SimulatedVideo(frameCount: seconds * 30)
      var audioLink = audioLink
      var videoLink = videoLink
      let sounds = carry(audio.packets(), over: &audioLink)
      let pictures = carry(video.packets(), over: &videoLink)
      let clock = PeerClock(offsetNanoseconds: 123_456_789)
      var audioRun = AudioRun()
      var videoRun = VideoRun()
      videoRun.receiver.roundTripTime = videoLink.delay + videoLink.delay
      var sync = LipSync()
      var nextSound = 0
      var nextPicture = 0
      for second in 1...seconds {
        let now = Instant.milliseconds(second * 1000)
        let soundEnd = sounds[nextSound...].firstIndex { $0.at > now } ?? sounds.count
        audioRun.run(Array(sounds[nextSound..<soundEnd]), until: now)
        nextSound = soundEnd
        let pictureEnd = pictures[nextPicture...].firstIndex { $0.at > now } ?? pictures.count
        videoRun.run(Array(pictures[nextPicture..<pictureEnd]), until: now)
        nextPicture = pictureEnd
        guard hasReports else { continue }
        let sent = now - milliseconds(300)
        let ntp = clock.ntpTimestamp(at: sent)
        audioRun.receiver.receiveSenderReport(
          ntp: ntp,
          rtpTimestamp: audio.firstTimestamp &+ UInt32(sent.nanoseconds / 1_000_000 * 48))
        videoRun.receiver.receiveSenderReport(
          ntp: ntp, rtpTimestamp: video.timestamp(at: sent))
        if let minimum = sync.update(
          audio: audioRun.receiver.clock, video: videoRun.receiver.clock,
          audioDelay: audioRun.receiver.delay, videoDelay: videoRun.receiver.targetDelay)
        {
          audioRun.receiver.setMinimumDelay(minimum.audioMinimum)
          videoRun.receiver.setMinimumDelay(minimum.videoMinimum)
        }
      }
      let heard = audioRun.pulls.filter { $0.number != nil }
      var last = 0
      var offsets: [Int64] = []
      for (index, frame) in videoRun.played.enumerated() where index % 15 == 0 {
        while last + 1 < heard.count, heard[last + 1].at <= frame.renderAt { last += 1 }
        guard let number = heard[last].number else { continue }
        let captured = video.captured(SimulatedVideo.number(of: frame.frame.payload))
        let videoLatency = frame.renderAt - captured
        offsets.append((videoLatency - (heard[last].at - audio.captured(number))).milliseconds)
      }
      return (offsets, videoRun, audioRun)
    }
  }

  private func link(_ delay: Int, jitter: Int = 0, seed: UInt64) -> SimulatedLink {
    var link = SimulatedLink(seed: seed)
    link.delay = milliseconds(delay)
    link.jitter = milliseconds(jitter)
    return link
  }

  @Test("streams that travel differently converge inside 45 ms and stay there")
  func converges() {
    var table = Table()
    let rows: [(name: String, audio: SimulatedLink, video: SimulatedLink, worstBefore: Int64)] = [
      ("equal", link(20, seed: 1), link(20, seed: 2), 0),
      ("video 150 ms later", link(20, seed: 1), link(170, seed: 2), 90),
      ("audio 200 ms later", link(220, seed: 1), link(20, seed: 2), 90),
      ("video jitters", link(40, seed: 1), link(40, jitter: 150, seed: 2), 60),
      ("audio jitters", link(40, jitter: 150, seed: 1), link(40, seed: 2), 60),
      (
        "satellite, video 300 ms later", link(300, jitter: 10, seed: 1),
        link(600, jitter: 30, seed: 2), 200
      ),
    ]
    for row in rows {
      let call = Call(audioLink: row.audio, videoLink: row.video)
      let offsets = call.run().offsets
      let settled = offsets.dropFirst(20)
      table.holds(
        settled.allSatisfy { $0.magnitude <= 45 }, "\(row.name): settled \(Array(settled))")
      table.holds(settled.count >= 35, "\(row.name): \(settled.count) samples")
      // The test shows something only where it would fail without sender reports.
      var without = call
      without.hasReports = false
      let worst = without.run().offsets.dropFirst(20).map { Int64($0.magnitude) }.max() ?? 0
      table.holds(worst >= row.worstBefore, "\(row.name): without reports only \(worst)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test(
    "steps are at most 80 ms, small offsets stay, delay is taken back first, faults are ignored")
  func steps() {
    var table = Table()
    func clock(_ rate: Int, captureToArrival: Duration) -> StreamClock {
      var clock = StreamClock(clockRate: rate)
      clock.setReport(ntp: 3_900_000_000 << 32, ticks: 0)
      clock.baselineNanoseconds = 3_900_000_000_000_000_000 + captureToArrival.nanoseconds
      return clock
    }
    let audio = clock(48_000, captureToArrival: milliseconds(50))
    func updates(_ later: Int, count: Int, _ sync: inout LipSync) -> [[Int64]] {
      let video = clock(90_000, captureToArrival: milliseconds(50 + later))
      return (0..<count).map { _ in
        let result = sync.update(
          audio: audio, video: video, audioDelay: max(milliseconds(20), sync.audioMinimum),
          videoDelay: max(milliseconds(20), sync.videoMinimum))
        return result.map { [$0.audioMinimum.milliseconds, $0.videoMinimum.milliseconds] } ?? []
      }
    }
    var sync = LipSync()
    table.equal(
      updates(200, count: 5, &sync), [[], [100, 0], [180, 0], [220, 0], []], "audio waits")
    table.equal(sync.offset, .zero, "offset in the end")
    table.equal(updates(0, count: 5, &sync).last, [], "settles")
    table.holds(sync.videoMinimum == .zero, "audio's own delay is taken back first")
    table.holds(sync.audioMinimum <= milliseconds(50), "taken back: \(sync.audioMinimum)")
    sync = LipSync()
    table.equal(updates(25, count: 4, &sync), [[], [], [], []], "25 ms stay")
    table.equal(updates(20_000, count: 4, &sync), [[], [], [], []], "20 s are a fault")
    table.equal(sync.offset, nil, "unknown")
    sync = LipSync()
    table.equal(updates(-100, count: 2, &sync), [[], [0, 100]], "video waits")
    let silent = StreamClock(clockRate: 48_000)
    table.holds(
      sync.update(audio: silent, video: audio, audioDelay: .zero, videoDelay: .zero) == nil,
      "no report")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
