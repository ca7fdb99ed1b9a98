import RTP
import SDP
import SansIO
import TestSupport
import Testing
import Trace

@testable import Peer

@Suite("RTP and RTCP of one peer, told apart and told right")
struct StreamTests {
  /// What was agreed between two peers.
  private func agreement() throws -> (pair: AgentPair, sections: [NegotiatedSection]) {
    let pair = try AgentPair()
    pair.call()
    return (pair, pair.agents[0].peer.sections)
  }

  private func outputs(_ engine: inout MediaEngine) -> [MediaEngine.Output] {
    var outputs: [MediaEngine.Output] = []
    while let output = engine.nextOutput() { outputs.append(output) }
    return outputs
  }

  @Test("packets go to the section that RFC 9143 §9.2 says")
  func demultiplexing() throws {
    let (_, sections) = try agreement()
    let id = try #require(
      sections[0].headerExtensions.first { $0.uri == HeaderExtensionURI.mid }?.id)
    let audio = sections[0].receiveCodecs[0].payloadType
    let video = sections[1].receiveCodecs[0].payloadType
    let known = sections[1].remoteSSRCs[0]
    func packet(_ ssrc: UInt32, _ payloadType: UInt8, mid: String?) -> RTPPacket {
      var packet = RTPPacket(
        marker: false, payloadType: payloadType, sequenceNumber: 1, timestamp: 1, ssrc: ssrc,
        payload: [1])
      if let mid { packet.setExtension(id: id, Array(mid.utf8)) }
      return packet
    }
    var demultiplexer = Demultiplexer()
    demultiplexer.apply(sections)
    var table = Table()
    for (row, packet, expected) in [
      ("MID", packet(7, video, mid: "1"), "1"),
      ("a learnt SSRC", packet(7, audio, mid: nil), "1"),
      ("a signalled SSRC", packet(known, video, mid: nil), "1"),
      ("a payload type of one section", packet(8, audio, mid: nil), "0"),
      ("an unknown MID under a known SSRC", packet(known, video, mid: "9"), nil),
      ("an unknown MID with a known payload type", packet(9, audio, mid: "9"), nil),
      ("nothing that is known", packet(10, 35, mid: nil), nil),
    ] {
      table.equal(demultiplexer.route(packet)?.mid, expected, row)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a FIR that is sent again is the same request; one with another number is a new one")
  func fullIntraRequests() throws {
    let (pair, sections) = try agreement()
    let ssrc = try #require(sections[1].localSSRC)
    var engine = MediaEngine(configuration: pair.agents[0].peer.configuration)
    engine.apply(sections, at: pair.now)
    _ = outputs(&engine)
    var table = Table()
    var now = pair.now
    for (requester, number, isNew) in [
      (UInt32(1), UInt8(5), true), (1, 5, false), (1, 6, true), (2, 6, true), (1, 6, false),
      (1, 5, true),
    ] {
      now = now + .seconds(1)
      let request = FullIntraRequest(
        senderSSRC: requester, entries: [.init(ssrc: ssrc, sequenceNumber: number)])
      engine.receive(rtcp: RTCPPacket.serialize([.fullIntraRequest(request)]), at: now)
      let demands = outputs(&engine).count { output in
        if case .demand(.keyFrame) = output { true } else { false }
      }
      table.equal(demands, isNew ? 1 : 0, "\(number) of \(requester)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a retransmission without RTX is the packet as it was")
  func plainRetransmission() throws {
    let (pair, sections) = try agreement()
    var section = sections[1]
    section.sendCodecs[0].rtxPayloadType = nil
    var engine = MediaEngine(configuration: pair.agents[0].peer.configuration)
    engine.apply([section], at: pair.now)
    func packets() -> [[UInt8]] {
      outputs(&engine).compactMap { if case .rtp(let bytes) = $0 { bytes } else { nil } }
    }
    engine.send(
      OutgoingFrame(mid: section.mid, payload: [0x10, 2, 0], isKeyFrame: true, ticks: 0),
      at: pair.now)
    let sent = packets()
    let lost = try RTPPacket(parsing: #require(sent.first)).sequenceNumber
    let nack = TransportLayerNACK(
      senderSSRC: 1, mediaSSRC: try #require(section.localSSRC), lost: [lost])
    engine.receive(
      rtcp: RTCPPacket.serialize([.transportLayerNACK(nack)]), at: pair.now + .seconds(1))
    engine.wake(at: pair.now + .seconds(1))
    #expect(packets() == [sent[0]])
  }

  @Test("a mid that no header extension can hold is left out of packets")
  func longMID() throws {
    let pair = try AgentPair()
    let long = String(repeating: "m", count: 300)
    pair.rewrite = { description in
      let (from, to) = description.kind == .offer ? ("0", long) : (long, "0")
      description.sdp = description.sdp
        .replacing("a=mid:\(from)\r\n", with: "a=mid:\(to)\r\n")
        .replacing("BUNDLE \(from) ", with: "BUNDLE \(to) ")
    }
    pair.call()
    pair.run(for: .seconds(2))
    let marks = pair.media(0).count { if case .markPlayed = $0.event { true } else { false } }
    #expect(marks > 0 && pair.rendered(0) > 10, "\(marks) marks, \(pair.rendered(0)) pictures")
  }

  @Test("reports come about every second, never in step, and name every source")
  func reports() throws {
    let pair = try AgentPair()
    pair.call()
    pair.run(for: .seconds(12))
    let sources = pair.agents[0].peer.sections.compactMap(\.localSSRC)
    var reports: [Instant] = []
    var table = Table()
    for item in pair.plain[0] where item.isOutgoing && isRTCP(item.bytes) {
      let packets = try RTCPPacket.parseCompound(item.bytes)
      guard case .senderReport = packets[0] else { continue }
      reports.append(item.at)
      var named: [UInt32] = []
      for case .sourceDescription(let description) in packets {
        named += description.chunks.map(\.ssrc)
      }
      table.equal(named, sources, "sources with a CNAME")
    }
    let intervals = zip(reports, reports.dropFirst()).map { $1 - $0 }
    table.holds(
      intervals.allSatisfy { (.milliseconds(500)...(.milliseconds(1500))).contains($0) },
      "intervals \(intervals)")
    table.equal(Set(intervals).count, intervals.count, "intervals that differ")
    table.holds((8...16).contains(reports.count), "\(reports.count) reports in 12 s")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("abs-send-time is that of the peer's own clock")
  func sendTime() throws {
    let pair = try AgentPair { index, agent in
      if index == 0 { agent.peer.clock = PeerClock(driftPartsPerBillion: 10_000_000) }
    }
    pair.call()
    pair.run(for: .seconds(6))
    let id = try #require(
      pair.agents[0].peer.sections[0].headerExtensions
        .first { $0.uri == HeaderExtensionURI.absSendTime }?.id)
    let packets = pair.rtp(0, isOutgoing: true)
    let (first, last) = try (#require(packets.first), #require(packets.last))
    func time(_ packet: RTPPacket) throws -> AbsSendTime {
      try #require(packet.extensionValue(id: id).flatMap { AbsSendTime($0) })
    }
    let counted = try time(last.packet).since(time(first.packet))
    let passed = last.at - first.at
    // A clock that is 1 % fast; a unit of the extension is 4 µs.
    let error = (counted - passed - passed / 100).nanoseconds.magnitude
    #expect(error < 10_000, "\(counted) in \(passed)")
  }

  @Test("nothing is sent after the far side's close_notify")
  func closed() throws {
    let pair = try AgentPair()
    pair.call()
    pair.run(for: .seconds(1))
    pair.tell(0, .close)
    let closed = pair.now
    pair.run(for: .seconds(1))
    #expect(pair.dtls(1).last == .closed)
    let late = pair.wire.filter {
      $0.from == 1 && $0.at > closed + pair.oneWayDelay
        && $0.datagram.payload.first.map { (128...191).contains($0) } ?? false
    }
    #expect(late.isEmpty, "\(late.count) packets")
  }
}
