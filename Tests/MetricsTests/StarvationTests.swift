import SansIO
import TestSupport
import Testing
import Trace

@testable import Metrics

/// The sample call is connected at 1400 ms, shows its first picture at 1500 ms and ends at 11,500 ms.
@Suite("Peers that got no processor")
struct StarvationTests {
  private static let alice = SampleCall.alice
  private static let bob = SampleCall.bob

  /// What was counted of a peer's thread in the second before.
  private static func second(
    until ms: Int, _ peer: PeerID = bob, running: Int, waiting: Int, passed: Int = 1000
  ) -> TraceEvent {
    SampleCall.event(
      ms, peer,
      .harness(
        .processor(
          passed: .milliseconds(passed), running: .milliseconds(running),
          waiting: .milliseconds(waiting))))
  }

  private static func at(most: Int) -> Bound {
    Bound(most: FixedDecimal(units: Int64(most), places: 0))
  }

  private static let lateFrame = Expected.measured(.firstFrame, bob, at(most: 499))
  private static let freeze = Expected.measured(.freezeTotal, bob, at(most: 1000))

  @Test("make an expectation of time that failed inconclusive, and no other")
  func doubts() {
    let starved = Self.second(until: 1200, running: 300, waiting: 501)
    let late = Self.second(until: 6000, running: 300, waiting: 900)
    let psnr = Expected.measured(
      .psnr, Self.bob, Bound(least: FixedDecimal(units: 36, places: 0)))
    let rows: [(name: String, expected: Expected, event: TraceEvent, verdict: Verdict)] = [
      ("starved", Self.lateFrame, starved, .inconclusive),
      ("the far side starved", Self.lateFrame, late.moved(to: 1200, Self.alice), .inconclusive),
      (
        "no more than the limit", Self.lateFrame,
        Self.second(until: 1200, running: 300, waiting: 500), .failed
      ),
      (
        "as much in half a second", Self.lateFrame,
        Self.second(until: 1200, running: 200, waiting: 300, passed: 500), .inconclusive
      ),
      (
        "as much in two seconds", Self.lateFrame,
        Self.second(until: 2000, running: 300, waiting: 900, passed: 2000), .failed
      ),
      (
        "nothing passed", Self.lateFrame,
        Self.second(until: 1200, running: 300, waiting: 501, passed: 0), .failed
      ),
      ("after the first frame", Self.lateFrame, late, .failed),
      ("held all the same", .measured(.firstFrame, Self.bob, Self.at(most: 500)), starved, .passed),
      (
        "connected late", .measured(.connectionTime, Self.bob, Self.at(most: 1)), starved,
        .inconclusive
      ),
      ("a freeze", Self.freeze, late, .inconclusive),
      (
        "few frames", .measured(.frameRate, Self.bob, Bound(least: .init(units: 29, places: 0))),
        late, .inconclusive
      ),
      ("gathering", .gatheringComplete(Self.bob, within: .milliseconds(1)), starved, .inconclusive),
      ("a bad picture", psnr, late, .failed),
      ("a wrong codec", .codecs(.video, ["AV1"], in: .offer), late, .failed),
    ]
    var table = Table()
    for row in rows {
      var call = SampleCall()
      call.dark = [4000..<5000]
      call.extra = [row.event]
      let judgement = judge([row.expected], of: call.analysis)[0]
      table.equal(judgement.verdict, row.verdict, "\(row.name): \(judgement)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a frame that never came stays failed, and so does a case in which anything else failed")
  func neverCame() {
    let starved = Self.second(until: 1200, running: 300, waiting: 900)
    var table = Table()
    var call = SampleCall()
    call.extra = [starved]
    let codecs = Expected.codecs(.video, ["AV1"], in: .offer)
    func verdict(_ expectations: [Expected]) -> Verdict {
      call.analysis.result(expectations: expectations, file: "f", duration: .zero).verdict
    }
    table.equal(verdict([Self.lateFrame]), .inconclusive, "late")
    table.equal(verdict([Self.lateFrame, codecs]), .failed, "late, and a wrong codec")
    call.without = { if case .media(.rendered) = $0.kind { true } else { false } }
    table.equal(verdict([Self.lateFrame]), .failed, "never")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("are named, with what was measured")
  func words() {
    var call = SampleCall()
    call.extra = [
      Self.second(until: 700, running: 300, waiting: 700),
      Self.second(until: 1400, running: 412, waiting: 1234),
    ]
    let result = call.analysis.result(expectations: [Self.lateFrame], file: "f", duration: .zero)
    var table = Table()
    table.equal(
      result.reason ?? "",
      "first frame of bob: 500.0 ms, expected at most 499 ms (the machine was overloaded: until 1.4 s "
        + "a thread of bob waited for a processor 1234.0 ms a second, more than 500, and ran 412.0 ms)",
      "reason")
    table.equal(
      result.metrics.filter { $0.name == "processor wait worst" }.map {
        "\($0.subject) \($0.value) \($0.unit)"
      }, ["bob 1234.0 ms/s"], "metrics")
    table.equal(
      SampleCall().analysis.measurements.contains { $0.name == "processor wait worst" }, false,
      "simulated")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

extension TraceEvent {
  fileprivate func moved(to ms: Int, _ peer: PeerID) -> TraceEvent {
    SampleCall.event(ms, peer, kind)
  }
}
