import SansIO
import TestSupport
import Testing
import Trace

@testable import Metrics

private let bob = SampleCall.bob
private let nobody = PeerID(index: 5)

@Suite("Each expectation of a number holds, and fails")
struct NumericExpectationTests {
  @Test("numbers")
  func numbers() {
    func limit(_ quantity: Quantity, _ bound: Bound) -> Expected {
      .measured(quantity, bob, bound)
    }
    let dead: (inout SampleCall) -> Void = { $0.without = \.isRendered }
    let silent: (inout SampleCall) -> Void = { $0.without = \.isMark }
    let noPackets: (inout SampleCall) -> Void = {
      $0.without = {
        $0.isMedia {
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
      $0.without = { $0.isMedia { if case .markSent = $0 { true } else { false } } }
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
