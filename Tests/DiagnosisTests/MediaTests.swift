import Metrics
import SDPRules
import SansIO
import TestSupport
import Testing
import Trace

@testable import Diagnosis

@Suite("Calls that come up and lack media, or are not good")
struct MediaTests {
  private typealias Change = @Sendable (inout SampleCall) -> Void
  private static let (alice, bob) = (Samples.alice, Samples.bob)

  private static func media(_ ms: Int, _ peer: PeerID, _ media: MediaEvent) -> TraceEvent {
    SampleCall.event(ms, peer, .media(media))
  }

  private static func finding(_ rule: Rule) -> Finding {
    CaptureRules.finding(rule, file: 0, value: nil, "Packet 7 shows it.")
  }

  private static let nothing: Change = { $0.dropMedia() }
  /// Bob gets no picture; sound flows.
  private static let dark: Change = { $0.dropMedia(at: bob, mid: "1") }

  private static func packets(_ count: Int, _ direction: StreamSample.Direction = .received)
    -> [TraceEvent]
  {
    [Samples.sample(11_000, direction == .received ? bob : alice, "1", direction, packets: count)]
  }

  private struct Row: Sendable {
    var cause: Cause
    var symptom: Symptom
    var stage: Change
    var add: Change
    var capture: [Finding] = []
    var nearMiss: Change?
    var nearCapture: [Finding] = []
  }

  private static let rows: [Row] = [
    Row(
      cause: .srtpKeysWrong, symptom: .noMedia, stage: nothing,
      add: { call in
        for peer in [alice, bob] {
          call.extra += Samples.discards(40, peer, "srtp", "notAuthentic")
        }
      },
      nearMiss: { $0.extra += Samples.discards(40, bob, "srtp", "no keys yet") }),
    Row(
      cause: .srtpRolloverWrong, symptom: .frozenPicture,
      stage: { call in
        call.drop { event in
          guard event.at > SampleCall.at(6000), event.subject == .peer(bob),
            case .media(let media) = event.kind
          else { return false }
          return media.mid == "1"
        }
      },
      add: { call in
        call.extra += Samples.discards(50, bob, "srtp", "notAuthentic", from: 6000)
        call.extra += [6600, 8000, 10_900].map {
          Samples.sample($0, bob, "1", .received, packets: 230)
        }
      },
      // A few refused packets of a stream that goes on.
      nearMiss: { $0.extra += Samples.discards(50, bob, "srtp", "replayed", from: 6000) }),
    Row(
      cause: .noCommonCodec, symptom: .blackPicture, stage: dark,
      add: {
        $0.answer = Samples.sdp(.answer, video: ["H264"])
        $0.extra += packets(400, .sent)
      }),
    Row(
      cause: .noCommonCodec, symptom: .blackPicture, stage: dark,
      add: {
        $0.dropMedia(mid: "1")
        $0.answer = Samples.sdp(.answer, videoPort: 0)
        $0.extra += Samples.discards(1, bob, "sdp", "section 1: no common codec", from: 1005)
      }),
    Row(
      cause: .sectionRejected, symptom: .blackPicture, stage: dark,
      add: {
        $0.dropMedia(mid: "1")
        $0.answer = Samples.sdp(.answer, videoPort: 0)
      }, nearMiss: { $0.extra += packets(400, .sent) }),
    Row(
      cause: .nothingSent, symptom: .blackPicture, stage: dark,
      add: { $0.extra += packets(0, .sent) }, nearMiss: { $0.extra += packets(400, .sent) }),
    Row(
      cause: .nothingArrives, symptom: .blackPicture, stage: dark,
      add: { $0.extra += packets(400, .sent) }, nearMiss: { $0.extra += packets(0, .sent) }),
    Row(
      cause: .nothingArrives, symptom: .noMedia, stage: nothing,
      add: { call in
        for (peer, mid) in [(alice, "0"), (alice, "1"), (bob, "0"), (bob, "1")] {
          call.extra.append(Samples.sample(11_000, peer, mid, .sent, packets: 400))
        }
      }, nearMiss: { _ in }),
    Row(
      cause: .nothingArrives, symptom: .oneWayMedia,
      stage: {
        $0.dropMedia(at: bob, mid: "0")
        $0.dropMedia(at: bob, mid: "1")
      },
      add: { $0.extra += packets(400, .sent) }),
    Row(
      cause: .packetsTooLarge, symptom: .blackPicture, stage: dark,
      add: { call in
        call.extra += packets(400, .sent)
        call.extra += (0..<9).map {
          Samples.drop(20 + $0, 1500 + $0, alice, bytes: 1228, "MTU")
        }
      },
      nearMiss: { call in
        call.extra += packets(400, .sent)
        call.extra += (0..<9).map {
          Samples.drop(20 + $0, 1500 + $0, bob, bytes: 1228, "MTU")
        }
      }),
    Row(
      cause: .payloadTypeNotNegotiated, symptom: .blackPicture, stage: dark,
      add: {
        $0.extra += Samples.discards(9, bob, "rtp", "payload type 120 was not negotiated")
      },
      nearMiss: {
        $0.extra += Samples.discards(1, bob, "rtp", "payload type 120 was not negotiated")
      }),
    Row(
      cause: .payloadTypeNotNegotiated, symptom: .blackPicture, stage: dark, add: { _ in },
      capture: [finding(CaptureRules.payloadType)], nearCapture: [finding(CaptureRules.loss)]),
    Row(
      cause: .ssrcUnknown, symptom: .blackPicture, stage: dark,
      add: {
        $0.extra += Samples.discards(9, bob, "rtp", "no section for SSRC 7, payload type 96")
      },
      nearMiss: { $0.extra += Samples.discards(9, bob, "rtp", "headerTruncated(byteCount: 3)") }),
    Row(
      cause: .rtpVersionWrong, symptom: .blackPicture, stage: dark,
      add: { $0.extra += Samples.discards(9, bob, "rtp", "version(0)") }),
    Row(
      cause: .markerMisplaced, symptom: .blackPicture, stage: dark,
      add: { $0.extra += packets(400) }, capture: [finding(CaptureRules.markerPerNAL)],
      nearMiss: { $0.extra += packets(400) }),
    Row(
      cause: .packetizationWrong, symptom: .blackPicture, stage: dark,
      add: { $0.extra += packets(400) }, capture: [finding(CaptureRules.packetizationMode)],
      nearMiss: { $0.extra += packets(400) }),
    Row(
      cause: .packetizationWrong, symptom: .blackPicture, stage: dark,
      add: {
        $0.extra += packets(400)
        $0.extra += Samples.discards(
          30, bob, "playout", "malformed frame: fragment without a start")
      },
      nearMiss: {
        $0.extra += packets(400)
        $0.extra += Samples.discards(30, bob, "playout", "2 frames came too late")
      }),
    Row(
      cause: .keyFrameMissing, symptom: .blackPicture, stage: dark,
      add: {
        $0.extra += packets(400)
        $0.extra.append(media(1700, bob, .keyFrameRequested(mid: "1", reason: "none yet")))
      },
      nearMiss: {
        $0.extra += packets(400)
        $0.extra += [
          media(1700, bob, .keyFrameRequested(mid: "1", reason: "none yet")),
          media(
            1800, bob, .assembled(mid: "1", rtpTimestamp: 0, byteCount: 900, keyFrame: true)),
        ]
      }),
    Row(
      cause: .decoderFails, symptom: .blackPicture, stage: dark,
      add: {
        $0.extra += packets(400)
        $0.extra.append(media(1700, bob, .decodeFailed(mid: "1", rtpTimestamp: 0, reason: "-1")))
      }, nearMiss: { $0.extra += packets(400) }),
    Row(
      cause: .nothingRendered, symptom: .blackPicture, stage: dark,
      add: {
        $0.extra += packets(400)
        $0.extra.append(media(1700, bob, .decoded(mid: "1", rtpTimestamp: 0, concealed: false)))
      }, nearMiss: { _ in }),
    Row(
      cause: .nothingRendered, symptom: .silence,
      stage: { call in
        call.drop { event in
          if case .media(.markPlayed) = event.kind { event.subject == .peer(bob) } else { false }
        }
      }, add: { _ in }, nearMiss: { $0 = Samples.call() }),
    Row(
      cause: .timestampsWrong, symptom: .freezes, stage: { _ in },
      add: { $0.stamp { UInt32($0 * 48) } }, nearMiss: { $0.stamp { UInt32($0 * 90) } }),
    Row(
      cause: .timestampsWrong, symptom: .freezes, stage: { _ in },
      add: { call in call.stamp { UInt32($0 * 90) - ($0 % 200 == 0 ? 9000 : 0) } },
      // The wrap steps back once.
      nearMiss: { call in call.stamp { UInt32($0 * 90) &- 500_000 } }),
    Row(
      cause: .freezesByLoss, symptom: .freezes, stage: { $0.dark = [5000..<7000] },
      add: { $0.lose(12, at: 5000) }),
    // A peer that does not count what was lost.
    Row(
      cause: .freezesByLoss, symptom: .freezes, stage: { $0.dark = [5000..<7000] },
      add: { call in
        call.extra += (0..<9).map { Samples.drop(500 + $0, 4900 + $0, alice, bytes: 1228, "loss") }
      },
      nearMiss: { call in
        call.extra += (0..<9).map { Samples.drop(500 + $0, 4900 + $0, alice, bytes: 90, "loss") }
      }),
    Row(
      cause: .frozenUntilKeyFrame, symptom: .freezes, stage: { $0.dark = [5000..<7000] },
      add: {
        $0.lose(12, at: 5000)
        $0.extra += [
          media(5200, bob, .keyFrameRequested(mid: "1", reason: "lost")),
          media(6990, bob, .assembled(mid: "1", rtpTimestamp: 9, byteCount: 9, keyFrame: true)),
        ]
      },
      nearMiss: { $0.lose(12, at: 5000) }),
    Row(
      cause: .freezesByKeyFrameStarvation, symptom: .freezes, stage: { $0.dark = [5000..<7000] },
      add: { call in
        call.lose(12, at: 5000)
        call.extra += [5200, 5700, 6200].map {
          media($0, bob, .keyFrameRequested(mid: "1", reason: "lost"))
        }
      },
      nearMiss: { $0.lose(12, at: 5000) }),
    Row(
      cause: .freezesBySenderStall, symptom: .freezes, stage: { $0.dark = [5000..<7000] },
      add: { call in
        call.lose(12, at: 5000)
        call.extra += stride(from: 1400, to: 11_500, by: 40).filter { !(4900..<6900).contains($0) }
          .map { media($0, alice, .captured(mid: "1", frame: UInt32($0 / 40))) }
      },
      nearMiss: { call in
        call.lose(12, at: 5000)
        call.extra += stride(from: 1400, to: 11_500, by: 40).map {
          media($0, alice, .captured(mid: "1", frame: UInt32($0 / 40)))
        }
      }),
    Row(
      cause: .freezesByDelay, symptom: .freezes, stage: { $0.dark = [5000..<7000] },
      add: { call in
        call.drop { event in
          guard case .media(.sample(let sample)) = event.kind else { return false }
          return sample.mid == "1" && (5000..<7000).contains(event.at.milliseconds)
        }
        call.extra += [5000, 5600, 6200, 6800].map {
          Samples.sample($0, bob, "1", .received, packets: 180)
        }
      },
      nearMiss: { _ in }),
    Row(
      cause: .freezesByLoss, symptom: .frozenPicture, stage: { $0.dark = [5000..<20_000] },
      add: { $0.lose(12, at: 5000) }),
    Row(
      cause: .offsetConstant, symptom: .apart, stage: { _ in },
      add: { $0.audioLatency = { _ in 400_000 } },
      nearMiss: { $0.audioLatency = { _ in 200_000 } }),
    Row(
      cause: .driftGrows, symptom: .apart, stage: { _ in },
      add: { $0.audioLatency = { 80_000 + $0 * 10 } },
      nearMiss: { $0.audioLatency = { _ in 400_000 } }),
  ]

  @Test("each cause is named where the trace shows it, and not where it shows something near")
  func causes() {
    var table = Table()
    for (number, row) in Self.rows.enumerated() {
      let found = Samples.diagnosis(
        Samples.call {
          row.stage(&$0)
          row.add(&$0)
        }, capture: row.capture)
      let name = "row \(number), \(row.cause.id)"
      table.equal(found?.cause.id, row.cause.id, name)
      table.equal(found?.symptom, row.symptom, name)
      table.holds(found?.sentence.hasSuffix(".") ?? false, "\(name): \(found?.sentence ?? "")")
      table.holds(found.map { !$0.evidence.isEmpty } ?? false, "\(name) has evidence")
      let near = Samples.diagnosis(
        Samples.call {
          row.stage(&$0)
          row.nearMiss?(&$0)
        }, capture: row.nearCapture)
      table.holds(
        near?.cause != row.cause || near?.symptom != row.symptom,
        "\(name): the near miss has it too")
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
    let late: Change = { call in
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

extension SampleCall {
  /// Bob's counters say that so many packets of the picture were lost around an instant.
  fileprivate mutating func lose(_ count: Int, at ms: Int) {
    extra += [ms - 700, ms + 300].map {
      Samples.sample(
        $0, SampleCall.bob, "1", .received, packets: ($0 - 1400) / 20, lost: $0 < ms ? 0 : count)
    }
    drop { event in
      guard case .media(.sample(let sample)) = event.kind, sample.mid == "1" else { return false }
      return sample.lostPackets == 0 && event.at > SampleCall.at(ms - 100)
    }
  }
}

extension SampleCall {
  /// Bob's frames have these RTP timestamps, by the millisecond of their arrival.
  fileprivate mutating func stamp(_ timestamp: (Int) -> UInt32) {
    drop { event in
      if case .media(.assembled) = event.kind { event.subject == .peer(Self.bob) } else { false }
    }
    extra += stride(from: 1480, to: hangUp, by: 40).map { ms in
      Self.event(
        ms, Self.bob,
        .media(
          .assembled(
            mid: "1", rtpTimestamp: timestamp(ms), byteCount: 900, keyFrame: ms == 1480)))
    }
  }
}

extension Instant {
  fileprivate var milliseconds: Int { Int(nanoseconds / 1_000_000) }
}
