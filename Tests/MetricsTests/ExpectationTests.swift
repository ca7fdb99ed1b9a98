import SansIO
import TestSupport
import Testing
import Trace

@testable import Metrics

private let bob = SampleCall.bob
private let alice = SampleCall.alice
private let nobody = PeerID(index: 5)

@Suite("Each expectation holds, and fails")
struct ExpectationTests {
  @Test("facts of descriptions and handshake")
  func facts() {
    let h264First = ["H264/42e01f", "VP8"]
    let rejected: (inout SampleCall) -> Void = {
      $0.answer = SampleCall.sdp(video: ["VP8"], videoPort: 0)
      $0.without = { $0.isMedia { $0.mid == "1" } }
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
      $0.without = { $0.isMedia { $0.mid == "1" } }
    }
    table.row("absent of nobody", .absent(.video, nobody), .failed, nil, note: "no peer")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("gathering, muting, the script")
  func course() {
    let timedOut: (inout SampleCall) -> Void = {
      $0.without = \.isGathered
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
    table.row("never complete", complete, .failed, nil) { $0.without = \.isGathered }
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
      $0.without = { $0.isMark && $0.at > SampleCall.at(7000) }
    }
    table.row("not heard before", silent, .failed, nil, note: "before the mute") {
      muted(&$0)
      $0.without = { $0.isMark && $0.at < SampleCall.at(4000) }
    }
    table.row("deaf", silent, .failed, nil, note: "whole call") {
      muted(&$0)
      $0.without = \.isMark
    }
    table.row("no level", silent, .failed, nil, note: "no sound level") {
      muted(&$0)
      $0.without = { $0.isMedia { if case .played = $0 { true } else { false } } }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
