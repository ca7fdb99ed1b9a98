import SansIO
import TestSupport
import Testing
import Trace

@testable import Metrics

@Suite("What a trace says")
struct AnalysisTests {
  private static let expectations: [Expected] = [
    .extmapAgrees, .fingerprintVerified, .codecs(.video, ["VP8"], in: .both),
    .absent(.video, SampleCall.bob), .gatheringComplete(SampleCall.alice, within: .seconds(1)),
    .gatheringTimedOut(SampleCall.bob, after: .zero, within: .seconds(9), waitingFor: nil),
    .silentWhileMuted(SampleCall.bob), .stepTimesOut("run for 10s"),
    .measured(.avDrift, SampleCall.bob, .most(20)),
    .measured(.bitRate(.video), SampleCall.bob, .most(20)),
  ]

  @Test("who called whom, and from when things are counted")
  func call() {
    let call = SampleCall().analysis.call
    var table = Table()
    table.equal(call.caller, SampleCall.alice, "caller")
    table.equal(call.callee, SampleCall.bob, "callee")
    table.equal(call.exchanges.count, 1, "exchanges")
    table.equal(call.exchanges.first?.offerer, SampleCall.alice, "offerer")
    table.equal(call.zero, SampleCall.at(1000), "ringing is not the stack's time")
    table.equal(call.end, SampleCall.at(11_500), "end")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("names, units and order of what is measured stay as they are")
  func measurements() {
    let found = SampleCall().analysis.measurements.map {
      "\($0.subject) \($0.name) \($0.value) \($0.unit)"
    }
    let ofBob = [
      "call accepted 1000.0 ms", "connection time 400.0 ms", "first frame 500.0 ms",
      "first frame after pair selected 300.0 ms", "freezes 0 ", "freeze total 0.0 ms",
      "longest freeze 0.0 ms", "gaps ≥ 200 ms 0 ", "pauses 0 ", "frame rate 25.00 fps",
      "frames rendered 250 ", "av offset p50 20.0 ms", "av offset p95 20.0 ms",
      "av offset worst 20.0 ms", "av drift 0.0 ms/min", "av drift rate 0 ppm",
      "packets lost audio 0.000 %", "packets lost before repair audio 0.000 %",
      "bitrate audio 32.0 kbps", "jitter audio 2.0 ms", "packets lost video 0.000 %",
      "packets lost before repair video 0.000 %", "bitrate video 400.0 kbps",
      "jitter video 2.0 ms", "psnr mean 35.00 dB", "psnr min 35.00 dB", "ssim mean 0.9700 ",
      "ssim min 0.9700 ", "marks lost 0.00 %", "rtt 100.0 ms", "sound concealed 0.00 %",
      "key frames requested 0 ",
    ].map { "bob \($0)" }
    let ofLinks = [
      "asked link alice up delay 50 ms", "measured link alice up delay 50.1 ms",
      "asked link bob up delay 50 ms", "measured link bob up delay 50.1 ms",
    ]
    var table = Table()
    table.equal(found.filter { $0.hasPrefix("bob ") }, ofBob, "bob")
    table.equal(Array(found.suffix(4)), ofLinks, "links")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("phases and series")
  func charts() {
    let analysis = SampleCall().analysis
    let phases = analysis.phases.filter { $0.peer == SampleCall.alice }.map {
      "\($0.name) \($0.from.nanoseconds / 1_000_000)-\($0.to.nanoseconds / 1_000_000)"
    }
    var table = Table()
    table.equal(
      phases,
      [
        "offer created 0-100", "offer sent 100-110", "answer applied 1020-1070",
        "first local candidate 110-111", "gathering complete 110-190",
        "first check sent 1070-1100", "pair selected 1100-1200", "dtls first flight 1200-1200",
        "dtls done 1200-1400", "first rtp packet in 1400-1440",
        "first key frame complete 1450-1470", "first frame decoded 1470-1480",
        "first frame rendered 1480-1500",
      ], "alice")
    let callee = analysis.phases.filter { $0.peer == SampleCall.bob }.prefix(3).map(\.name)
    table.equal(Array(callee), ["offer applied", "answer created", "answer sent"], "bob")
    let series = analysis.series.map {
      "\($0.name) \($0.subject) \($0.unit) \($0.points.count) \($0.points[0].value)"
    }
    table.equal(
      series.filter { $0.contains("bob") },
      [
        "received bitrate bob audio kbps 9 31.7", "received bitrate bob video kbps 9 400.0",
        "av offset bob ms 39 20.0", "frame rate bob video fps 10 25",
      ], "series: the first second begins with the first packet")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("the order in which equal traces were written does not show")
  func determinism() {
    var call = SampleCall()
    call.dark = [4000..<5000]
    call.muted = 6000..<7000
    let trace = call.trace
    let ordered = trace.events.enumerated().sorted {
      ($0.element.at.nanoseconds, $0.offset) < ($1.element.at.nanoseconds, $1.offset)
    }.map(\.element)
    func results(_ events: [TraceEvent]) -> [String] {
      let analysis = Analysis(Trace(header: trace.header, events: events))
      let result = analysis.result(
        expectations: Self.expectations, file: "f", duration: .seconds(12))
      return ["\(result)", "\(analysis.phases)", "\(analysis.series)", "\(analysis.call)"]
    }
    var table = Table()
    let once = results(trace.events)
    table.equal(results(trace.events), once, "again")
    table.equal(results(ordered), once, "in the order of time")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  /// A saved trace is input like any other: whatever numbers it holds, nothing traps.
  @Test("hostile numbers")
  func hostile() {
    var chance = Seed(3).stream("hostile")
    var call = SampleCall()
    call.hangUp = 2300
    call.muted = 1800..<2000
    let trace = call.trace
    let extremes: [Int64] = [
      .min, .min + 1, -1, 0, 1, 1_500_000_000, Limits.latest, .max - 1, .max,
    ]
    func pick() -> Int64 { extremes[Int(chance.next() % UInt64(extremes.count))] }
    var verdicts = 0
    for _ in 0..<250 {
      var events = trace.events
      for _ in 0..<6 {
        let index = Int(chance.next() % UInt64(events.count))
        switch chance.next() % 5 {
        case 0: events[index].at = Instant(nanoseconds: pick())
        case 1: events[index].subject = .peer(PeerID(index: Int(pick())))
        case 2:
          var sample = StreamSample(mid: "1", direction: .received)
          sample.packets = Int(pick())
          sample.bytes = Int(pick())
          sample.lostPackets = Int(pick())
          sample.cumulativeLost = Int(pick())
          sample.retransmittedPackets = Int(pick())
          sample.jitter = .nanoseconds(pick())
          events[index].kind = .media(.sample(sample))
        case 3:
          let strip = StripReading(frame: 1, captured: Instant(nanoseconds: pick()))
          events[index].kind = .media(
            .rendered(
              mid: "1", strip: strip, psnr: FixedDecimal(units: pick(), places: 9),
              ssim: FixedDecimal(units: pick(), places: 9)))
        default:
          events[index].kind = .media(
            .played(mid: "0", level: Int(pick()), concealedSamples: Int(pick())))
        }
      }
      if chance.next() % 4 == 0 { events.shuffle(using: &chance) }
      let analysis = Analysis(Trace(header: trace.header, events: events))
      let result = analysis.result(expectations: Self.expectations, file: "f", duration: .zero)
      verdicts += result.expectations.count + analysis.phases.count + analysis.series.count
    }
    #expect(verdicts > 0)
  }
}
