import SansIO
import TestSupport
import Testing
import Trace

@testable import Metrics

@Suite("What foreign peers say, and what they leave out")
struct ForeignPeerTests {
  private func result(_ call: SampleCall, _ expectations: [Expected]) -> CaseResult {
    call.analysis.result(expectations: expectations, file: "s.yaml", duration: .seconds(12))
  }

  private static func isMedia(_ event: TraceEvent, of peer: PeerID) -> Bool {
    if case .media = event.kind { event.subject == .peer(peer) } else { false }
  }

  @Test(
    "an echo: the caller is judged by her own pictures and sound, the echo by nothing that it shows"
  )
  func echo() {
    var call = SampleCall()
    // Bob reports no media; what alice sees and hears is what she sent.
    call.without = { Self.isMedia($0, of: SampleCall.bob) }
    let expectations: [Expected] = [
      .measured(.marksLost, SampleCall.alice, .most(0)),
      .measured(.frameRate, SampleCall.alice, .least(20)),
    ]
    var table = Table()
    let alone = result(call, expectations)
    table.equal(alone.verdict, .failed, "without forwarding bob ought to show pictures")
    call.header.forwards = [nil, SampleCall.alice]
    let echoed = result(call, expectations)
    table.equal(echoed.verdict, .passed, echoed.reason ?? "no reason")
    let offsets = echoed.metrics.filter { $0.name == "av offset p50" && $0.subject == "alice" }
    table.equal(offsets.count, 1, "her sound is compared with her pictures")
    let ofBob = echoed.metrics.filter { $0.subject == "bob" }.map(\.name)
    table.holds(!ofBob.contains("marks lost"), "an echo plays nothing, so it loses no mark")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("counters that a stack does not have are absent, never zero")
  func unknownCounters() {
    var call = SampleCall()
    var sample = StreamSample(mid: "1", direction: .received)
    sample.packets = 500
    sample.unknown = Set(StreamSample.Counter.allCases)
    let isSample = { (event: TraceEvent) in
      if case .media(.sample(let sample)) = event.kind { sample.mid == "1" } else { false }
    }
    call.without = isSample
    var trace = call.trace
    trace.events.append(SampleCall.event(11_000, SampleCall.bob, .media(.sample(sample))))
    let analysis = Analysis(trace)
    let names = analysis.measurements.filter { $0.subject == "bob" }.map(\.name)
    var table = Table()
    for name in [
      "packets lost video", "packets lost before repair video", "bitrate video", "jitter video",
    ] {
      table.holds(!names.contains(name), "\(name) is absent")
    }
    table.holds(names.contains("packets lost audio"), "sound is counted")
    let judgements = judge([.measured(.bitRate(.video), SampleCall.bob, .least(1))], of: analysis)
    table.equal(
      judgements.map(\.note), ["the peer does not count packets of video"], "and why it is absent")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a call that must fail and came up has failed")
  func failure() {
    let well = result(SampleCall(), [.fails(.stage(.dtls), because: nil)])
    #expect(well.verdict == .failed)
    #expect(well.expectations[0].note == "the call came up")
    #expect(well.expectations[0].limit == "stage dtls")
    let cause = result(SampleCall(), [.fails(.cause(.dtlsNoCommonCipher), because: nil)])
    #expect(cause.expectations[0].limit == "cause dtls-no-common-cipher")
  }

  @Test("instants that are not exact say by how much")
  func uncertainty() {
    let exact = SampleCall().trace
    let events = exact.events.map { event in
      var event = event
      if event.subject == .peer(SampleCall.bob) { event.uncertainty = .microseconds(300) }
      return event
    }
    let analysis = Analysis(Trace(header: exact.header, events: events))
    let judgements = judge([.measured(.firstFrame, SampleCall.alice, .most(2000))], of: analysis)
    var table = Table()
    table.equal(judgements.map(\.note), ["clocks are known to ± 0.3 ms"], "note")
    let found = analysis.measurements.filter { $0.name == "clock uncertainty" }
    table.equal(found.map { "\($0.subject) \($0.value) \($0.unit)" }, ["bob 0.300 ms"], "number")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("what the live world says of its own means")
  func harness() {
    var trace = SampleCall().trace
    trace.events += [
      SampleCall.event(
        1, SampleCall.bob, .harness(.agent(name: "aiortc", version: "1.16.0", level: 4))),
      SampleCall.event(
        2, SampleCall.bob, .dtls(.connected(version: "", cipher: "", profile: ""))),
      TraceEvent(
        at: SampleCall.at(11_600), subject: .run,
        kind: .harness(
          .emulator(
            latenessMedian: .microseconds(126), latenessP99: .microseconds(278),
            latenessMaximum: .microseconds(411), isRealTime: true, deviceDrops: 1, captureDrops: 2))
      ),
    ]
    let words: [HarnessEvent] = [
      .outside(
        server: "stun1", asked: "stun.example.org:3478", address: "192.0.2.1:3478", sent: 9,
        received: 7, withheld: 1),
      .outside(
        server: "stun2", asked: "192.0.2.2:3478", address: "192.0.2.2:3478", sent: 0, received: 0,
        withheld: 0),
      .kept(reason: "IPv4 multicast", packets: 12), .kept(reason: "fragment", packets: 1),
      .kept(reason: "not whole", packets: 2),
    ]
    trace.events += words.map {
      TraceEvent(at: SampleCall.at(11_600), subject: .run, kind: .harness($0))
    }
    let result = Analysis(trace).result(expectations: [], file: "f", duration: .zero)
    var table = Table()
    table.equal(
      result.implementations,
      [
        PeerImplementation(
          peer: "bob", implementation: "aiortc", version: "1.16.0", level: 4,
          security: "DTLSv1.2, X, SRTP_AEAD_AES_128_GCM")
      ], "implementations")
    table.equal(
      result.metrics.filter { $0.subject == "emulator" }.map {
        "\($0.name) \($0.value) \($0.unit)"
      },
      [
        "lateness p50 0.126 ms", "lateness p99 0.278 ms", "lateness worst 0.411 ms",
        "dropped by the machine 3 packets", "sent to stun1 9 datagrams",
        "received from stun1 7 datagrams", "sent to stun2 0 datagrams",
        "received from stun2 0 datagrams", "came to no link: IPv4 multicast 12 packets",
        "came to no link: fragment 1 packets", "came to no link: not whole 2 packets",
      ], "emulator")
    table.equal(
      Array(result.warnings.suffix(4)),
      [
        "9 datagrams left the machine for stun1 (stun.example.org:3478, 192.0.2.1:3478), 7 came back, 1 were withheld",
        "0 datagrams left the machine for stun2 (192.0.2.2:3478), 0 came back",
        "a packet came to no link (fragment)", "2 packets came to no link (not whole)",
      ], "warnings")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("two calls of one run: each has its own zero, sections and far side")
  func twoCalls() {
    let (alice, inlet, outlet, viewer) = (0, 1, 2, 3)
    let call = SampleCall()
    // The second call is the first one, two seconds later, between the other two peers, with its sound
    // in section 1.
    let swap = SampleCall.sdp(video: ["VP8"]).replacing("a=mid:0", with: "a=mid:x")
      .replacing("a=mid:1", with: "a=mid:0").replacing("a=mid:x", with: "a=mid:1")
    let first = call.trace.events.compactMap { event -> TraceEvent? in
      // The inlet shows nothing.
      Self.isMedia(event, of: SampleCall.bob) ? nil : event
    }
    var late = SampleCall()
    late.offer = swap
    late.answer = swap
    let second = late.trace.events.compactMap { event -> TraceEvent? in
      guard case .peer(let peer) = event.subject else { return nil }
      // The outlet reports no media of its own.
      if Self.isMedia(event, of: SampleCall.alice) { return nil }
      var event = event
      if case .media(let media) = event.kind { event.kind = .media(media.swapped) }
      event.at = event.at + .seconds(2)
      event.subject = .peer(PeerID(index: peer == SampleCall.alice ? outlet : viewer))
      return event
    }
    let header = TraceHeader(
      name: "room", world: "live", seed: 1, peers: ["alice", "bob", "outlet", "carol"],
      forwards: [nil, nil, PeerID(index: alice), nil])
    let analysis = Analysis(Trace(header: header, events: first + second))
    var table = Table()
    table.equal(analysis.call.exchanges.count, 2, "exchanges")
    table.equal(
      [alice, inlet, outlet, viewer].map { analysis.farSide(of: $0) },
      [inlet, alice, viewer, outlet],
      "far sides")
    table.equal(analysis.source(for: viewer), alice, "the viewer is shown alice")
    table.equal(
      [alice, inlet, outlet, viewer].map { analysis.isRelay($0) }, [false, true, true, false],
      "the two legs only pass on")
    let times = judge(
      [
        .measured(.connectionTime, PeerID(index: alice), .most(1000)),
        .measured(.connectionTime, PeerID(index: viewer), .most(1000)),
        .measured(.firstFrame, PeerID(index: viewer), .most(1000)),
      ], of: analysis)
    table.equal(times.map(\.measured), ["400.0", "400.0", "500.0"], "each call has its zero")
    table.equal(
      analysis.peers[viewer].streams.map { "\($0.mid) \($0.kind?.rawValue ?? "-")" }.sorted(),
      ["0 video", "1 audio"], "kinds of the second call")
    table.equal(
      analysis.peers[alice].streams.map { "\($0.mid) \($0.kind?.rawValue ?? "-")" }.sorted(),
      ["0 audio", "1 video"], "kinds of the first call")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

extension MediaEvent {
  /// The same in the other of two sections.
  fileprivate var swapped: MediaEvent {
    func other(_ mid: String) -> String { mid == "0" ? "1" : "0" }
    switch self {
    case .receiving(let mid, let codec, let type, let ssrc):
      return .receiving(mid: other(mid), codec: codec, payloadType: type, ssrc: ssrc)
    case .firstPacket(let mid): return .firstPacket(mid: other(mid))
    case .assembled(let mid, let timestamp, let count, let key):
      return .assembled(mid: other(mid), rtpTimestamp: timestamp, byteCount: count, keyFrame: key)
    case .decoded(let mid, let timestamp, let concealed):
      return .decoded(mid: other(mid), rtpTimestamp: timestamp, concealed: concealed)
    case .rendered(let mid, let strip, let psnr, let ssim):
      return .rendered(mid: other(mid), strip: strip, psnr: psnr, ssim: ssim)
    case .markSent(let mid, let mark): return .markSent(mid: other(mid), mark: mark)
    case .markPlayed(let mid, let mark): return .markPlayed(mid: other(mid), mark: mark)
    case .played(let mid, let level, let concealed):
      return .played(mid: other(mid), level: level, concealedSamples: concealed)
    case .sample(var sample):
      sample.mid = other(sample.mid)
      return .sample(sample)
    default: return self
    }
  }
}
