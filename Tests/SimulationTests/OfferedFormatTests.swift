import RTP
import SDP
import SansIO
import SwiftAgent
import TestSupport
import Testing
import Trace

@Suite("Formats that are offered are what is sent")
struct OfferedFormatTests {
  @Test("Opus: as long as minptime at least, one channel, with in-band FEC where it is wanted")
  func opus() throws {
    let outcome = try LossyCall.outcome.get()
    let audio = try #require(try outcome.description(.offer).media.first { $0.kind == .audio })
    let codec = try #require(audio.codecs.first)
    var table = Table()
    table.equal(codec.channels, 2, "RFC 7587 §7")
    let packets = outcome.rtp(TestCall.alice).map(\.packet)
      .filter { $0.payloadType == codec.payloadType }
    table.holds(packets.count > 150, "\(packets.count) packets")
    table.holds(
      packets.allSatisfy { (try? OpusPayload.duration(of: $0.payload)) == 960 }, "20 ms each")
    table.holds(packets.allSatisfy { !OpusPayload.isStereo($0.payload) }, "stereo is not offered")
    table.holds(
      zip(packets, packets.dropFirst()).allSatisfy { $1.timestamp &- $0.timestamp == 960 },
      "time stamps in 48 kHz")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("H.264: the packetization mode, and the profile and level of the SPS")
  func h264() throws {
    let rows: [(profile: String, mode: Int)] = [
      ("42e01f", 1), ("42e01f", 0), ("4d0028", 1), ("4d0028", 0), ("42e00c", 1),
    ]
    var table = Table()
    for row in rows {
      let pair = try AgentPair { _, agent in
        agent.peer.tracks[1].codecs = [
          .h264(profileLevelID: row.profile, packetizationMode: row.mode)
        ]
        agent.peer.tracks[1].startBitRate = .kilobits(600)
        agent.peer.tracks[1].maximumBitRate = .kilobits(600)
      }
      pair.call()
      pair.run(for: .milliseconds(1500))
      let name = "\(row.profile) mode \(row.mode)"
      table.holds(pair.rendered(1) > 12, "\(name): \(pair.rendered(1)) rendered")
      let video = try #require(pair.agents[0].peer.sections.first { $0.kind == .video })
      let payloads = pair.plain[0].compactMap { item -> [UInt8]? in
        guard item.isOutgoing, !isRTCP(item.bytes),
          let packet = try? RTPPacket(parsing: item.bytes), packet.ssrc == video.localSSRC
        else { return nil }
        return packet.payload
      }
      let kinds = Set(payloads.map { $0[0] & 31 })
      table.holds(
        kinds.subtracting(row.mode == 0 ? Set(1...23) : Set(1...23).union([24, 28])).isEmpty,
        "\(name): NAL units of the kinds \(kinds)")
      table.holds(payloads.allSatisfy { $0.count <= 1200 }, "\(name): too long for a packet")
      let units = payloads.flatMap(Self.units)
      let sets = units.filter { $0.first.map { $0 & 31 } == 7 }
      table.holds(!sets.isEmpty, "\(name): no SPS")
      let agreed = H264Profile(row.profile)
      for set in sets {
        let said = set[1...3].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let profile = H264Profile(said)
        table.equal(profile?.profile, agreed?.profile, "\(name): SPS says \(said)")
        table.holds(
          (profile?.level ?? .init(idc: 255)) <= (agreed?.level ?? .init(idc: 0)),
          "\(name): level of \(said)")
      }
      table.equal(pair.discarded(0) + pair.discarded(1), [], name)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  /// The NAL units that a payload holds whole.
  private static func units(_ payload: [UInt8]) -> [[UInt8]] {
    guard payload[0] & 31 == 24 else { return [payload] }
    var units: [[UInt8]] = []
    var offset = 1
    while offset + 2 < payload.count {
      let count = Int(payload[offset]) << 8 | Int(payload[offset + 1])
      units.append(Array(payload[(offset + 2)..<min(payload.count, offset + 2 + count)]))
      offset += 2 + count
    }
    return units
  }

  @Test("SSRC, CNAME and stream of each section are those on the wire")
  func sources() throws {
    let outcome = try LossyCall.outcome.get()
    var table = Table()
    for (peer, kind) in [
      (TestCall.alice, Description.Kind.offer), (TestCall.bob, Description.Kind.answer),
    ] {
      let name = outcome.record.trace.header.peers[peer.index]
      let description = try outcome.description(kind)
      let signalled = Set(description.media.flatMap(\.ssrcs).map(\.ssrc))
      let seen = Set(outcome.rtp(peer).map(\.packet.ssrc))
      table.equal(seen.subtracting(signalled), [], "\(name): SSRC that was not signalled")
      for section in description.media {
        let media = section.ssrcGroups.first?.ssrcs.first ?? section.ssrcs.first?.ssrc ?? 0
        table.holds(seen.contains(media), "\(name): \(media) never sent")
        table.equal(section.msid?.stream, name, "\(name): stream")
        table.holds(
          section.ssrcs.filter { $0.name == "cname" }.allSatisfy { $0.argument == name },
          "\(name): CNAME in the description")
      }
      var names: Set<String> = []
      var reported: Set<UInt32> = []
      var isCompound = true
      for (_, packets) in outcome.rtcp(peer) {
        switch packets.first {
        case .senderReport, .receiverReport: break
        default: isCompound = false
        }
        for packet in packets {
          if case .sourceDescription(let description) = packet {
            for chunk in description.chunks {
              if let cname = description.cname(of: chunk.ssrc) { names.insert(cname) }
            }
          }
          if case .senderReport(let report) = packet { reported.insert(report.ssrc) }
        }
      }
      table.equal(names, [name], "\(name): CNAME in RTCP")
      table.equal(reported.subtracting(signalled), [], "\(name): sender reports")
      table.equal(reported.count, 2, "\(name): a sender report for each stream")
      table.holds(isCompound, "\(name): reduced-size RTCP was not negotiated (RFC 5506)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("no common codec: that section is rejected, the other goes on")
  func rejectedSection() throws {
    let outcome = try TestCall("no common codec") {
      $0.alice.video = "codecs: [VP8]"
      $0.bob.video = "codecs: [H264/42e01f]"
    }.run()
    var table = Table()
    table.equal(outcome.script, "ended", "script")
    let answer = try outcome.description(.answer)
    table.equal(answer.media.map(\.isRejected), [false, true], "sections of the answer")
    table.equal(answer.bundleGroups, [["0"]], "BUNDLE without it")
    for peer in [TestCall.alice, TestCall.bob] {
      table.equal(outcome.codecs(sentBy: peer), ["opus"], "sent")
      table.equal(outcome.rendered(peer).count, 0, "rendered")
      table.holds(outcome.marksPlayed(peer).count > 2, "marks")
    }
    table.equal(outcome.discarded(TestCall.alice), [], "discarded by alice")
    table.equal(
      outcome.discarded(TestCall.bob),
      ["sdp: section 1: no common codec: offered VP8; known here H264/42e01f"], "and by bob")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("who sends what follows the directions")
  func directions() throws {
    let rows: [(alice: String, bob: String, aliceSends: Bool, bobSends: Bool)] = [
      ("sendrecv", "sendrecv", true, true), ("sendonly", "sendrecv", true, false),
      ("recvonly", "sendrecv", false, true), ("inactive", "sendrecv", false, false),
      ("sendrecv", "recvonly", true, false), ("sendrecv", "sendonly", false, true),
      ("sendrecv", "inactive", false, false), ("sendonly", "recvonly", true, false),
      ("sendonly", "sendonly", false, false),
    ]
    var table = Table()
    for row in rows {
      let outcome = try TestCall("directions") {
        $0.alice.video = "direction: \(row.alice)"
        $0.bob.video = "direction: \(row.bob)"
        $0.steps = ["run for 1s"]
      }.run()
      let name = "\(row.alice) and \(row.bob)"
      table.equal(outcome.script, "ended", name)
      table.equal(outcome.rendered(TestCall.bob).count > 5, row.aliceSends, "\(name): to bob")
      table.equal(outcome.rendered(TestCall.alice).count > 5, row.bobSends, "\(name): to alice")
      for peer in [TestCall.alice, TestCall.bob] {
        let sends = peer == TestCall.alice ? row.aliceSends : row.bobSends
        let description = try outcome.description(peer == TestCall.alice ? .offer : .answer)
        let ssrcs = Set(description.media[1].ssrcs.map(\.ssrc))
        let sent = outcome.rtp(peer).contains {
          !(120...127 ~= $0.packet.payloadType)
            && $0.packet.payloadType != 111
        }
        table.equal(sent, sends, "\(name): video RTP of peer \(peer.index)")
        if !description.media[1].direction.sends {
          table.equal(ssrcs, [], "\(name): SSRC of a section that does not send")
        }
        table.holds(!outcome.marksPlayed(peer).isEmpty, "\(name): sound")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
