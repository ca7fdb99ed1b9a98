import Codecs
import DTLS
import RTP
import SDP
import SansIO
import TestSupport
import Testing
import Trace

@Suite("Faults are told, and survived where that is possible")
struct FaultTests {
  @Test("a wrong fingerprint: no keys, no media, and the failure is said")
  func wrongFingerprint() throws {
    var table = Table()
    for wrong in [Description.Kind.offer, .answer] {
      let pair = try AgentPair()
      pair.rewrite = { description in
        guard description.kind == wrong else { return }
        let lines = description.sdp.split(separator: "\r\n", omittingEmptySubsequences: false)
        let changed = lines.map { line -> String in
          guard line.hasPrefix("a=fingerprint:"), let last = line.last else { return String(line) }
          return line.dropLast() + (last == "0" ? "1" : "0")
        }
        description.sdp = changed.joined(separator: "\r\n")
      }
      pair.call()
      pair.run(for: .seconds(3))
      let deceived = wrong == .offer ? 1 : 0
      let row = "wrong in the \(wrong)"
      var isRefused = false
      for case .fingerprint(false, _, _, _) in pair.dtls(deceived) { isRefused = true }
      table.holds(isRefused, "\(row): not noticed")
      for peer in 0...1 {
        let events = pair.dtls(peer)
        table.holds(pair.agents[peer].peer.keys == nil || peer != deceived, "\(row): keys")
        table.holds(
          events.contains { if case .failed = $0 { true } else { false } } || peer != deceived,
          "\(row): peer \(peer) says \(events)")
        table.equal(pair.rendered(peer), 0, "\(row): rendered")
        table.holds(
          !pair.media(peer).contains { if case .firstPacket = $0.event { true } else { false } },
          "\(row): media came through")
      }
      let media = pair.wire.filter { $0.from == deceived && isRTPOrRTCP($0.datagram.payload) }
      table.equal(media.count, 0, "\(row): the deceived sends media")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a dead STUN server: the fuse fires and names it, and the call goes on without")
  func deadServer() throws {
    var table = Table()
    for trickles in [true, false] {
      let outcome = try TestCall("dead STUN") {
        $0.servers = "gone: {stun: dead}"
        $0.alice.more = "ice: {trickle: \(trickles), gather_timeout: 1s}"
        $0.bob.more = "ice: {trickle: \(trickles)}"
        $0.connectedWithin = "20s"
        $0.steps = ["run for 3s"]
      }.run()
      let row = "trickle \(trickles)"
      table.equal(outcome.script, "ended", row)
      for (peer, fuse) in [(TestCall.alice, 1), (TestCall.bob, 3)] {
        var ends: [(at: Instant, state: ICEEvent.Gathering, waitingFor: [String])] = []
        var begin = Instant.start
        for (at, event) in outcome.ice(peer) {
          guard case .gathering(let state, let waitingFor) = event else { continue }
          if state == .gathering { begin = at }
          if state == .complete || state == .timedOut { ends.append((at, state, waitingFor)) }
        }
        table.equal(ends.map(\.state), [.timedOut], "\(row): peer \(peer.index)")
        if let end = ends.first {
          table.equal(end.at - begin, .seconds(fuse), "\(row): fuse of peer \(peer.index)")
          table.equal(end.waitingFor, ["gone"], "\(row): the culprit")
        }
        table.holds(outcome.rendered(peer).count > 20, "\(row): \(outcome.rendered(peer).count)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("hanging up while candidates are on their way ends the call in peace")
  func candidateAfterHangUp() throws {
    // Bob's server answers when alice is about to hang up.
    let outcome = try TestCall("late candidate") {
      $0.servers = "slow: {stun: slow 1s}"
      $0.signallingDelay = "400ms"
      $0.alice.more = "ice: {servers: []}"
      $0.steps = ["run for 600ms", "alice hangs up"]
    }.run()
    #expect(outcome.script == "ended")
    let late = outcome.events(of: TestCall.bob).last {
      if case .signalling(.candidate) = $0.kind { true } else { false }
    }
    let closed = outcome.ice(TestCall.alice).first { $0.event == .state(.closed) }
    let arrival = try #require(late).at + .milliseconds(400)
    #expect(try arrival > #require(closed).at, "the row does not test what it says")
  }

  @Test("a blackout of 3 s: pictures come back within 2 s, and sound is not late afterwards")
  func blackout() throws {
    let outcome = try TestCall("blackout") {
      $0.steps = [
        "run for 1s", "network: {loss: 100%}", "run for 3s", "network: {loss: 0%}", "run for 4s",
      ]
    }.run()
    var changes: [Instant] = []
    for event in outcome.record.trace.events {
      if case .link(.configured) = event.kind { changes.append(event.at) }
    }
    let back = try #require(changes.last)
    let dark = changes[changes.count - 2]
    var table = Table()
    table.equal(outcome.script, "ended", "script")
    for (peer, other) in [(TestCall.alice, TestCall.bob), (TestCall.bob, TestCall.alice)] {
      let times = outcome.rendered(peer).map(\.at)
      table.equal(
        times.filter { $0 > dark + .milliseconds(500) && $0 < back }.count, 0,
        "rendered in the dark"
      )
      if let first = times.first(where: { $0 > back }) {
        table.holds(first - back < .seconds(2), "peer \(peer.index): back after \(first - back)")
      }
      let after = times.filter { $0 > back + .seconds(2) }
      table.holds(after.count > 24, "peer \(peer.index): \(after.count) pictures afterwards")
      let late = outcome.audioDelays(from: other, to: peer, since: back + .seconds(1))
      table.holds(late.count > 6, "peer \(peer.index): \(late.count) marks afterwards")
      table.holds(
        late.allSatisfy { $0 > .zero && $0 < .milliseconds(200) },
        "peer \(peer.index): late by \(late)")
      let early = outcome.audioDelays(from: other, to: peer)
      table.holds(early.allSatisfy { $0 > .zero }, "heard before it was said: \(early)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("10 % loss: pictures go on, and no freeze is long", arguments: [UInt64(1), 2])
  func loss(seed: UInt64) throws {
    let outcome = try TestCall("10 % loss") {
      $0.network = "{delay: 30ms, loss: 10%}"
      $0.seed = seed
      $0.steps = ["run for 4s"]
    }.run()
    var table = Table()
    table.equal(outcome.script, "ended", "script")
    for peer in [TestCall.alice, TestCall.bob] {
      let times = outcome.rendered(peer).map(\.at)
      table.holds(times.count > 48, "peer \(peer.index): \(times.count) pictures")
      let longest = zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? .zero
      table.holds(longest < .milliseconds(800), "peer \(peer.index): a freeze of \(longest)")
    }
    #expect(table.failures.isEmpty, "seed \(seed): \(table.failures)")
  }

  @Test("codecs that fail: it is said, and the other kind goes on")
  func failingCodecs() throws {
    let rows: [(fault: FailingCodecExecutor.Fault, says: String, pictures: Bool, sound: Bool)] = [
      (.encodePicture, "skipped", false, true), (.decodeFrame, "decodeFailed", false, true),
      (.encodeSound, "codec: sound not encoded", true, false),
      (.decodeSound, "codec: sound not decoded", true, false),
    ]
    var table = Table()
    for row in rows {
      let isSender = row.fault == .encodePicture || row.fault == .encodeSound
      let pair = try AgentPair { index, agent in
        if (index == 0) == isSender {
          agent.executor = FailingCodecExecutor(InlineCodecExecutor(), fault: row.fault)
        }
      }
      pair.call()
      pair.run(for: .milliseconds(1500))
      let words =
        pair.events[isSender ? 0 : 1].map { "\($0.kind)" } + pair.discarded(isSender ? 0 : 1)
      table.holds(words.contains { $0.contains(row.says) }, "\(row.fault): nothing is said")
      table.equal(pair.rendered(1) > 8, row.pictures, "\(row.fault): pictures at bob")
      let marks = pair.media(1).count { if case .markPlayed = $0.event { true } else { false } }
      table.equal(marks > 2, row.sound, "\(row.fault): sound at bob")
      table.holds(pair.rendered(0) > 8, "\(row.fault): pictures at alice")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("hanging up says BYE and close_notify, and nothing is sent afterwards")
  func hangUp() throws {
    let outcome = try TestCall("hang-up") {
      $0.steps = ["run for 1s", "alice hangs up"]
    }.run()
    var table = Table()
    table.equal(outcome.script, "ended", "script")
    for peer in [TestCall.alice, TestCall.bob] {
      let closed = try #require(outcome.ice(peer).first { $0.event == .state(.closed) }?.at)
      let sent = outcome.wire(peer).filter(\.isOutgoing)
      table.equal(sent.filter { $0.at > closed }.count, 0, "peer \(peer.index): sent after closing")
      // Whoever hears of it first answers with an alert of its own (RFC 5246 §7.2.1).
      let alerts = sent.filter { $0.datagram.payload[0] == 21 }
      table.equal(alerts.count, 1, "peer \(peer.index): close_notify")
      table.holds(
        peer == TestCall.bob || alerts.last?.at == closed, "peer \(peer.index): alert at the end")
      var bye: Set<UInt32> = []
      if let (at, packets) = outcome.rtcp(peer).last {
        for case .bye(let packet) in packets where at == closed { bye.formUnion(packet.sources) }
      }
      let own = Set(
        outcome.rtp(peer).filter { $0.packet.payloadType == 111 || $0.packet.payloadType == 96 }
          .map(\.packet.ssrc))
      // Bob's keys ended with alice's close_notify.
      table.equal(bye, peer == TestCall.alice ? own : [], "peer \(peer.index): BYE")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a path that never comes back: disconnected, then failed, and media stops")
  func consentExpiry() throws {
    let outcome = try TestCall("dead path") {
      $0.alice.hasAudio = false
      $0.bob.hasAudio = false
      $0.steps = ["run for 1s", "network: {loss: 100%}", "run for 38s"]
    }.run()
    var dark = Instant.start
    for event in outcome.record.trace.events {
      if case .link(.configured) = event.kind { dark = event.at }
    }
    var table = Table()
    for peer in [TestCall.alice, TestCall.bob] {
      let states = outcome.ice(peer).compactMap { at, event -> ICEEvent.ConnectionState? in
        if case .state(let state) = event, at > dark { state } else { nil }
      }
      table.equal(states, [.disconnected, .failed], "peer \(peer.index)")
      let expired = outcome.ice(peer).first { $0.event == .consentExpired }?.at
      let row = "peer \(peer.index): consent"
      if let expired {
        table.holds(expired - dark > .seconds(10) && expired - dark < .seconds(36), row)
        // RFC 7675 §5.1: nothing but STUN may leave then.
        let media = outcome.wire(peer).filter {
          $0.isOutgoing && $0.at > expired && isRTPOrRTCP($0.datagram.payload)
        }
        table.equal(media.count, 0, "\(row): media afterwards")
        table.equal(outcome.rtp(peer).filter { $0.at > expired }.count, 0, "\(row): in the clear")
      } else {
        table.holds(false, "\(row) never expires")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
