import SansIO
import TestSupport
import Testing

@testable import Trace

@Suite("Trace as JSON lines")
struct TraceLinesTests {
  private static let a = SocketAddress(host: [10, 0, 1, 1], port: 5000)
  private static let b = SocketAddress("2001:db8::2", port: 65535)!

  /// One of every kind of event.
  static let kinds: [TraceEvent.Kind] = [
    .script(.began(step: 0, text: "alice dials bob")), .script(.finished(step: 0)),
    .script(.timedOut(step: 2)), .script(.refused(step: 1, reason: "no \"offer\"\n")),
    .script(.ended),
    .signalling(.described(Ticket(number: 4), Description(kind: .offer, sdp: "v=0\r\n"))),
    .signalling(.done(Ticket(number: 5))), .signalling(.failed(Ticket(number: 6), "why")),
    .signalling(.applied(.remote, Description(kind: .answer, sdp: ""))),
    .signalling(.candidate("candidate:1 1 udp 1 10.0.0.1 9 typ host", mid: "0")),
    .signalling(.phone(.ringing)),
    .ice(.gathering(.timedOut, waitingFor: ["stun:10.0.9.1:3478"])),
    .ice(.candidate(kind: "host", address: a, server: nil)),
    .ice(.candidate(kind: "srflx", address: b, server: "stun:x")),
    .ice(.remoteCandidate(kind: "host", address: "abc.local:9")),
    .ice(.checkSent(local: a, remote: b, nominating: true)),
    .ice(.checkSucceeded(local: a, remote: b, roundTripTime: .microseconds(1500))),
    .ice(.checkFailed(local: a, remote: b, reason: "no answer")),
    .ice(.selected(local: a, remote: b, localKind: "host", remoteKind: "prflx")),
    .ice(.state(.completed)), .ice(.roleConflict(nowControlling: false)), .ice(.consentExpired),
    .dtls(.started(.server)), .dtls(.flight(datagrams: 2, byteCount: 700, retransmission: true)),
    .dtls(.fingerprint(verified: false, algorithm: "sha-256", expected: "AA", actual: "BB")),
    .dtls(.connected(version: "DTLSv1.2", cipher: "x", profile: "y")), .dtls(.failed("alert")),
    .dtls(.closed),
    .packet(PacketEvent(number: 1, direction: .up, bytesOnWire: 1200, fate: .sent)),
    .packet(PacketEvent(number: 1, direction: .down, bytesOnWire: 1200, fate: .delivered)),
    .packet(PacketEvent(number: 2, direction: .up, bytesOnWire: 60, fate: .dropped("loss"))),
    .media(.sending(mid: "1", codec: "VP8", payloadType: 96, ssrc: .max)),
    .media(.captured(mid: "1", frame: 7)),
    .media(.encoded(mid: "1", frame: 7, byteCount: 900, keyFrame: true)),
    .media(.skipped(mid: "1", frame: 8, reason: "encoder busy")),
    .media(.markSent(mid: "0", mark: 3)),
    .media(.targetBitRate(mid: "1", .kilobits(300))),
    .media(.keyFrameAsked(mid: "1", by: "PLI")), .media(.trackEnabled(.audio, false)),
    .media(.receiving(mid: "1", codec: "H264/42e01f", payloadType: 102, ssrc: 1)),
    .media(.firstPacket(mid: "1")),
    .media(.assembled(mid: "1", rtpTimestamp: 90_000, byteCount: 900, keyFrame: false)),
    .media(.keyFrameRequested(mid: "1", reason: "gap")),
    .media(.decoded(mid: "1", rtpTimestamp: 1, concealed: true)),
    .media(.decodeFailed(mid: "1", rtpTimestamp: 1, reason: "no key frame")),
    .media(.rendered(mid: "1", strip: nil, psnr: nil, ssim: nil)),
    .media(
      .rendered(
        mid: "1", strip: StripReading(frame: 9, captured: Instant(nanoseconds: 5)),
        psnr: FixedDecimal(units: 3612, places: 2), ssim: FixedDecimal(units: 9731, places: 4))),
    .media(.markPlayed(mid: "0", mark: 3)),
    .media(.played(mid: "0", level: -127, concealedSamples: 960)),
    .media(.sample(StreamSample(mid: "1", direction: .received))),
    .link(.configured("3g")),
    .link(
      .measured(
        .up, from: .start, name: "delay", asked: FixedDecimal(units: 1000, places: 1),
        measured: nil,
        unit: "ms")),
    .harness(.agent(name: "aiortc", version: "1.16.0", level: 4)),
    .harness(
      .calibrated(offset: .nanoseconds(-5), uncertainty: .microseconds(40), roundTrips: 8)),
    .harness(.ended("exit code 0")),
    .harness(
      .processor(passed: .seconds(1), running: .milliseconds(300), waiting: .microseconds(1500))),
    .harness(
      .emulator(
        latenessMedian: .microseconds(50), latenessP99: .microseconds(900),
        latenessMaximum: .milliseconds(3), isRealTime: true, deviceDrops: 0, captureDrops: 1)),
    .harness(
      .outside(
        server: "stun1", asked: "stun.example.org:3478", address: "192.0.2.1:3478", sent: 9,
        received: 7, withheld: 1)),
    .harness(.kept(reason: "IPv4 multicast", packets: 12)),
    .discarded(layer: "stun", reason: "bad length"), .planted(fault: "x"), .unexplained("hm"),
  ]

  static let trace = Trace(
    header: TraceHeader(name: "Case", world: "simulated", seed: .max, peers: ["alice", "bob"]),
    events: kinds.enumerated().map { index, kind in
      let subject: TraceEvent.Subject =
        switch index % 3 {
        case 0: .run
        case 1: .peer(PeerID(index: 1))
        default: .link(LinkID(index: 0))
        }
      return TraceEvent(
        at: Instant(nanoseconds: Int64(index) * 1_000_001),
        uncertainty: index % 2 == 0 ? .zero : .microseconds(3), subject: subject, kind: kind)
    })

  @Test("every kind of event survives writing and reading")
  func roundTrip() throws {
    var table = Table()
    let read = try Trace(lines: Self.trace.lines)
    table.equal(read.header, Self.trace.header, "header")
    for (index, event) in Self.trace.events.enumerated() {
      table.equal(read.events[index], event, "event \(index)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a broken line is named by its number")
  func brokenLines() {
    var table = Table()
    let header = #"{"trace":1,"name":"c","world":"simulated","seed":"7","peers":["a"]}"# + "\n"
    let rows: [(String, Int, String)] = [
      ("", 1, "a header"),
      ("{}", 1, "integer 'trace'"),
      (header + "{", 2, "a member name at byte 1"),
      (header + "\n\n{", 4, "a member name at byte 1"),
      (header + #"{"at":1,"event":"ice sideways"}"#, 2, "a known event, not 'sideways'"),
      (header + #"{"at":1,"event":"magic"}"#, 2, "a known layer, not 'magic'"),
      (
        header + #"{"at":1,"peer":"b","event":"ice consent expired"}"#, 2,
        "a peer of the header, not 'b'"
      ),
      (header + #"{"event":"ice consent expired"}"#, 2, "integer 'at'"),
    ]
    for (text, line, expected) in rows {
      do throws(TraceError) {
        _ = try Trace(lines: text)
        table.holds(false, "\(text): no error")
      } catch {
        table.equal(error, TraceError(line: line, expected: expected), text)
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("no change of a byte and no truncation traps")
  func hostile() {
    let lines = Array(Self.trace.lines.utf8)
    var chance = SplitMix64(state: 1)
    for _ in 0..<300 {
      var bytes = lines
      bytes[Int(chance.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: chance.next())
      let end = chance.next() % 4 == 0 ? Int(chance.next() % UInt64(bytes.count)) : bytes.count
      _ = try? Trace(lines: String(decoding: bytes[..<end], as: UTF8.self))
    }
  }
}
