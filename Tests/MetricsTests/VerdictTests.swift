import SansIO
import TestSupport
import Testing
import Trace

@testable import Metrics

extension Table {
  /// How a changed call must come out; `reason` is a part of the result's, nil: there is none.
  fileprivate mutating func verdict(
    _ name: String, _ expectations: [Expected], _ verdict: Verdict, _ reason: String?,
    _ change: (inout SampleCall) -> Void
  ) {
    var call = SampleCall()
    change(&call)
    let result = call.analysis.result(
      expectations: expectations, file: "f.yaml", duration: .seconds(12))
    equal(result.verdict, verdict, "\(name) (\(result.reason ?? ""))")
    if let reason {
      holds(result.reason?.contains(reason) ?? false, "\(name): '\(result.reason ?? "")'")
    } else {
      equal(result.reason, nil, name)
    }
  }

  /// The only warning of a changed call contains this; nil: it has none.
  fileprivate mutating func warning(
    _ name: String, _ warning: String?, _ change: (inout SampleCall) -> Void
  ) {
    var call = SampleCall()
    change(&call)
    let found = call.analysis.result(
      expectations: [.fingerprintVerified], file: "f.yaml", duration: .zero
    ).warnings
    equal(found.count, warning == nil ? 0 : 1, "\(name) \(found)")
    if let warning { holds(found.contains { $0.contains(warning) }, "\(name) \(found)") }
  }
}

@Suite("Verdict of a case")
struct VerdictTests {
  private static let bob = SampleCall.bob
  private static let firstFrame = Expected.measured(.firstFrame, bob, .most(500))
  private static let stepBreaks = Expected.stepTimesOut("connected within 5s")

  /// What a run must not look like, whatever its expectations say.
  @Test("a run that did not do its work is red")
  func red() {
    let bob = Self.bob
    func isOf(_ event: TraceEvent, _ peer: PeerID) -> Bool { event.subject == .peer(peer) }
    func isPicture(_ event: TraceEvent) -> Bool {
      event.isMedia { $0.mid == "1" }
    }
    func isScript(_ event: TraceEvent) -> Bool {
      if case .script = event.kind { true } else { false }
    }
    let breaks: (inout SampleCall) -> Void = {
      $0.without = { $0.kind == .script(.finished(step: 2)) }
      $0.extra = [SampleCall.step(6070, .timedOut(step: 2))]
    }
    var table = Table()
    table.verdict("a good call", [Self.firstFrame], .passed, nil, { _ in })
    table.verdict("no expectation", [], .failed, "nothing is expected: add 'expect:'", { _ in })
    table.verdict(
      "an expectation fails", [.measured(.firstFrame, bob, .most(499))], .failed,
      "first frame of bob: 500.0 ms, expected at most 499 ms", { _ in }
    )
    table.verdict(
      "an expectation matches nothing", [.measured(.firstFrame, PeerID(index: 9), .most(9))],
      .failed, "no peer with this number", { _ in }
    )
    table.verdict(
      "a peer never starts", [Self.firstFrame], .error, "bob never started",
      { $0.without = { isOf($0, bob) } }
    )
    table.verdict(
      "no peers", [Self.firstFrame], .error, "no peers",
      { $0.header.peers = [] }
    )
    table.verdict(
      "gathering ends too soon",
      [
        .gatheringTimedOut(
          SampleCall.alice, after: .seconds(3), within: .milliseconds(3200), waitingFor: "gone")
      ], .failed,
      "80.0 ms, expected waiting for gone, after 3000 and within 3200 ms",
      {
        let ends: (TraceEvent) -> Bool = {
          $0.kind == .ice(.gathering(.complete, waitingFor: [])) && isOf($0, SampleCall.alice)
        }
        $0.without = ends
        $0.extra = [
          SampleCall.event(
            190, SampleCall.alice, .ice(.gathering(.timedOut, waitingFor: ["gone"])))
        ]
      }
    )
    table.verdict(
      "no packets", [.gatheringComplete(SampleCall.alice, within: .seconds(1))], .failed,
      "no packet was delivered",
      {
        $0.without = {
          if case .packet = $0.kind { return true }
          if case .media(.sample) = $0.kind { return true }
          return false
        }
      }
    )
    table.verdict(
      "no frames", [.fingerprintVerified], .failed, "bob rendered no frame",
      { $0.without = { isOf($0, bob) && $0.isRendered } }
    )
    table.verdict(
      "no frames, and no word of receiving", [.fingerprintVerified], .failed,
      "bob rendered no frame", { $0.without = { isOf($0, bob) && isPicture($0) } }
    )
    table.verdict(
      "a side that only sends", [.fingerprintVerified], .passed, nil,
      {
        $0.answer = SampleCall.sdp(video: ["VP8"], direction: "sendonly")
        $0.without = { isOf($0, bob) && isPicture($0) }
      }
    )
    table.verdict(
      "video is absent as wished", [.absent(.video, bob), .absent(.video, SampleCall.alice)],
      .passed, nil,
      {
        $0.answer = SampleCall.sdp(video: ["VP8"], videoPort: 0)
        $0.without = isPicture
      }
    )
    table.verdict(
      "a step times out", [Self.firstFrame], .failed,
      "step 2, 'connected within 5s', timed out", breaks
    )
    table.verdict("a step times out as wished", [Self.stepBreaks], .passed, nil, breaks)
    table.verdict(
      "and no packet came through", [Self.stepBreaks], .passed, nil,
      {
        breaks(&$0)
        $0.without = {
          switch $0.kind {
          case .packet, .media(.sample), .script(.finished(step: 2)): true
          default: false
          }
        }
      }
    )
    table.verdict(
      "another step times out", [.stepTimesOut("run for 10s")], .failed,
      "step 2, 'connected within 5s', timed out", breaks
    )
    table.verdict(
      "a step is refused", [Self.firstFrame], .failed,
      "step 1, 'bob answers', was refused: not ringing",
      { $0.extra = [SampleCall.step(1030, .refused(step: 1, reason: "not ringing"))] }
    )
    table.verdict(
      "the script never ends", [Self.firstFrame], .failed, "the script never ended",
      { $0.without = { $0.kind == .script(.ended) } }
    )
    table.verdict(
      "no script", [.fingerprintVerified], .failed, "no step of the script began",
      { $0.without = isScript }
    )

    let nothing = Analysis(Trace(header: SampleCall().header))
      .result(expectations: [.fingerprintVerified], file: "f", duration: .zero)
    table.equal(nothing.verdict, .error, "an empty trace")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("warnings")
  func warnings() {
    let requests = (0..<11).map {
      SampleCall.event(3000 + $0, Self.bob, .media(.keyFrameRequested(mid: "1", reason: "gap")))
    }
    var table = Table()
    table.warning("none", nil, { _ in })
    table.warning(
      "detectable", "60.0 ms ahead of the picture, which is detectable",
      {
        $0.audioLatency = { _ in 40_000 }
      }
    )
    table.warning(
      "not acceptable", "200.0 ms behind the picture, which is not acceptable",
      {
        $0.audioLatency = { _ in 300_000 }
      }
    )
    table.warning("key frames", "bob requested 11 key frames", { $0.extra = requests })
    table.warning("ten key frames are no warning", nil, { $0.extra = Array(requests.dropLast()) })
    table.warning(
      "skipped", "alice did not encode 1 captured frames",
      {
        $0.extra = [
          SampleCall.event(
            3000, SampleCall.alice, .media(.skipped(mid: "1", frame: 3, reason: "encoder busy")))
        ]
      }
    )
    table.warning(
      "discarded", "bob discarded a message (stun: short)",
      {
        $0.extra = [SampleCall.event(3000, Self.bob, .discarded(layer: "stun", reason: "short"))]
      }
    )
    table.warning(
      "discarded twice", "bob discarded 2 messages (the first: stun: short)",
      {
        $0.extra = [
          SampleCall.event(3000, Self.bob, .discarded(layer: "stun", reason: "short")),
          SampleCall.event(3001, Self.bob, .discarded(layer: "rtp", reason: "version")),
        ]
      }
    )
    table.warning(
      "late media is the network's doing", nil,
      {
        $0.extra = [
          SampleCall.event(3000, Self.bob, .discarded(layer: "playout", reason: "too late"))
        ]
      }
    )

    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
