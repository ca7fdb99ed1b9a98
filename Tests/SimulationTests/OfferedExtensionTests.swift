import RTP
import SDP
import SansIO
import TestSupport
import Testing
import Trace

@testable import Peer

/// A call whose uplink loses packets, run once for all tests that look at its wire.
enum LossyCall {
  static let outcome = Result {
    try TestCall("lossy") {
      $0.network = "{delay: 30ms, up: {loss: 10%}}"
      $0.alice.size = "320x180"
      $0.steps = ["run for 3500ms", "alice mutes audio", "run for 500ms"]
    }.run()
  }
}

@Suite("Header extensions that are offered are on the wire")
struct OfferedExtensionTests {
  private struct Packet {
    var at: Instant
    var packet: RTPPacket
    var section: MediaSection
    func value(_ uri: String) -> [UInt8]? {
      section.extmaps.first { $0.uri == uri }.flatMap {
        packet.extensionValue(id: UInt8(truncatingIfNeeded: $0.id))
      }
    }
  }

  /// Packets of both peers with the section of their SSRC, in the sender's own description.
  private static func packets(_ outcome: Outcome, _ peer: PeerID) throws -> [Packet] {
    let description = try outcome.description(peer == TestCall.alice ? .offer : .answer)
    return outcome.rtp(peer).compactMap { at, packet in
      description.media.first { $0.ssrcs.contains { $0.ssrc == packet.ssrc } }.map {
        Packet(at: at, packet: packet, section: $0)
      }
    }
  }

  @Test("mid, abs-send-time, transport-wide number and audio level, on every packet")
  func everyPacket() throws {
    let outcome = try LossyCall.outcome.get()
    var table = Table()
    for peer in [TestCall.alice, TestCall.bob] {
      let packets = try Self.packets(outcome, peer)
      table.holds(packets.count > 200, "\(packets.count) packets of peer \(peer.index)")
      table.equal(packets.count, outcome.rtp(peer).count, "packets of a signalled SSRC")
      var expected: UInt16 = 0
      for (index, item) in packets.enumerated() {
        let row = "peer \(peer.index), packet \(index)"
        let mid = item.value(HeaderExtensionURI.mid) ?? []
        table.equal(String(decoding: mid, as: UTF8.self), item.section.mid ?? "", row)
        let sent = item.value(HeaderExtensionURI.absSendTime).flatMap { AbsSendTime($0) }
        table.equal(sent, AbsSendTime(nanoseconds: item.at.nanoseconds), row)
        let number = item.value(HeaderExtensionURI.transportWideCC)
          .flatMap { TransportSequenceNumber($0) }
        table.equal(number?.value, expected, "\(row): one number for all streams")
        expected &+= 1
        if item.section.kind == .audio {
          table.holds(item.value(HeaderExtensionURI.audioLevel) != nil, "\(row): no level")
        }
      }
      let levels = packets.compactMap { item in
        item.value(HeaderExtensionURI.audioLevel).flatMap { AudioLevel($0) }
      }
      table.holds(levels.contains { $0.level < 40 && $0.hasVoice }, "a mark is loud")
      table.equal(
        levels.contains { $0.level == 127 && !$0.hasVoice }, peer == TestCall.alice,
        "a muted track is silent")
    }
    #expect(table.failures.isEmpty, "\(table.failures.prefix(10))")
  }

  @Test("an extension that was agreed for the other direction only is not written")
  func direction() throws {
    let pair = try AgentPair()
    pair.call()
    let agreed = pair.agents[0].peer.sections
    let level = try #require(
      agreed[0].headerExtensions.first { $0.uri == HeaderExtensionURI.audioLevel })
    var table = Table()
    for (direction, isWritten) in [
      (Direction.sendrecv, true), (.sendonly, true), (.recvonly, false), (.inactive, false),
    ] {
      var sections = agreed
      for index in sections[0].headerExtensions.indices
      where sections[0].headerExtensions[index].id == level.id {
        sections[0].headerExtensions[index].direction = direction
      }
      var engine = MediaEngine(configuration: pair.agents[0].peer.configuration)
      engine.apply(sections, at: pair.now)
      engine.send(
        OutgoingFrame(
          mid: sections[0].mid, payload: [0x78, 1, 2, 3], isKeyFrame: false, ticks: 960, level: -20),
        at: pair.now)
      var sent: RTPPacket?
      while let output = engine.nextOutput() {
        if case .rtp(let bytes) = output { sent = try RTPPacket(parsing: bytes) }
      }
      table.equal(sent?.extensionValue(id: level.id) != nil, isWritten, "\(direction)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("transport-wide feedback tells which packets came, and when")
  func transportFeedback() throws {
    let outcome = try LossyCall.outcome.get()
    var table = Table()
    for (sender, receiver) in [(TestCall.alice, TestCall.bob), (TestCall.bob, TestCall.alice)] {
      let description = try outcome.description(.offer)
      let ids = description.media.compactMap { section in
        section.extmaps.first { $0.uri == HeaderExtensionURI.transportWideCC }?.id
      }
      table.equal(Set(ids).count, 1, "one id in all sections")
      let id = UInt8(truncatingIfNeeded: ids[0])
      let came = outcome.rtp(receiver, outgoing: false).compactMap { item in
        item.packet.extensionValue(id: id).flatMap { TransportSequenceNumber($0) }?.value
      }
      var said: [UInt16] = []
      var missing: [UInt16] = []
      var lastSaid = Instant.start
      for (at, packets) in outcome.rtcp(receiver) {
        for case .transportFeedback(let feedback) in packets {
          lastSaid = at
          said += feedback.arrivals.map(\.sequenceNumber)
          for (index, status) in feedback.statuses.enumerated() where status == .notReceived {
            missing.append(feedback.baseSequenceNumber &+ UInt16(index))
          }
        }
      }
      let row = "from peer \(sender.index)"
      table.holds(said.count > 200, "\(row): feedback on \(said.count) packets")
      table.equal(Set(said).subtracting(came), [], "\(row): said to have come")
      table.equal(Set(missing).intersection(came), [], "\(row): said to be lost")
      table.holds(
        came.count - Set(said).count < 30, "\(row): \(came.count) came, \(said.count) said")
      table.holds(
        lastSaid > outcome.rtp(receiver, outgoing: false).last!.at - .milliseconds(300),
        "\(row): feedback goes on to the end")
      let lost = sender == TestCall.alice
      table.equal(!missing.isEmpty, lost, "\(row): losses are reported")
    }
    #expect(table.failures.isEmpty, "\(table.failures.prefix(10))")
  }
}
