import Metrics
import SansIO
import TestSupport
import Trace

// What makes the media of a call bad.
extension CauseRow {
  /// Lost on alice's link, so that bob misses them.
  private static func lostPackets(_ reason: String) -> [TraceEvent] {
    (0..<9).map { Samples.drop(500 + $0, 4900 + $0, alice, bytes: 1228, reason) }
  }

  static let ofBadMedia: [CauseRow] = [
    CauseRow(
      cause: .timestampsWrong, symptom: .freezes, stage: { _ in },
      add: { $0.stamp { UInt32($0 * 48) } }, nearMiss: { $0.stamp { UInt32($0 * 90) } }),
    CauseRow(
      cause: .timestampsWrong, symptom: .freezes, stage: { _ in },
      add: { call in call.stamp { UInt32($0 * 90) - ($0 % 200 == 0 ? 9000 : 0) } },
      // The wrap steps back once.
      nearMiss: { call in call.stamp { UInt32($0 * 90) &- 500_000 } }),
    // One frame in five overtakes another.
    CauseRow(
      cause: .timestampsWrong, symptom: .freezes, stage: { _ in },
      add: { call in call.stamp { UInt32($0 * 90) - ($0 % 200 == 0 ? 9000 : 0) } },
      nearMiss: { call in
        call.stamp { ms in
          let place = ms / 40 % 5
          return UInt32((place == 3 ? ms + 40 : place == 4 ? ms - 40 : ms) * 90)
        }
      }),
    // What arrives of a lossy stream says nothing of the clock.
    CauseRow(
      cause: .timestampsWrong, symptom: .freezes, stage: { _ in },
      add: { $0.stamp { UInt32($0 * 200) } },
      nearMiss: { call in
        call.stamp { UInt32($0 * 200) }
        call.extra += lostPackets("loss")
      }),
    CauseRow(
      cause: .freezesByLoss, symptom: .freezes, stage: { $0.dark = [5000..<7000] },
      add: { $0.lose(12, at: 5000) }),
    // A peer that does not count what was lost.
    CauseRow(
      cause: .freezesByLoss, symptom: .freezes, stage: { $0.dark = [5000..<7000] },
      add: { call in
        call.extra += (0..<9).map { Samples.drop(500 + $0, 4900 + $0, alice, bytes: 1228, "loss") }
      },
      nearMiss: { call in
        call.extra += (0..<9).map { Samples.drop(500 + $0, 4900 + $0, alice, bytes: 90, "loss") }
      }),
    CauseRow(
      cause: .frozenUntilKeyFrame, symptom: .freezes, stage: { $0.dark = [5000..<7000] },
      add: {
        $0.lose(12, at: 5000)
        $0.extra += [
          media(5200, bob, .keyFrameRequested(mid: "1", reason: "lost")),
          media(6990, bob, .assembled(mid: "1", rtpTimestamp: 9, byteCount: 9, keyFrame: true)),
        ]
      },
      nearMiss: { $0.lose(12, at: 5000) }),
    CauseRow(
      cause: .freezesByKeyFrameStarvation, symptom: .freezes, stage: { $0.dark = [5000..<7000] },
      add: { call in
        call.lose(12, at: 5000)
        call.extra += [5200, 5700, 6200].map {
          media($0, bob, .keyFrameRequested(mid: "1", reason: "lost"))
        }
      },
      nearMiss: { $0.lose(12, at: 5000) }),
    CauseRow(
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
    CauseRow(
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
    CauseRow(
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
    CauseRow(
      cause: .packetsTooLarge, symptom: .freezes, stage: { $0.dark = [5000..<7000] },
      add: { $0.extra += lostPackets("MTU") }, nearMiss: { $0.extra += lostPackets("loss") }),
    CauseRow(
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
    CauseRow(
      cause: .bandwidthTooLow, symptom: .freezes,
      stage: { call in
        call.dark = [5000..<7000]
        call.extra += stride(from: 1400, to: 11_500, by: 40).filter { !(4900..<6900).contains($0) }
          .map { media($0, alice, .captured(mid: "1", frame: UInt32($0 / 40))) }
      },
      add: { $0.extra += targets(1500, 4500) }, nearMiss: { $0.extra += targets(1500, 11_000) }),
    CauseRow(
      cause: .bandwidthTooLow, symptom: .freezes, stage: { $0.dark = [5000..<7000] },
      add: { $0.extra += lostPackets("queue full") }, nearMiss: { $0.extra += lostPackets("loss") }),
    // A sender that chance made slow stalls neither by itself nor for want of bandwidth.
    CauseRow(
      cause: .freezesByLoss, symptom: .freezes,
      stage: { call in
        call.dark = [5000..<7000]
        call.extra += lostPackets("loss") + lostPackets("loss")
        call.extra += stride(from: 1400, to: 11_500, by: 40).filter { !(4900..<6900).contains($0) }
          .map { media($0, alice, .captured(mid: "1", frame: UInt32($0 / 40))) }
      },
      add: { $0.extra += targets(1500, 4500) }, nearMiss: { _ in }),
    CauseRow(
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
    CauseRow(
      cause: .freezesByLoss, symptom: .frozenPicture, stage: { $0.dark = [5000..<20_000] },
      add: { $0.lose(12, at: 5000) }),
    CauseRow(
      cause: .offsetConstant, symptom: .apart, stage: { _ in },
      add: { $0.audioLatency = { _ in 400_000 } },
      nearMiss: { $0.audioLatency = { _ in 200_000 } }),
    CauseRow(
      cause: .driftGrows, symptom: .apart, stage: { _ in },
      add: {
        $0.hangUp = 21_500
        $0.audioLatency = { 80_000 + $0 * 10 }
      },
      nearMiss: { $0.audioLatency = { _ in 400_000 } }),
    // Too short a call, and too little of it.
    CauseRow(
      cause: .driftGrows, symptom: .apart, stage: { $0.hangUp = 21_500 },
      add: { $0.audioLatency = { 80_000 + $0 * 10 } },
      nearMiss: {
        $0.hangUp = 11_500
        $0.audioLatency = { 80_000 + $0 * 10 }
      }),
    CauseRow(
      cause: .driftGrows, symptom: .apart, stage: { $0.hangUp = 21_500 },
      add: { $0.audioLatency = { 80_000 + $0 * 10 } },
      nearMiss: { $0.audioLatency = { 80_000 + $0 * 2 } }),
  ]
}
