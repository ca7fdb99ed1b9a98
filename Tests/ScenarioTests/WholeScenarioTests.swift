import Metrics
import Netem
import SansIO
import Scenario
import TestSupport
import Testing
import Trace

@Suite("Scenario files")
struct WholeScenarioTests {
  @Test("everything a file says arrives")
  func whole() throws {
    let scenarios = try Sample.parse(Sample.whole)
    var table = Table()
    table.equal(scenarios.count, 1, "cells")
    guard let s = scenarios.first, s.peers.count == 3 else {
      Issue.record("no scenario with three peers")
      return
    }
    let (alice, bob, carol) = (s.peers[0], s.peers[1], s.peers[2])
    table.equal(s.name, "Weak network, 3G", "name")
    table.equal(s.seed, 7, "seed")
    table.equal(s.worlds, [.simulated, .live], "worlds")
    table.equal(s.networkNames, ["3g-lossy", "perfect", "perfect"], "network names")
    table.equal(s.network[0], NetworkProfile.named("3g-lossy")?.settings, "first peer's link")
    table.equal(s.network[1], .perfect, "second peer's link")
    table.equal(s.signallingDelay, .milliseconds(80), "signalling")
    table.equal(
      s.servers,
      [
        ServerPlan(name: "stun1", kind: .stun, behaviour: .working),
        ServerPlan(name: "far", kind: .stun, behaviour: .slow(.milliseconds(800))),
        ServerPlan(name: "gone", kind: .stun, behaviour: .dead),
      ], "servers")
    table.equal(s.peers.map(\.name), ["alice", "bob", "carol"], "peers")
    table.equal(alice.stackMark, SourceMark(file: "f.yaml", line: 12, column: 12), "stack mark")
    table.equal(alice.clock.offsetNanoseconds, 20_000_000, "offset")
    table.equal(alice.clock.driftPartsPerBillion, -50_000, "drift")
    table.equal(alice.audio?.bitRate, .kilobits(32), "audio bit rate")
    table.equal(alice.video?.width, 1280, "width")
    table.equal(alice.video?.height, 720, "height")
    table.equal(alice.video?.framesPerSecond, 25, "fps")
    table.equal(alice.video?.codecs, ["H264/42e01f", "VP8"], "codecs")
    table.equal(alice.video?.direction, .sendonly, "direction")
    table.equal(alice.video?.bitRate, .kilobits(300), "bit rate")
    table.equal(alice.video?.bitRateMaximum, .kilobits(1200), "highest bit rate")
    table.equal(alice.ice.gatherTimeout, .seconds(2), "fuse")
    table.equal(alice.ice.servers, ["stun1", "gone"], "ICE servers")
    table.equal(alice.ice.trickle, false, "trickle")
    table.equal(alice.dtls.timer, .openssl, "timer")
    table.equal(alice.dtls.mtu, 1400, "DTLS MTU")
    table.equal(alice.dtls.fingerprint, .sha384, "fingerprint")
    table.equal(alice.dtls.srtp, ["AES_CM_128_HMAC_SHA1_80"], "SRTP")
    table.equal(bob.audio, AudioPlan(), "default audio")
    table.equal(bob.video, VideoPlan(), "default video")
    table.equal(bob.video?.bitRate, .kilobits(300), "default start of the bit rate")
    table.equal(bob.video?.bitRateMaximum, .kilobits(800), "default bit rate")
    table.equal(bob.video?.codecs, ["VP8", "H264/42e01f"], "default codecs")
    table.equal(bob.ice.servers, ["stun1", "far", "gone"], "default servers")
    table.equal(bob.ice.trickle, true, "default trickle")
    table.equal(bob.dtls, DTLSPlan(), "default DTLS")
    table.equal(carol.video, nil, "no video")
    table.equal(carol.audio?.source, .file("voices/carol.wav"), "file")
    table.equal(carol.audio?.direction, .recvonly, "audio direction")
    table.equal(s.call.count, 9, "steps")
    table.equal(
      s.call[1],
      Marked(.answer(PeerID(index: 1)), mark: .init(file: "f.yaml", line: 22, column: 5)),
      "a step")
    table.equal(s.text(of: s.call[4].value), "network: {alice: {loss: 5%, burst: 3}}", "step text")
    table.equal(s.text(of: s.call[6].value), "run for 1.5s", "step text")
    table.equal(s.expectations.count, 8, "expectations")
    table.equal(
      s.expectations.last?.mark, SourceMark(file: "f.yaml", line: 36, column: 21), "its mark")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("what is left out has its default")
  func defaults() throws {
    let scenario = try #require(try Sample.parse(Sample.call("")).first)
    var table = Table()
    table.equal(scenario.seed, nil, "seed")
    table.equal(scenario.worlds, [.simulated, .live], "worlds")
    table.equal(scenario.network, [.perfect, .perfect], "network")
    table.equal(scenario.signallingDelay, .zero, "signalling")
    table.equal(scenario.expectations.count, 0, "expectations")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("every sentence of a script is read, and written the same")
  func steps() {
    let (alice, bob) = (PeerID(index: 0), PeerID(index: 1))
    let lossy = LinkChange(
      text: "{loss: 1%}", profile: nil, up: [.loss(mean: 0.01, burst: nil)],
      down: [.loss(mean: 0.01, burst: nil)])
    let rows: [(text: String, step: Step)] = [
      ("alice dials bob", .dial(caller: alice, callee: bob)),
      ("bob answers", .answer(bob)),
      ("connected within 5s", .connected(within: .seconds(5))),
      ("run for 2min", .run(.seconds(120))),
      ("run for 250ms", .run(.milliseconds(250))),
      ("alice  mutes   audio", .mute(alice, .audio, true)),
      ("alice mutes video", .mute(alice, .video, true)),
      ("alice unmutes audio", .mute(alice, .audio, false)),
      ("network: {loss: 1%}", .network([PeerLinkChange(peer: alice, change: lossy)])),
      (
        "network: {bob: {loss: 1%}, alice: {loss: 1%}}",
        .network([
          PeerLinkChange(peer: bob, change: lossy), PeerLinkChange(peer: alice, change: lossy),
        ])
      ),
      (
        "network: blackout",
        .network([
          PeerLinkChange(
            peer: alice,
            change: LinkChange(
              text: "blackout", profile: NetworkProfile.named("blackout")?.settings))
        ])
      ),
      ("bob hangs up", .hangUp(bob)),
    ]
    let list = rows.map { $0.text.hasPrefix("network") ? "{\($0.text)}" : $0.text }
    var table = Table()
    do {
      let scenario = try Sample.parse(Sample.script(list.joined(separator: ", ")))[0]
      for (index, row) in rows.enumerated() {
        table.equal(scenario.call[index].value, row.step, row.text)
      }
      table.equal(
        scenario.call.map { scenario.text(of: $0.value) },
        [
          "alice dials bob", "bob answers", "connected within 5s", "run for 120s", "run for 250ms",
          "alice mutes audio", "alice mutes video", "alice unmutes audio",
          "network: {alice: {loss: 1%}}", "network: {bob: {loss: 1%}, alice: {loss: 1%}}",
          "network: {alice: blackout}", "bob hangs up",
        ], "texts")
    } catch {
      table.holds(false, "\(error)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("every expectation is read")
  func expectations() {
    let (alice, bob) = (PeerID(index: 0), PeerID(index: 1))
    func at(most: Int64, _ places: Int = 0) -> Bound {
      Bound(most: FixedDecimal(units: most, places: places))
    }
    func at(least: Int64) -> Bound { Bound(least: FixedDecimal(units: least, places: 0)) }
    func within(_ least: Int64, _ most: Int64) -> Bound {
      Bound(
        least: FixedDecimal(units: least, places: 0), most: FixedDecimal(units: most, places: 0))
    }
    let rows: [(text: String, expected: [Metrics.Expectation])] = [
      ("sdp: {extmap: agrees, fingerprint: verified}", [.extmapAgrees, .fingerprintVerified]),
      (
        "sdp: {codecs: {video: [H264, VP8], audio: opus, offer: {video: VP8}, answer: {video: [H264/4D0028]}}}",
        [
          .codecs(.audio, ["opus"], in: .both),
          .codecs(.video, ["H264/42e01f", "VP8"], in: .both), .codecs(.video, ["VP8"], in: .offer),
          .codecs(.video, ["H264/4d0028"], in: .answer),
        ]
      ),
      ("gathering: {alice: complete within 3s}", [.gatheringComplete(alice, within: .seconds(3))]),
      (
        "gathering: {alice: times out within 3.2s}",
        [.gatheringTimedOut(alice, after: .zero, within: .milliseconds(3200), waitingFor: nil)]
      ),
      (
        "gathering: {bob: times out within 3.2s after 3s waiting for stun1}",
        [
          .gatheringTimedOut(
            bob, after: .seconds(3), within: .milliseconds(3200), waitingFor: "stun1")
        ]
      ),
      ("connected: {bob: within 2s}", [.measured(.connectionTime, bob, at(most: 2000))]),
      (
        "first frame: {alice: within 1.5s, bob: 100ms..2s}",
        [
          .measured(.firstFrame, alice, at(most: 1500)),
          .measured(.firstFrame, bob, within(100, 2000)),
        ]
      ),
      ("freezes: {bob: total under 1s}", [.measured(.freezeTotal, bob, at(most: 1000))]),
      ("freezes: {bob: count at most 2}", [.measured(.freezeCount, bob, at(most: 2))]),
      ("freezes: {bob: longest under 500us}", [.measured(.longestFreeze, bob, at(most: 5, 1))]),
      ("frame rate: {bob: at least 25fps}", [.measured(.frameRate, bob, at(least: 25))]),
      ("frame rate: {bob: over 20fps}", [.measured(.frameRate, bob, at(least: 20))]),
      (
        "av offset: {bob: {p95: -125ms..45ms, worst: under 200ms}}",
        [
          .measured(.avOffset(.p95), bob, within(-125, 45)),
          .measured(.avOffset(.worst), bob, within(-200, 200)),
        ]
      ),
      ("av drift: {bob: under 20ms/min}", [.measured(.avDrift, bob, within(-20, 20))]),
      (
        "packets lost: {bob: {video: under 1%}}",
        [.measured(.packetsLost(.video), bob, at(most: 1))]
      ),
      (
        "packets lost: {bob: under 0.50%}",
        [
          .measured(.packetsLost(.audio), bob, at(most: 5, 1)),
          .measured(.packetsLost(.video), bob, at(most: 5, 1)),
        ]
      ),
      (
        "bitrate: {bob: {video: 200kbps..0.8Mbps}}",
        [.measured(.bitRate(.video), bob, within(200, 800))]
      ),
      ("video: {bob: absent}", [.absent(.video, bob)]),
      ("psnr: {bob: at least 30dB}", [.measured(.psnr, bob, at(least: 30))]),
      ("ssim: {bob: under 0.95}", [.measured(.ssim, bob, at(most: 95, 2))]),
      ("ssim: {bob: 0..1}", [.measured(.ssim, bob, within(0, 1))]),
      ("marks lost: {bob: under 5%}", [.measured(.marksLost, bob, at(most: 5))]),
      ("audio: {bob: silent while muted}", [.silentWhileMuted(bob)]),
      ("audio: {bob: absent}", [.absent(.audio, bob)]),
      ("times out: connected  within 5000ms", [.stepTimesOut("connected within 5s")]),
    ]
    var table = Table()
    for row in rows {
      do {
        let text = Sample.script(
          "alice dials bob, bob answers, connected within 5s", expect: "{\(row.text)}")
        table.equal(try Sample.parse(text)[0].expectations.map(\.value), row.expected, row.text)
      } catch {
        table.holds(false, "\(row.text): \(error)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
