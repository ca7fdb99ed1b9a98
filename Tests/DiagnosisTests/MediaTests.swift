import Metrics
import SDPRules
import SansIO
import TestSupport
import Testing
import Trace

@testable import Diagnosis

@Suite("Calls that come up and lack media, or are not good")
struct MediaTests {
  private static let (alice, bob) = (Samples.alice, Samples.bob)

  private static func media(_ ms: Int, _ peer: PeerID, _ media: MediaEvent) -> TraceEvent {
    SampleCall.event(ms, peer, .media(media))
  }

  @Test("each cause is named where the trace shows it, and not where it shows something near")
  func causes() {
    var table = Table()
    for (number, row) in (CauseRow.ofMissingMedia + CauseRow.ofBadMedia).enumerated() {
      row.check("row \(number), \(row.cause.id)", &table)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("what a peer does not tell of is not cleared")
  func cleared() {
    let silent = Samples.call {
      $0.dark = [5000..<7000]
      $0.lose(12, at: 5000)
    }
    var telling = silent
    telling.stamp { UInt32($0 * 90) }
    let names = [silent, telling].map { Samples.diagnosis($0)?.cleared.map(\.name) ?? [] }
    #expect(names == [["decoder"], ["key frames", "decoder"]])
  }

  @Test("what is late is explained by what it waited for")
  func lateness() {
    var table = Table()
    let late: CauseRow.Change = { call in
      call.drop { event in
        guard event.subject == .peer(Self.alice) else { return false }
        if case .ice(.gathering(.complete, _)) = event.kind { return true }
        if case .signalling(.applied(.local, _)) = event.kind { return true }
        return false
      }
      call.extra.append(
        SampleCall.event(
          900, Self.alice, .ice(.gathering(.timedOut, waitingFor: ["stun:10.0.9.1:3478"]))))
      call.drop { event in
        guard case .signalling(.applied(.remote, _)) = event.kind else { return false }
        return event.subject == .peer(Self.bob) && event.at < SampleCall.at(900)
      }
      call.extra.append(
        SampleCall.event(
          950, Self.bob,
          .signalling(.applied(.remote, Description(kind: .offer, sdp: call.offer)))))
    }
    let call = Samples.call(late)
    let asked: [Expected] = [
      .measured(.firstFrame, Self.bob, Bound(most: FixedDecimal(units: 100, places: 0)))
    ]
    let analysis = Analysis(call.trace)
    let complaints = Complaints(asked, judge(asked, of: analysis))
    let found = Samples.diagnosis(call, complaints)
    table.equal(found?.cause.id, "gathering-waits-for-server", "a fuse that fired")
    table.equal(found?.symptom, .lateFirstFrame, "and what is seen of it")
    table.holds(found?.sentence.contains("stun:10.0.9.1:3478") ?? false, "the server is named")
    table.equal(
      Samples.diagnosis(Samples.call(), complaints)?.cause.id, nil, "a call that did not wait")

    let repeated = Samples.call { call in
      call.drop { if case .dtls(.connected) = $0.kind { true } else { false } }
      call.extra += [
        SampleCall.event(
          1300, Self.bob, .dtls(.flight(datagrams: 1, byteCount: 200, retransmission: true)))
      ]
      call.extra += [Self.alice, Self.bob].map {
        SampleCall.event(
          2300, $0, .dtls(.connected(version: "DTLSv1.2", cipher: "X", profile: "Y")))
      }
    }
    table.equal(
      Samples.diagnosis(repeated, complaints)?.cause.id, "handshake-repeated", "a flight again")
    var slowAndWhole = repeated
    slowAndWhole.drop { if case .ice(.checkSucceeded) = $0.kind { true } else { false } }
    slowAndWhole.extra += [
      SampleCall.event(
        1190, Self.bob,
        .ice(
          .checkSucceeded(
            local: Samples.local, remote: Samples.remote, roundTripTime: .seconds(4)))),
      TraceEvent(
        at: SampleCall.at(1100), subject: .link(LinkID(index: 0)),
        kind: .packet(PacketEvent(number: 2, direction: .up, bytesOnWire: 100, fate: .sent))),
    ]
    table.equal(
      Samples.diagnosis(slowAndWhole, complaints)?.cause.id, "path-too-slow",
      "a flight again though none was lost")
    let slow = Samples.call { call in
      call.drop { event in
        if case .media(.assembled) = event.kind { event.subject == .peer(Self.bob) } else { false }
      }
      call.extra.append(
        Self.media(
          2200, Self.bob, .assembled(mid: "1", rtpTimestamp: 0, byteCount: 9, keyFrame: true)))
    }
    table.equal(Samples.diagnosis(slow, complaints)?.cause.id, "key-frame-late", "a late key frame")
    let far = Samples.call { call in
      call.drop { if case .ice(.checkSucceeded) = $0.kind { true } else { false } }
      call.extra.append(
        SampleCall.event(
          1190, Self.bob,
          .ice(
            .checkSucceeded(
              local: Samples.local, remote: Samples.remote, roundTripTime: .milliseconds(900)))))
    }
    table.equal(Samples.diagnosis(far, complaints)?.cause.id, "path-too-slow", "a long way")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("only what is complained of, and is to be there, is explained")
  func complaints() {
    var table = Table()
    let frozen = Samples.call {
      $0.dark = [5000..<7000]
      $0.lose(12, at: 5000)
    }
    let rejected = Samples.call {
      $0.dropMedia(mid: "1")
      $0.answer = Samples.sdp(.answer, videoPort: 0)
    }
    let most = Bound(most: FixedDecimal(units: 0, places: 0))
    let rows: [(call: SampleCall, expectations: [Expected], cause: String?)] = [
      (frozen, [.measured(.freezeCount, Self.bob, most)], "freezes-by-loss"),
      (frozen, [.measured(.freezeCount, Self.alice, most)], nil),
      (frozen, [.codecs(.video, ["VP9"], in: .both)], nil),
      // A freeze is no reason for a loss.
      (frozen, [.measured(.packetsLost(.video), Self.bob, most)], nil),
      (rejected, [.measured(.freezeCount, Self.bob, most)], "section-rejected"),
      (
        rejected,
        [
          .absent(.video, Self.bob), .absent(.video, Self.alice),
          .measured(.marksLost, Self.bob, most),
        ],
        nil
      ),
    ]
    for (number, row) in rows.enumerated() {
      let analysis = Analysis(row.call.trace)
      let complaints = Complaints(row.expectations, judge(row.expectations, of: analysis))
      table.equal(
        diagnose(analysis, complaints: complaints)?.cause.id, row.cause, "row \(number)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("of what is missing, that is explained which is asked about")
  func asked() {
    let dark = Samples.call { $0.dropMedia() }
    let most = Bound(most: FixedDecimal(units: 2000, places: 0))
    for (peer, name) in [(Self.alice, "alice"), (Self.bob, "bob")] {
      let asked: [Expected] = [.measured(.firstFrame, peer, most)]
      let analysis = Analysis(dark.trace)
      let found = diagnose(analysis, complaints: Complaints(asked, judge(asked, of: analysis)))
      #expect(found?.sentence.contains("at \(name) is missing") ?? false)
    }
  }

  @Test("few pictures without a freeze are explained by a path that carries no more")
  func fewPictures() {
    let rate = Bound(least: FixedDecimal(units: 60, places: 0))
    let asked: [Expected] = [.measured(.frameRate, Self.bob, rate)]
    for (rates, cause) in [([300, 30], "bandwidth-too-low"), ([300, 290], nil)] {
      let call = Samples.call { call in
        call.extra += rates.enumerated().map { place, rate in
          Self.media(
            1500 + place * 500, Self.alice, .targetBitRate(mid: "1", .kilobits(Int64(rate))))
        }
      }
      let analysis = Analysis(call.trace)
      let found = diagnose(analysis, complaints: Complaints(asked, judge(asked, of: analysis)))
      #expect(found?.cause.id == cause)
    }
  }

  @Test("an extension that is lost in the answer is named when it is asked about")
  func extensions() {
    let call = Samples.call {
      $0.answer = $0.answer.replacing(
        "a=extmap:1 urn:ietf:params:rtp-hdrext:sdes:mid",
        with: "a=extmap:2 urn:ietf:params:rtp-hdrext:sdes:mid")
    }
    let analysis = Analysis(call.trace)
    let found = diagnose(
      analysis, complaints: Complaints([.extmapAgrees], judge([.extmapAgrees], of: analysis)))
    #expect(found?.cause == .extmapLost)
    #expect(found?.evidence.first?.line != nil)
  }
}
