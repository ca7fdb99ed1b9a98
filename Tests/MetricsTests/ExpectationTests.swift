import SansIO
import TestSupport
import Testing
import Trace

@testable import Metrics

extension Table {
  /// One expectation of one call, and how it must come out; `note` is a part of the judgement's.
  fileprivate mutating func row(
    _ name: String, _ expectation: Expected, _ verdict: Verdict, _ measured: String?,
    note: String? = nil, _ change: (inout SampleCall) -> Void = { _ in }
  ) {
    var call = SampleCall()
    change(&call)
    let judgement = judge([expectation], of: call.analysis)[0]
    equal(judgement.verdict, verdict, "\(name): verdict (\(judgement))")
    equal(judgement.measured, measured, "\(name): measured (\(judgement.note ?? ""))")
    if let note {
      holds(judgement.note?.contains(note) ?? false, "\(name): note is '\(judgement.note ?? "")'")
    }
  }
}

private let bob = SampleCall.bob
private let alice = SampleCall.alice
private let nobody = PeerID(index: 5)

private func isMedia(_ event: TraceEvent, _ fits: (MediaEvent) -> Bool) -> Bool {
  if case .media(let media) = event.kind { fits(media) } else { false }
}

private func isRendered(_ event: TraceEvent) -> Bool {
  isMedia(event) { if case .rendered = $0 { true } else { false } }
}

private func isMark(_ event: TraceEvent) -> Bool {
  isMedia(event) { if case .markPlayed = $0 { true } else { false } }
}

private func isGathered(_ event: TraceEvent) -> Bool {
  if case .ice(.gathering(.complete, _)) = event.kind { true } else { false }
}

@Suite("Each expectation holds, and fails")
struct ExpectationTests {
  @Test("facts of descriptions and handshake")
  func facts() {
    let h264First = ["H264/42e01f", "VP8"]
    let rejected: (inout SampleCall) -> Void = {
      $0.answer = SampleCall.sdp(video: ["VP8"], videoPort: 0)
      $0.without = { isMedia($0) { $0.mid == "1" } }
    }
    let unanswered: (inout SampleCall) -> Void = {
      $0.without = {
        if case .signalling(.applied(_, let description)) = $0.kind {
          description.kind == .answer
        } else {
          false
        }
      }
    }
    let isFingerprint: (TraceEvent) -> Bool = {
      if case .dtls(.fingerprint) = $0.kind { true } else { false }
    }
    var table = Table()
    table.row("extmap", .extmapAgrees, .passed, "agrees")
    table.row("extmap remapped", .extmapAgrees, .failed, "differs", note: "answered with 4") {
      $0.answer = SampleCall.sdp(video: h264First, extmapID: 4)
    }
    table.row("extmap, no answer", .extmapAgrees, .failed, nil, note: "no offer", unanswered)
    table.row("extmap, not SDP", .extmapAgrees, .failed, nil, note: "cannot be read") {
      $0.answer = "hello"
    }
    table.row("fingerprint", .fingerprintVerified, .passed, "verified")
    table.row("wrong fingerprint", .fingerprintVerified, .failed, "not verified", note: "bob") {
      $0.extra = [
        SampleCall.event(
          1390, bob,
          .dtls(
            .fingerprint(verified: false, algorithm: "sha-256", expected: "A", actual: "B")))
      ]
    }
    table.row("no fingerprint", .fingerprintVerified, .failed, nil, note: "bob verified no") {
      $0.without = { isFingerprint($0) && $0.subject == .peer(bob) }
    }
    table.row("codecs", .codecs(.video, h264First, in: .both), .passed, "H264/42e01f, VP8")
    table.row(
      "profile by meaning", .codecs(.video, ["h264/42c01f", "vp8"], in: .offer), .passed,
      "H264/42e01f, VP8")
    table.row(
      "any profile", .codecs(.video, ["H264", "VP8"], in: .answer), .passed, "H264/42e01f, VP8")
    table.row("audio codecs", .codecs(.audio, ["opus"], in: .both), .passed, "opus")
    table.row(
      "other order", .codecs(.video, ["VP8", "H264/42e01f"], in: .both), .failed,
      "H264/42e01f, VP8")
    table.row(
      "other profile", .codecs(.video, ["H264/4d0028", "VP8"], in: .answer), .failed,
      "H264/42e01f, VP8")
    table.row(
      "one codec fewer", .codecs(.video, ["H264/42e01f"], in: .offer), .failed,
      "H264/42e01f, VP8")
    table.row(
      "answer differs", .codecs(.video, h264First, in: .both), .failed,
      "offer H264/42e01f, VP8; answer VP8"
    ) { $0.answer = SampleCall.sdp(video: ["VP8"]) }
    table.row(
      "codecs of a rejected section", .codecs(.video, ["VP8"], in: .answer), .failed,
      "rejected", rejected)
    table.row("no codec named", .codecs(.video, [], in: .both), .failed, "H264/42e01f, VP8")
    table.row("codecs, no answer", .codecs(.video, h264First, in: .both), .failed, nil, unanswered)
    table.row("absent", .absent(.video, bob), .passed, "absent", note: "rejects", rejected)
    table.row("not absent", .absent(.video, bob), .failed, "received")
    table.row("accepted, nothing came", .absent(.video, bob), .failed, "accepted") {
      $0.without = { isMedia($0) { $0.mid == "1" } }
    }
    table.row("absent of nobody", .absent(.video, nobody), .failed, nil, note: "no peer")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("gathering, muting, the script")
  func course() {
    let timedOut: (inout SampleCall) -> Void = {
      $0.without = isGathered
      $0.extra = [
        SampleCall.event(
          3110, alice, .ice(.gathering(.timedOut, waitingFor: ["stun:10.0.9.1:3478"])))
      ]
    }
    func fuse(_ after: Int, _ within: Int, _ server: String?) -> Expected {
      .gatheringTimedOut(
        alice, after: .milliseconds(after), within: .milliseconds(within), waitingFor: server)
    }
    let broken: (inout SampleCall) -> Void = {
      $0.without = { $0.kind == .script(.finished(step: 2)) }
      $0.extra = [SampleCall.step(6070, .timedOut(step: 2))]
    }
    let complete = Expected.gatheringComplete(alice, within: .milliseconds(80))
    let muted: (inout SampleCall) -> Void = { $0.muted = 4000..<7000 }
    let silent = Expected.silentWhileMuted(bob)
    func mark(_ ms: Int) -> TraceEvent {
      SampleCall.event(ms, bob, .media(.markPlayed(mid: "0", mark: 1)))
    }
    var table = Table()
    table.row("complete", complete, .passed, "80.0")
    table.row("late", .gatheringComplete(alice, within: .milliseconds(79)), .failed, "80.0")
    table.row("fuse instead", complete, .failed, nil, note: "stun:10.0.9.1:3478", timedOut)
    table.row("never complete", complete, .failed, nil) { $0.without = isGathered }
    table.row("never began", complete, .failed, nil, note: "never began") {
      $0.without = { if case .ice = $0.kind { true } else { false } }
    }
    table.row("fuse", fuse(3000, 3200, "10.0.9.1"), .passed, "3000.0", note: "stun:", timedOut)
    table.row("fuse, anything", fuse(0, 3200, nil), .passed, "3000.0", timedOut)
    table.row("fuse early", fuse(3001, 3200, nil), .failed, "3000.0", timedOut)
    table.row("fuse late", fuse(0, 2999, nil), .failed, "3000.0", timedOut)
    table.row("fuse for another", fuse(0, 3200, "10.0.9.2"), .failed, "3000.0", timedOut)
    table.row("no fuse", fuse(0, 3200, nil), .failed, nil, note: "complete after 80 ms")
    table.row("step", .stepTimesOut("connected within 5s"), .passed, "timed out", broken)
    table.row("step held", .stepTimesOut("connected within 5s"), .failed, "finished")
    table.row("no such step", .stepTimesOut("connected within 9s"), .failed, nil, note: "no step")
    table.row("muted", silent, .passed, "silent", muted)
    table.row("never muted", silent, .failed, nil, note: "never muted")
    table.row("never unmuted", silent, .failed, nil, note: "never unmuted") {
      $0.muted = 4000..<$0.hangUp
    }
    table.row("mark leaks", silent, .failed, "heard", note: "5 s") {
      muted(&$0)
      $0.extra = [mark(5000)]
    }
    table.row("mark still on its way", silent, .passed, "silent") {
      muted(&$0)
      $0.extra = [mark(4400)]
    }
    table.row("noise leaks", silent, .failed, "-59 dB") {
      muted(&$0)
      $0.extra = [
        SampleCall.event(5000, bob, .media(.played(mid: "0", level: -59, concealedSamples: 0)))
      ]
    }
    table.row("not heard again", silent, .failed, "silent", note: "after the mute") {
      muted(&$0)
      $0.without = { isMark($0) && $0.at > SampleCall.at(7000) }
    }
    table.row("not heard before", silent, .failed, nil, note: "before the mute") {
      muted(&$0)
      $0.without = { isMark($0) && $0.at < SampleCall.at(4000) }
    }
    table.row("deaf", silent, .failed, nil, note: "whole call") {
      muted(&$0)
      $0.without = isMark
    }
    table.row("no level", silent, .failed, nil, note: "no sound level") {
      muted(&$0)
      $0.without = { isMedia($0) { if case .played = $0 { true } else { false } } }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("numbers")
  func numbers() {
    func limit(_ quantity: Quantity, _ bound: Bound) -> Expected {
      .measured(quantity, bob, bound)
    }
    let dead: (inout SampleCall) -> Void = { $0.without = isRendered }
    let silent: (inout SampleCall) -> Void = { $0.without = isMark }
    let noPackets: (inout SampleCall) -> Void = {
      $0.without = {
        isMedia($0) {
          switch $0 {
          case .sample, .firstPacket: true
          default: false
          }
        }
      }
    }
    let lossy: (inout SampleCall) -> Void = { call in
      var sample = StreamSample(mid: "1", direction: .received)
      sample.packets = 970
      sample.cumulativeLost = 30
      sample.lostPackets = 10
      sample.bytes = 505_000
      call.extra = [SampleCall.event(11_500, bob, .media(.sample(sample)))]
    }
    var table = Table()
    table.row("connected", limit(.connectionTime, .most(400)), .passed, "400.0")
    table.row("connected late", limit(.connectionTime, .most(399)), .failed, "400.0")
    table.row("never connected", limit(.connectionTime, .most(400)), .failed, nil, note: "never") {
      $0.without = { if case .dtls = $0.kind { true } else { false } }
    }
    table.row("first frame", limit(.firstFrame, .most(500)), .passed, "500.0")
    table.row("first frame late", limit(.firstFrame, .most(499)), .failed, "500.0")
    table.row(
      "no first frame", limit(.firstFrame, .most(500)), .failed, nil, note: "no frame", dead)
    table.row("first frame of nobody", .measured(.firstFrame, nobody, .most(1)), .failed, nil)
    table.row("not accepted", limit(.firstFrame, .most(500)), .failed, nil, note: "accepted") {
      $0.without = {
        $0.kind == .signalling(.phone(.connected))
          || $0.kind == .script(.began(step: 1, text: "bob answers"))
      }
    }
    table.row("no freeze", limit(.freezeTotal, .most(0)), .passed, "0.0")
    // The frames of 4000...4980 are missing: from 3980 to 5020.
    table.row("freeze", limit(.freezeTotal, .most(1039)), .failed, "1040.0") {
      $0.dark = [4000..<5000]
    }
    table.row("freeze held", limit(.freezeTotal, .most(1040)), .passed, "1040.0") {
      $0.dark = [4000..<5000]
    }
    table.row("freezes", limit(.freezeCount, .most(1)), .failed, "2") {
      $0.dark = [4000..<5000, 6000..<6500]
    }
    table.row("freezes held", limit(.freezeCount, .most(2)), .passed, "2") {
      $0.dark = [4000..<5000, 6000..<6500]
    }
    table.row("longest", limit(.longestFreeze, .most(1000)), .failed, "1040.0") {
      $0.dark = [4000..<5000, 6000..<6500]
    }
    table.row("dark to the end", limit(.freezeTotal, .most(1000)), .failed, "5520.0") {
      $0.dark = [6000..<20_000]
    }
    table.row("dark is not a freeze while off", limit(.freezeTotal, .most(0)), .passed, "0.0") {
      $0.dark = [4000..<5000]
      $0.videoOff = 3990..<4800
    }
    table.row("no frame is no freeze", limit(.freezeTotal, .most(0)), .failed, nil, dead)
    table.row("rate", limit(.frameRate, .least(25)), .passed, "25.00")
    table.row("rate too low", limit(.frameRate, .least(26)), .failed, "25.00")
    table.row("no rate", limit(.frameRate, .least(25)), .failed, nil, dead)
    table.row("p95", limit(.avOffset(.p95), .between(-125, 45)), .passed, "20.0", note: "marks")
    table.row("audio behind", limit(.avOffset(.p95), .between(-125, 45)), .failed, "-200.0") {
      $0.audioLatency = { _ in 300_000 }
    }
    table.row("audio ahead", limit(.avOffset(.worst), .most(45)), .failed, "80.0") {
      $0.audioLatency = { $0 == 6150 ? 20_000 : 80_000 }
    }
    table.row("one outlier", limit(.avOffset(.p95), .most(45)), .passed, "20.0") {
      $0.audioLatency = { $0 == 6150 ? 20_000 : 80_000 }
    }
    table.row("middle", limit(.avOffset(.p50), .most(19)), .failed, "20.0")
    table.row("no marks", limit(.avOffset(.p50), .most(45)), .failed, nil, note: "no mark", silent)
    table.row(
      "no pictures", limit(.avOffset(.p50), .most(45)), .failed, nil, note: "no frame", dead)
    table.row("no drift", limit(.avDrift, .between(-20, 20)), .passed, "0.0")
    // 1 ms later with every second of capture, which is 1.001 s of playing.
    table.row("drift", limit(.avDrift, .between(-20, 20)), .failed, "-59.9") {
      $0.audioLatency = { 80_000 + $0 }
    }
    table.row("no drift without marks", limit(.avDrift, .most(20)), .failed, nil, silent)
    table.row("lost", limit(.packetsLost(.video), .most(1)), .passed, "1.000", lossy)
    table.row("too many lost", limit(.packetsLost(.video), .most(0)), .failed, "1.000", lossy)
    table.row("none came", limit(.packetsLost(.video), .most(1)), .failed, nil, noPackets)
    table.row("bit rate", limit(.bitRate(.video), .between(350, 450)), .passed, "400.0")
    table.row("bit rate low", limit(.bitRate(.video), .least(450)), .failed, "400.0")
    table.row("no bit rate", limit(.bitRate(.audio), .least(0)), .failed, nil, noPackets)
    table.row("psnr", limit(.psnr, .least(35)), .passed, "35.00")
    table.row("psnr low", limit(.psnr, .least(36)), .failed, "35.00")
    table.row("no psnr", limit(.psnr, .least(36)), .failed, nil, dead)
    let ssim = { Bound(least: FixedDecimal(units: $0, places: 2)) }
    table.row("ssim", limit(.ssim, ssim(97)), .passed, "0.9700")
    table.row("ssim low", limit(.ssim, ssim(98)), .failed, "0.9700")
    table.row("no ssim", limit(.ssim, ssim(97)), .failed, nil, dead)
    table.row("marks", limit(.marksLost, .most(0)), .passed, "0.00")
    table.row("marks lost", limit(.marksLost, .most(5)), .failed, "100.00", silent)
    table.row("no marks sent", limit(.marksLost, .most(5)), .failed, nil) {
      $0.without = { isMedia($0) { if case .markSent = $0 { true } else { false } } }
    }
    table.row("muted marks do not count", limit(.marksLost, .most(0)), .passed, "0.00") {
      $0.muted = 4000..<7000
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a drift that jitter hides is inconclusive, and says how long a run would settle it")
  func straddling() throws {
    var call = SampleCall()
    // ±30 ms around a steady offset, over 10 s.
    call.audioLatency = { ms in
      80_000 + Int(SplitMix64.draw(ms) % 60_000) - 30_000
    }
    let expectation = Expected.measured(.avDrift, bob, .between(-20, 20))
    let judgement = judge([expectation], of: call.analysis)[0]
    let result = call.analysis.result(expectations: [expectation], file: "f", duration: .zero)
    var table = Table()
    table.equal(judgement.verdict, .inconclusive, "\(judgement)")
    table.holds(judgement.note?.contains("would settle it") ?? false, "\(judgement)")
    table.equal(result.verdict, .inconclusive, "\(result.reason ?? "")")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

extension SplitMix64 {
  /// A draw that depends on nothing but a number.
  fileprivate static func draw(_ number: Int) -> UInt64 {
    var generator = Seed(UInt64(number)).stream("jitter")
    return generator.next()
  }
}
