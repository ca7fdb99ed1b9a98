import Metrics
import RTP
import SDPRules
import SRTP
import SansIO
import TestSupport
import Trace

@testable import Diagnosis

// What is wrong with the media of a call, and what must be found.
extension MediaTests {
  private static func finding(_ rule: Rule) -> Finding {
    rule.finding(file: 0, value: nil, "It stands in packet 7.")
  }

  private static let nothing: Change = { $0.dropMedia() }
  /// Bob gets no picture; sound flows.
  private static let dark: Change = { $0.dropMedia(at: bob, mid: "1") }

  private static func packets(_ count: Int, _ direction: StreamSample.Direction = .received)
    -> [TraceEvent]
  {
    [Samples.sample(11_000, direction == .received ? bob : alice, "1", direction, packets: count)]
  }

  /// Lost on alice's link, so that bob misses them.
  private static func lostPackets(_ reason: String) -> [TraceEvent] {
    (0..<9).map { Samples.drop(500 + $0, 4900 + $0, alice, bytes: 1228, reason) }
  }

  /// Alice's target rate, which falls at the second instant.
  private static func targets(_ high: Int, _ low: Int) -> [TraceEvent] {
    [(high, 300), (low, 30)].map {
      media($0.0, alice, .targetBitRate(mid: "1", .kilobits(Int64($0.1))))
    }
  }

  struct Row: Sendable {
    var cause: Cause
    var symptom: Symptom
    var stage: Change
    var add: Change
    var capture: [Finding] = []
    var nearMiss: Change?
    var nearCapture: [Finding] = []
  }

  static let rows: [Row] = [
    Row(
      cause: .srtpKeysWrong, symptom: .noMedia, stage: nothing,
      add: { call in
        for peer in [alice, bob] {
          call.extra += Samples.discards(40, peer, "srtp", "\(SRTPError.notAuthentic)")
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
        call.extra += Samples.discards(50, bob, "srtp", "\(SRTPError.notAuthentic)", from: 6000)
        call.extra += [6600, 8000, 10_900].map {
          Samples.sample($0, bob, "1", .received, packets: 230)
        }
      },
      // A few refused packets of a stream that goes on.
      nearMiss: {
        $0.extra += Samples.discards(50, bob, "srtp", "\(SRTPError.replayed)", from: 6000)
      }),
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
      nearMiss: {
        $0.extra += Samples.discards(9, bob, "rtp", "\(RTPError.headerTruncated(byteCount: 3))")
      }),
    Row(
      cause: .rtpVersionWrong, symptom: .blackPicture, stage: dark,
      add: { $0.extra += Samples.discards(9, bob, "rtp", "\(RTPError.version(0))") }),
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
    // One frame in five overtakes another.
    Row(
      cause: .timestampsWrong, symptom: .freezes, stage: { _ in },
      add: { call in call.stamp { UInt32($0 * 90) - ($0 % 200 == 0 ? 9000 : 0) } },
      nearMiss: { call in
        call.stamp { ms in
          let place = ms / 40 % 5
          return UInt32((place == 3 ? ms + 40 : place == 4 ? ms - 40 : ms) * 90)
        }
      }),
    // What arrives of a lossy stream says nothing of the clock.
    Row(
      cause: .timestampsWrong, symptom: .freezes, stage: { _ in },
      add: { $0.stamp { UInt32($0 * 200) } },
      nearMiss: { call in
        call.stamp { UInt32($0 * 200) }
        call.extra += lostPackets("loss")
      }),
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
      cause: .freezesByDelay, symptom: .freezes, stage: { $0.dark = [5000..<7000] },
      add: { call in
        call.drop { event in
          guard case .media(.rendered) = event.kind else { return false }
          return event.subject == .peer(bob) && event.at == SampleCall.at(7020)
        }
        let strip = StripReading(frame: 137, captured: SampleCall.at(5000))
        call.extra.append(
          media(7000, bob, .rendered(mid: "1", strip: strip, psnr: nil, ssim: nil)))
      },
      nearMiss: { _ in }),
    Row(
      cause: .packetsTooLarge, symptom: .freezes, stage: { $0.dark = [5000..<7000] },
      add: { $0.extra += lostPackets("MTU") }, nearMiss: { $0.extra += lostPackets("loss") }),
    Row(
      cause: .pathInterrupted, symptom: .freezes,
      stage: {
        $0.dark = [5000..<7000]
        $0.stopCounters(5000..<7000)
      },
      add: { call in
        call.extra += [(4000, 100), (8000, 300)].map {
          Samples.sample($0.0, alice, "0", .sent, packets: $0.1)
        }
      },
      nearMiss: { _ in }),
    Row(
      cause: .bandwidthTooLow, symptom: .freezes,
      stage: { call in
        call.dark = [5000..<7000]
        call.extra += stride(from: 1400, to: 11_500, by: 40).filter { !(4900..<6900).contains($0) }
          .map { media($0, alice, .captured(mid: "1", frame: UInt32($0 / 40))) }
      },
      add: { $0.extra += targets(1500, 4500) }, nearMiss: { $0.extra += targets(1500, 11_000) }),
    Row(
      cause: .bandwidthTooLow, symptom: .freezes, stage: { $0.dark = [5000..<7000] },
      add: { $0.extra += lostPackets("queue full") }, nearMiss: { $0.extra += lostPackets("loss") }),
    // A sender that chance made slow stalls neither by itself nor for want of bandwidth.
    Row(
      cause: .freezesByLoss, symptom: .freezes,
      stage: { call in
        call.dark = [5000..<7000]
        call.extra += lostPackets("loss") + lostPackets("loss")
        call.extra += stride(from: 1400, to: 11_500, by: 40).filter { !(4900..<6900).contains($0) }
          .map { media($0, alice, .captured(mid: "1", frame: UInt32($0 / 40))) }
      },
      add: { $0.extra += targets(1500, 4500) }, nearMiss: { _ in }),
    Row(
      cause: .freezesByDelay, symptom: .freezes,
      stage: { call in
        call.dark = [5000..<7000]
        call.extra.append(
          TraceEvent(
            at: SampleCall.at(1100), subject: .link(LinkID(index: 0)),
            kind: .packet(PacketEvent(number: 2, direction: .up, bytesOnWire: 100, fate: .sent))))
      },
      add: { call in
        var sample = StreamSample(mid: "1", direction: .received)
        sample.packets = 230
        sample.jitter = .milliseconds(60)
        call.extra.append(media(6100, bob, .sample(sample)))
      },
      nearMiss: { _ in }),
    Row(
      cause: .bandwidthTooLow, symptom: .blackPicture, stage: dark,
      add: { $0.extra += packets(400, .sent) + packets(50) + targets(1500, 2000) },
      nearMiss: { $0.extra += packets(60, .sent) + packets(50) + targets(1500, 2000) }),
    Row(
      cause: .freezesByLoss, symptom: .frozenPicture, stage: { $0.dark = [5000..<20_000] },
      add: { $0.lose(12, at: 5000) }),
    Row(
      cause: .offsetConstant, symptom: .apart, stage: { _ in },
      add: { $0.audioLatency = { _ in 400_000 } },
      nearMiss: { $0.audioLatency = { _ in 200_000 } }),
    Row(
      cause: .driftGrows, symptom: .apart, stage: { _ in },
      add: {
        $0.hangUp = 21_500
        $0.audioLatency = { 80_000 + $0 * 10 }
      },
      nearMiss: { $0.audioLatency = { _ in 400_000 } }),
    // Too short a call, and too little of it.
    Row(
      cause: .driftGrows, symptom: .apart, stage: { $0.hangUp = 21_500 },
      add: { $0.audioLatency = { 80_000 + $0 * 10 } },
      nearMiss: {
        $0.hangUp = 11_500
        $0.audioLatency = { 80_000 + $0 * 10 }
      }),
    Row(
      cause: .driftGrows, symptom: .apart, stage: { $0.hangUp = 21_500 },
      add: { $0.audioLatency = { 80_000 + $0 * 10 } },
      nearMiss: { $0.audioLatency = { 80_000 + $0 * 2 } }),
  ]
}

extension SampleCall {
  /// Bob's counters say that so many packets of the picture were lost around an instant.
  mutating func lose(_ count: Int, at ms: Int) {
    extra += [ms - 700, ms + 300].map {
      Samples.sample(
        $0, SampleCall.bob, "1", .received, packets: ($0 - 1400) / 20, lost: $0 < ms ? 0 : count)
    }
    drop { event in
      guard case .media(.sample(let sample)) = event.kind, sample.mid == "1" else { return false }
      return sample.lostPackets == 0 && event.at > SampleCall.at(ms - 100)
    }
  }

  /// For so long, in ms, nothing at all reaches bob, as his counters say.
  mutating func stopCounters(_ gap: Range<Int>) {
    drop { event in
      guard case .media(.sample) = event.kind, event.subject == .peer(Self.bob) else {
        return false
      }
      return gap.contains(event.at.milliseconds)
    }
    for ms in stride(from: gap.lowerBound, to: gap.upperBound, by: 400) {
      extra += ["0", "1"].map { Samples.sample(ms, Self.bob, $0, .received, packets: 180) }
    }
  }

  /// Bob's frames have these RTP timestamps, by the millisecond of their arrival.
  mutating func stamp(_ timestamp: (Int) -> UInt32) {
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
