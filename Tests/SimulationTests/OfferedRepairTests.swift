import RTP
import SDP
import SansIO
import TestSupport
import Testing
import Trace

@testable import Peer

@Suite("Repair and feedback that are offered are honoured")
struct OfferedRepairTests {
  @Test("a loss is asked for by NACK, and answered by RTX with the original's number")
  func nackAndRTX() throws {
    let outcome = try LossyCall.outcome.get()
    let offer = try outcome.description(.offer)
    let video = try #require(offer.media.first { $0.kind == .video })
    let ssrcs = try #require(video.ssrcGroups.first { $0.semantics == "FID" }?.ssrcs)
    let codec = try #require(video.codecs.first)
    let sent = outcome.rtp(TestCall.alice).map(\.packet)
    let came = outcome.rtp(TestCall.bob, outgoing: false).map(\.packet)
    let firstSent = Set(sent.filter { $0.ssrc == ssrcs[0] }.map(\.sequenceNumber))
    let firstCame = Set(came.filter { $0.ssrc == ssrcs[0] }.map(\.sequenceNumber))
    var asked: Set<UInt16> = []
    for (_, packets) in outcome.rtcp(TestCall.bob) {
      for case .transportLayerNACK(let nack) in packets where nack.mediaSSRC == ssrcs[0] {
        asked.formUnion(nack.lostSequenceNumbers)
      }
    }
    let repairs = sent.filter { $0.ssrc == ssrcs[1] }
    let original = repairs.compactMap { packet in
      codec.rtxPayloadType == packet.payloadType
        ? try? originalPacket(
          fromRTX: packet, ssrc: ssrcs[0], payloadType: codec.payloadType)
        : nil
    }
    var table = Table()
    table.holds(!asked.isEmpty, "no NACK was sent")
    table.equal(asked.intersection(firstCame), [], "asked for what had come")
    table.equal(asked.subtracting(firstSent), [], "asked for what was never sent")
    table.equal(original.count, repairs.count, "RTX under its own payload type")
    table.equal(Set(original.map(\.sequenceNumber)).subtracting(asked), [], "repaired unasked")
    table.equal(asked.subtracting(original.map(\.sequenceNumber)), [], "asked in vain")
    let firsts = Dictionary(
      sent.filter { $0.ssrc == ssrcs[0] }.map { ($0.sequenceNumber, $0.payload) },
      uniquingKeysWith: { first, _ in first })
    table.holds(
      original.allSatisfy { firsts[$0.sequenceNumber] == $0.payload }, "payload as it was")
    let numbers = repairs.map(\.sequenceNumber)
    table.holds(zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 &+ 1 }, "RTX's own numbers")
    #expect(table.failures.isEmpty, "\(table.failures.prefix(10))")
  }

  @Test("packets that were overtaken and repaired in vain do not hide those that are lost")
  func lossAmongReordering() throws {
    let outcome = try TestCall("overtaken") {
      $0.network = "{delay: 30ms, up: {loss: 8%, reorder: 25% by 30ms}}"
      $0.alice.hasAudio = false
      $0.bob.hasAudio = false
      $0.alice.size = "320x180"
      $0.alice.video = "direction: sendonly, bitrate: 1Mbps"
      $0.steps = ["run for 5s"]
    }.run()
    let ssrcs = try #require(
      try outcome.description(.offer).media[0].ssrcGroups.first { $0.semantics == "FID" }?.ssrcs)
    var sample: (at: Instant, value: StreamSample)?
    for (at, event) in outcome.media(TestCall.bob) {
      if case .sample(let value) = event, value.direction == .received { sample = (at, value) }
    }
    let last = try #require(sample)
    let came = outcome.rtp(TestCall.bob, outgoing: false).filter { $0.at <= last.at }.map(\.packet)
    let first = Set(came.filter { $0.ssrc == ssrcs[0] }.map(\.sequenceNumber))
    let repaired = Set(
      came.filter { $0.ssrc == ssrcs[1] && $0.payload.count > 1 }
        .map { UInt16($0.payload[0]) << 8 | UInt16($0.payload[1]) })
    let inVain = repaired.intersection(first).count
    let all = first.union(repaired)
    let span = Int((all.max() ?? 0) &- (all.min() ?? 0)) + 1
    var table = Table()
    table.holds(inVain > 3, "the row does not test what it says: \(inVain) repaired in vain")
    table.holds(
      abs(last.value.lostPackets - (span - all.count)) <= 2,
      "\(last.value.lostPackets) said to be lost, of \(span) \(span - all.count) are")
    table.holds(
      abs(last.value.cumulativeLost - (span - first.count)) <= 2,
      "\(last.value.cumulativeLost) before repair, \(span - first.count) are")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("an outage makes the receiver send a PLI, and the sender a key frame")
  func pictureLossIndication() throws {
    let outcome = try TestCall("outage") {
      $0.steps = [
        "run for 1s", "network: {alice: {up: {loss: 100%}}}", "run for 2s",
        "network: {alice: {up: {loss: 0%}}}", "run for 2s",
      ]
    }.run()
    var pli: Instant?
    for (at, packets) in outcome.rtcp(TestCall.bob) {
      if case .pictureLossIndication = packets.last { pli = pli ?? at }
    }
    let asked = outcome.media(TestCall.alice).first {
      if case .keyFrameAsked(_, "PLI") = $0.event { true } else { false }
    }
    let key = outcome.media(TestCall.alice).first { item in
      if case .encoded(_, _, _, true) = item.event {
        item.at >= asked?.at ?? item.at
      } else {
        false
      }
    }
    var table = Table()
    table.equal(outcome.script, "ended", "script")
    table.holds(pli != nil, "no PLI on the wire")
    table.holds(asked != nil, "the PLI was not taken")
    if let pli, let asked, let key {
      table.holds(asked.at - pli < .milliseconds(200), "PLI takes \(asked.at - pli)")
      table.holds(key.at - asked.at < .milliseconds(200), "key frame after \(key.at - asked.at)")
    } else {
      table.holds(false, "no key frame")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test(
    "the encoder follows whichever bandwidth feedback was agreed",
    arguments: [
      (removed: "", rises: true), (removed: "goog-remb", rises: true),
      (removed: "transport-cc", rises: true), (removed: "goog-remb transport-cc", rises: false),
    ])
  func bandwidthFeedback(removed: String, rises: Bool) throws {
    let pair = try AgentPair { _, agent in
      for index in agent.peer.tracks.indices where agent.peer.tracks[index].kind == .video {
        agent.peer.tracks[index].maximumBitRate = .kilobits(600)
      }
    }
    pair.rewrite = { description in
      var lines = description.sdp.split(separator: "\r\n", omittingEmptySubsequences: false)
      for word in removed.split(separator: " ") {
        lines.removeAll { $0.hasPrefix("a=rtcp-fb:") && $0.hasSuffix(" \(word)") }
      }
      description.sdp = lines.joined(separator: "\r\n")
    }
    pair.call()
    pair.run(for: .seconds(6))
    let targets = pair.media(0).compactMap { item -> BitRate? in
      if case .targetBitRate(_, let rate) = item.event { rate } else { nil }
    }
    let last = targets.last ?? .kilobits(0)
    #expect((last > .kilobits(300)) == rises, "\(targets)")
  }

  @Test("a report without entries, as Pion sends it, takes nothing with it")
  func malformedAmongOthers() throws {
    let pair = try AgentPair()
    pair.call()
    let video = try #require(
      pair.agents[0].peer.sections.first { $0.kind == .video }?.localSSRC)
    var engine = MediaEngine(configuration: pair.agents[0].peer.configuration)
    engine.apply(pair.agents[0].peer.sections, at: pair.now)
    while engine.nextOutput() != nil {}
    // Transport-wide feedback of no packets, then a PLI.
    let empty: [UInt8] =
      [0x8f, 205, 0, 4] + [UInt8](repeating: 0, count: 8) + [0, 1, 0, 0, 0, 0, 0, 0]
    engine.receive(
      rtcp: empty
        + RTCPPacket.serialize([
          .pictureLossIndication(PictureLossIndication(senderSSRC: 1, mediaSSRC: video))
        ]), at: pair.now)
    var outputs: [String] = []
    while let output = engine.nextOutput() {
      switch output {
      case .demand(.keyFrame): outputs.append("key frame")
      case .discarded(let layer, _): outputs.append("discarded \(layer)")
      default: break
      }
    }
    #expect(outputs == ["discarded rtcp", "key frame"])
  }

  @Test("PLI and FIR ask the encoder for a key frame; for another's SSRC they do not")
  func keyFrameRequests() throws {
    let pair = try AgentPair()
    pair.call()
    let sections = pair.agents[0].peer.sections
    let video = try #require(sections.first { $0.kind == .video }?.localSSRC)
    let rows: [(name: String, packet: RTCPPacket, isMeant: Bool)] = [
      (
        "PLI", .pictureLossIndication(PictureLossIndication(senderSSRC: 1, mediaSSRC: video)),
        true
      ),
      (
        "FIR",
        .fullIntraRequest(
          FullIntraRequest(senderSSRC: 1, entries: [.init(ssrc: video, sequenceNumber: 3)])), true
      ),
      (
        "FIR elsewhere",
        .fullIntraRequest(
          FullIntraRequest(senderSSRC: 1, entries: [.init(ssrc: 99, sequenceNumber: 3)])), false
      ),
      (
        "PLI elsewhere",
        .pictureLossIndication(PictureLossIndication(senderSSRC: 1, mediaSSRC: 99)), false
      ),
    ]
    var table = Table()
    for row in rows {
      var engine = MediaEngine(configuration: pair.agents[0].peer.configuration)
      engine.apply(sections, at: pair.now)
      while engine.nextOutput() != nil {}
      engine.receive(rtcp: RTCPPacket.serialize([row.packet]), at: pair.now)
      var isAsked = false
      while let output = engine.nextOutput() {
        if case .demand(.keyFrame) = output { isAsked = true }
      }
      table.equal(isAsked, row.isMeant, row.name)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("REMB is sent on a narrow path, and the encoder obeys it")
  func estimatedBitRate() throws {
    let outcome = try TestCall("narrow") {
      $0.network = "{delay: 30ms, up: {rate: 300kbps, queue: 300ms}}"
      $0.alice.size = "320x180"
      $0.alice.video = "bitrate: 500kbps"
      $0.steps = ["run for 8s"]
    }.run()
    var estimates: [Int64] = []
    for (_, packets) in outcome.rtcp(TestCall.bob) {
      for case .receiverEstimatedMaximumBitrate(let remb) in packets {
        estimates.append(remb.bitRate.bitsPerSecond)
      }
    }
    let targets = outcome.media(TestCall.alice).compactMap { item in
      if case .targetBitRate(_, let rate) = item.event { rate.bitsPerSecond } else { nil }
    }
    let end = Instant.start + outcome.record.duration
    let last =
      outcome.rtp(TestCall.alice).filter { $0.at > end - .seconds(3) }
      .reduce(0) { $0 + $1.packet.serialized().count } * 8 / 3
    var table = Table()
    table.holds(estimates.count > 5, "\(estimates.count) REMB")
    table.holds((estimates.last ?? .max) < 330_000, "the last says \(estimates.last ?? 0)")
    table.holds((targets.last ?? .max) < 300_000, "target \(targets)")
    table.holds(last < 320_000, "the last 3 s: \(last) bit/s")
    table.holds(last > 100_000, "the last 3 s: \(last) bit/s")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
