import Codecs
import Media
import Peer
import RTP
import SDP
import SansIO
import SwiftAgent
import TestSupport
import Testing
import Trace

@Suite("A second offer and answer")
struct RenegotiationTests {
  /// A call that has had media for a second.
  private func pair(
    _ change: (Int, inout AgentConfiguration) -> Void = { _, _ in }
  ) throws -> AgentPair {
    let pair = try AgentPair(change)
    pair.call()
    pair.run(for: .milliseconds(1500))
    return pair
  }

  /// The longest time without a rendered picture, from 1 s on.
  private func longestGap(_ pair: AgentPair, _ peer: Int) -> Duration {
    var last = Instant.start + .seconds(1)
    var longest = Duration.zero
    for (at, event) in pair.media(peer) {
      guard case .rendered = event, at > last else { continue }
      longest = max(longest, at - last)
      last = at
    }
    return max(longest, pair.now - last)
  }

  /// RFC 3711 §9.1: what must never happen under one key. Counts packets under an SSRC and number used before.
  private func repeated(_ pair: AgentPair, _ peer: Int) -> Int {
    struct Number: Hashable {
      var ssrc: UInt32
      var sequenceNumber: UInt16
    }
    let numbers = pair.rtp(peer, isOutgoing: true).map {
      Number(ssrc: $0.packet.ssrc, sequenceNumber: $0.packet.sequenceNumber)
    }
    return numbers.count - Set(numbers).count
  }

  @Test("that changes nothing leaves media, ICE and its roles alone, whoever offers")
  func unchanged() throws {
    var table = Table()
    for offerer in [0, 1] {
      let pair = try pair()
      pair.call(from: offerer)
      pair.run(for: .seconds(2))
      for peer in [0, 1] {
        let row = "peer \(offerer) offers, peer \(peer)"
        table.equal(pair.discarded(peer), [], row)
        table.equal(repeated(pair, peer), 0, "\(row): repeated numbers")
        table.holds(longestGap(pair, peer) < .milliseconds(200), "\(row): a gap")
        let selected = pair.ice(peer).count { if case .selected = $0 { true } else { false } }
        table.equal(selected, 1, "\(row): pairs selected")
        // RFC 8445 §6.1.1: the one that offered first stays in control.
        let nominates = pair.ice(peer).contains {
          if case .checkSent(_, _, nominating: true) = $0 { true } else { false }
        }
        table.equal(nominates, peer == 0, "\(row): nominates")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("restarts ICE, whoever asks for it, without a gap in media")
  func restart() throws {
    var table = Table()
    for offerer in [0, 1] {
      let pair = try pair()
      let before = pair.descriptions.count
      pair.tell(offerer, .restartICE)
      table.equal(pair.descriptions.count, before, "restartICE describes nothing by itself")
      let found = pair.ice(offerer).count { if case .candidate = $0 { true } else { false } }
      table.equal(found, 1, "restartICE gathers nothing by itself")
      pair.call(from: offerer)
      pair.run(for: .seconds(2))
      let ufrags = try pair.descriptions.map {
        try SessionDescription(parsing: $0.sdp).media[0].iceUfrag
      }
      table.equal(Set(ufrags).count, 4, "new credentials on both sides")
      for peer in [0, 1] {
        let row = "peer \(offerer) restarts, peer \(peer)"
        table.equal(pair.discarded(peer), [], row)
        let selected = pair.ice(peer).count { if case .selected = $0 { true } else { false } }
        table.equal(selected, 2, "\(row): pairs selected")
        table.holds(longestGap(pair, peer) < .milliseconds(200), "\(row): a gap")
        let state = pair.ice(peer).last { if case .state = $0 { true } else { false } }
        table.equal(state, .state(.completed), "\(row): state")
        let conflicts = pair.ice(peer).contains {
          if case .roleConflict = $0 { true } else { false }
        }
        table.holds(!conflicts, "\(row): the roles are kept")
        // A candidate never overtakes the description that has its credentials.
        var applied = 0
        var counts: [Int] = []
        for event in pair.events[peer] {
          if case .signalling(.applied(.local, _)) = event.kind { applied += 1 }
          if case .signalling(.candidate) = event.kind { counts.append(applied) }
        }
        table.equal(counts, [1, 1, 2, 2], "\(row): candidates by local description")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("pauses and resumes a track; numbers and pictures go on")
  func direction() throws {
    let pair = try pair()
    pair.rewrite = { description in
      guard description.kind == .offer else { return }
      // Bob reads that alice only wants to receive pictures.
      let parts = description.sdp.split(separator: "m=video")
      description.sdp =
        parts[0] + "m=video" + parts[1].replacing("a=sendrecv", with: "a=recvonly")
    }
    pair.call()
    pair.run(for: .milliseconds(300))
    let paused = pair.now
    let shown = pair.rendered(1)
    pair.run(for: .seconds(2))
    var table = Table()
    table.equal(pair.rendered(1), shown, "pictures while paused")
    let video = try #require(pair.agents[0].peer.sections.last?.localSSRC)
    let sent = pair.rtp(0, isOutgoing: true).filter { $0.packet.ssrc == video && $0.at > paused }
    table.equal(sent.count, 0, "packets while paused")
    pair.rewrite = { _ in }
    pair.call()
    pair.run(for: .seconds(2))
    table.holds(pair.rendered(1) > shown + 20, "\(pair.rendered(1) - shown) pictures once resumed")
    table.equal(repeated(pair, 0), 0, "repeated numbers")
    let packets = pair.rtp(0, isOutgoing: true).map(\.packet).filter { $0.ssrc == video }
    let steps = zip(packets, packets.dropFirst()).map {
      $1.sequenceNumber &- $0.sequenceNumber
    }
    table.holds(steps.allSatisfy { $0 < 20 }, "the sequence goes on: \(steps.max() ?? 0)")
    let captured = pair.media(0).compactMap { item -> UInt32? in
      if case .captured(_, let frame) = item.event { frame } else { nil }
    }
    table.holds(
      zip(captured, captured.dropFirst()).allSatisfy { $0 < $1 }, "a picture's number twice")
    table.holds(longestGap(pair, 0) < .milliseconds(200), "bob's pictures never stopped")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("changes the codec in the middle of the call; numbers go on")
  func codec() throws {
    let pair = try pair { _, agent in
      let h264 = CodecCapability.named("H264/42e01f") ?? []
      agent.peer.tracks[1].codecs = [.vp8] + h264
    }
    let shown = pair.rendered(1)
    for peer in [0, 1] { pair.tell(peer, .setCodecPreferences(mid: "1", ["H264/42e01f", "VP8"])) }
    pair.call()
    pair.run(for: .seconds(2))
    var table = Table()
    for peer in [0, 1] {
      let codecs = pair.media(peer).compactMap { item -> String? in
        if case .sending("1", let codec, _, _) = item.event { codec } else { nil }
      }
      table.equal(codecs, ["VP8", "H264/42e01f"], "peer \(peer) sends")
      table.equal(repeated(pair, peer), 0, "peer \(peer): repeated numbers")
      table.equal(pair.discarded(peer), [], "peer \(peer)")
    }
    table.holds(pair.rendered(1) > shown + 20, "\(pair.rendered(1) - shown) pictures as H.264")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("whose answer rejects every section ends media")
  func rejected() throws {
    let pair = try pair()
    pair.rewrite = { description in
      guard description.kind == .answer else { return }
      description.sdp.replace(/(?m)^m=(audio|video) \d+/) { "m=\($0.1) 0" }
    }
    pair.call()
    let rejected = pair.now
    pair.run(for: .seconds(1))
    let late = pair.rtp(0, isOutgoing: true).filter { $0.at > rejected }
    #expect(late.isEmpty, "\(late.count) packets of rejected sections")
  }

  @Test("with another fingerprint is told of, and media goes on")
  func fingerprint() throws {
    let pair = try pair()
    pair.rewrite = { description in
      description.sdp.replace(/(?m)^(a=fingerprint:sha-256 )../) { "\($0.1)00" }
    }
    pair.call()
    pair.run(for: .seconds(1))
    var table = Table()
    for peer in [0, 1] {
      table.equal(
        pair.discarded(peer), ["dtls: the far side changed its fingerprints"], "peer \(peer)")
      table.holds(longestGap(pair, peer) < .milliseconds(200), "peer \(peer): a gap")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
