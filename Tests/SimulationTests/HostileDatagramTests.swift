import DTLS
import RTP
import SDP
import SansIO
import SwiftAgent
import TestSupport
import Testing
import Trace

@testable import Peer

@Suite("Whatever is thrown at a peer, the call goes on")
struct HostileDatagramTests {
  /// One of: cut off, bits flipped, bytes overwritten, lengthened, two spliced.
  private static func mutate(
    _ bytes: [UInt8], with other: [UInt8], using chance: inout SplitMix64
  ) -> [UInt8] {
    var result = bytes
    func below(_ limit: Int) -> Int { Int(chance.next() % UInt64(max(1, limit))) }
    switch chance.next() % 6 {
    case 0: result.removeLast(min(result.count, 1 + below(result.count)))
    case 1, 2:
      for _ in 0...below(4) where !result.isEmpty {
        result[below(result.count)] ^= 1 << UInt8(chance.next() % 8)
      }
    case 3:
      for _ in 0...below(6) where !result.isEmpty {
        result[below(min(result.count, 40))] = UInt8(truncatingIfNeeded: chance.next())
      }
    case 4: result += chance.bytes(1 + below(64))
    default: result = Array(result.prefix(below(result.count))) + other.suffix(below(other.count))
    }
    return result
  }

  @Test("10,000 mutated datagrams of every kind into a live agent")
  func datagrams() throws {
    let pair = try AgentPair()
    pair.call()
    pair.run(for: .seconds(2))
    let received = pair.wire.filter { $0.from == 1 }.map(\.datagram)
    func some(_ fits: ([UInt8]) -> Bool) -> [Datagram] {
      Array(received.filter { fits($0.payload) }.prefix(60))
    }
    var kinds: [(name: String, samples: [Datagram])] = [
      ("STUN", some { $0[0] < 4 }), ("DTLS", some { DTLSTransport.isDTLS($0) }),
      ("SRTCP", some { isRTCP($0) }),
      ("SRTP", some { isRTPOrRTCP($0) && !isRTCP($0) }),
    ]
    var chance = Seed(5).stream("hostile datagrams")
    var garbage = try #require(received.first)
    garbage.payload = chance.bytes(200)
    kinds.append(("garbage", [garbage]))
    var table = Table()
    for kind in kinds { table.holds(!kind.samples.isEmpty, "no \(kind.name) to mutate") }
    #expect(table.failures.isEmpty, "\(table.failures)")
    let before = pair.rendered(0)
    for index in 0..<10_000 {
      let samples = kinds[index % kinds.count].samples
      var datagram = samples[Int(chance.next() % UInt64(samples.count))]
      let other = samples[Int(chance.next() % UInt64(samples.count))].payload
      datagram.payload = Self.mutate(datagram.payload, with: other, using: &chance)
      if chance.next() % 8 == 0 { datagram.source.port &+= 1 }
      pair.inject(datagram, into: 0)
      if index % 100 == 99 { pair.run(for: .milliseconds(40)) }
    }
    pair.run(for: .seconds(1))
    let discarded = pair.discarded(0)
    for layer in ["ice", "dtls", "srtp", "srtcp", "transport"] {
      table.holds(
        discarded.contains { $0.hasPrefix(layer + ":") }, "nothing was discarded by \(layer)")
    }
    table.holds(pair.rendered(0) - before > 60, "\(pair.rendered(0) - before) pictures since")
    let after = pair.media(0).filter { $0.at > pair.now - .seconds(1) }
    table.holds(
      after.contains { if case .rendered = $0.event { true } else { false } },
      "no picture at the end")
    table.holds(
      after.contains { if case .markPlayed = $0.event { true } else { false } },
      "no mark at the end")
    table.holds(
      !pair.dtls(0).contains { if case .failed = $0 { true } else { $0 == .closed } }, "DTLS fell")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("10,000 mutated RTP and RTCP packets behind the keys")
  func plaintext() throws {
    let pair = try AgentPair()
    pair.extraDelay = { peer, datagram in
      // Some loss, so that every kind of RTCP is among the samples.
      peer == 0 && datagram.payload[0] & 0xc0 == 0x80
        && datagram.payload.last.map { $0 % 8 == 0 }
          ?? false
        ? nil : .zero
    }
    pair.call()
    pair.run(for: .seconds(3))
    let received = pair.plain[0].filter { !$0.isOutgoing }.map(\.bytes)
    let media = Array(received.filter { !isRTCP($0) }.suffix(80))
    var reports = Array(received.filter { isRTCP($0) }.suffix(80))
    let video = try #require(pair.agents[0].peer.sections.first { $0.kind == .video }?.localSSRC)
    reports.append(
      RTCPPacket.serialize([
        .fullIntraRequest(
          FullIntraRequest(senderSSRC: 1, entries: [.init(ssrc: video, sequenceNumber: 1)])),
        .bye(Bye(sources: [1, 2], reason: [65])),
      ]))
    let sections = pair.agents[0].peer.sections
    var table = Table()
    for seed in 0..<4 {
      var engine = MediaEngine(configuration: pair.agents[0].peer.configuration)
      var now = Instant.start + .seconds(1)
      engine.apply(sections, at: now)
      var chance = Seed(UInt64(seed)).stream("hostile plaintext")
      var discarded = 0
      for index in 0..<2_500 {
        let pool = index % 2 == 0 ? media : reports
        let bytes = pool[Int(chance.next() % UInt64(pool.count))]
        let other = pool[Int(chance.next() % UInt64(pool.count))]
        let mutated = Self.mutate(bytes, with: other, using: &chance)
        if index % 2 == 0 {
          engine.receive(rtp: mutated, at: now)
        } else {
          engine.receive(rtcp: mutated, at: now)
        }
        if index % 5 == 0 {
          now = now + .milliseconds(Int64(chance.next() % 30))
          var turns = 0
          while let due = engine.deadline, due <= now, turns < 200 {
            engine.wake(at: now)
            turns += 1
          }
          table.holds(turns < 200, "seed \(seed), packet \(index): time stands still")
          while engine.nextFrame(at: now) != nil {}
          _ = engine.pullSound(mid: "0", at: now)
        }
        while let output = engine.nextOutput() {
          if case .discarded = output { discarded += 1 }
        }
      }
      table.holds(discarded > 300, "seed \(seed): \(discarded) discarded")
    }
    #expect(table.failures.isEmpty, "\(table.failures.prefix(5))")
  }
}
