import RTP
import SDPRules
import SRTP
import TestSupport
import Trace

@testable import Metrics

// What keeps the media of a call away.
extension CauseRow {
  private static let nothing: Change = { $0.dropMedia() }
  /// Bob gets no picture; sound flows.
  private static let dark: Change = { $0.dropMedia(at: bob, mid: "1") }

  private static func packets(_ count: Int, _ direction: StreamSample.Direction = .received)
    -> [TraceEvent]
  {
    [Samples.sample(11_000, direction == .received ? bob : alice, "1", direction, packets: count)]
  }

  static let ofMissingMedia: [CauseRow] = [
    CauseRow(
      cause: .srtpKeysWrong, symptom: .noMedia, stage: nothing,
      add: { call in
        for peer in [alice, bob] {
          call.extra += Samples.discards(40, peer, "srtp", "\(SRTPError.notAuthentic)")
        }
      },
      nearMiss: { $0.extra += Samples.discards(40, bob, "srtp", "no keys yet") }),
    CauseRow(
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
    CauseRow(
      cause: .noCommonCodec, symptom: .blackPicture, stage: dark,
      add: {
        $0.answer = Samples.sdp(.answer, video: ["H264"])
        $0.extra += packets(400, .sent)
      }),
    CauseRow(
      cause: .noCommonCodec, symptom: .blackPicture, stage: dark,
      add: {
        $0.dropMedia(mid: "1")
        $0.answer = Samples.sdp(.answer, videoPort: 0)
        $0.extra += Samples.discards(1, bob, "sdp", "section 1: no common codec", from: 1005)
      }),
    CauseRow(
      cause: .sectionRejected, symptom: .blackPicture, stage: dark,
      add: {
        $0.dropMedia(mid: "1")
        $0.answer = Samples.sdp(.answer, videoPort: 0)
      }, nearMiss: { $0.extra += packets(400, .sent) }),
    CauseRow(
      cause: .nothingSent, symptom: .blackPicture, stage: dark,
      add: { $0.extra += packets(0, .sent) }, nearMiss: { $0.extra += packets(400, .sent) }),
    CauseRow(
      cause: .nothingArrives, symptom: .blackPicture, stage: dark,
      add: { $0.extra += packets(400, .sent) }, nearMiss: { $0.extra += packets(0, .sent) }),
    CauseRow(
      cause: .nothingArrives, symptom: .noMedia, stage: nothing,
      add: { call in
        for (peer, mid) in [(alice, "0"), (alice, "1"), (bob, "0"), (bob, "1")] {
          call.extra.append(Samples.sample(11_000, peer, mid, .sent, packets: 400))
        }
      }, nearMiss: { _ in }),
    CauseRow(
      cause: .nothingArrives, symptom: .oneWayMedia,
      stage: {
        $0.dropMedia(at: bob, mid: "0")
        $0.dropMedia(at: bob, mid: "1")
      },
      add: { $0.extra += packets(400, .sent) }),
    CauseRow(
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
    CauseRow(
      cause: .payloadTypeNotNegotiated, symptom: .blackPicture, stage: dark,
      add: {
        $0.extra += Samples.discards(9, bob, "rtp", "payload type 120 was not negotiated")
      },
      nearMiss: {
        $0.extra += Samples.discards(1, bob, "rtp", "payload type 120 was not negotiated")
      }),
    CauseRow(
      cause: .payloadTypeNotNegotiated, symptom: .blackPicture, stage: dark, add: { _ in },
      capture: [finding(CaptureRules.payloadType)], nearCapture: [finding(CaptureRules.loss)]),
    CauseRow(
      cause: .ssrcUnknown, symptom: .blackPicture, stage: dark,
      add: {
        $0.extra += Samples.discards(9, bob, "rtp", "no section for SSRC 7, payload type 96")
      },
      nearMiss: {
        $0.extra += Samples.discards(9, bob, "rtp", "\(RTPError.headerTruncated(byteCount: 3))")
      }),
    CauseRow(
      cause: .rtpVersionWrong, symptom: .blackPicture, stage: dark,
      add: { $0.extra += Samples.discards(9, bob, "rtp", "\(RTPError.version(0))") }),
    CauseRow(
      cause: .markerMisplaced, symptom: .blackPicture, stage: dark,
      add: { $0.extra += packets(400) }, capture: [finding(CaptureRules.markerPerNAL)],
      nearMiss: { $0.extra += packets(400) }),
    CauseRow(
      cause: .packetizationWrong, symptom: .blackPicture, stage: dark,
      add: { $0.extra += packets(400) }, capture: [finding(CaptureRules.packetizationMode)],
      nearMiss: { $0.extra += packets(400) }),
    CauseRow(
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
    CauseRow(
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
    CauseRow(
      cause: .decoderFails, symptom: .blackPicture, stage: dark,
      add: {
        $0.extra += packets(400)
        $0.extra.append(media(1700, bob, .decodeFailed(mid: "1", rtpTimestamp: 0, reason: "-1")))
      }, nearMiss: { $0.extra += packets(400) }),
    CauseRow(
      cause: .nothingRendered, symptom: .blackPicture, stage: dark,
      add: {
        $0.extra += packets(400)
        $0.extra.append(media(1700, bob, .decoded(mid: "1", rtpTimestamp: 0, concealed: false)))
      }, nearMiss: { _ in }),
    CauseRow(
      cause: .nothingRendered, symptom: .silence,
      stage: { call in
        call.drop { event in
          if case .media(.markPlayed) = event.kind { event.subject == .peer(bob) } else { false }
        }
      }, add: { _ in }, nearMiss: { $0 = Samples.call() }),
    CauseRow(
      cause: .bandwidthTooLow, symptom: .blackPicture, stage: dark,
      add: { $0.extra += packets(400, .sent) + packets(50) + targets(1500, 2000) },
      nearMiss: { $0.extra += packets(60, .sent) + packets(50) + targets(1500, 2000) }),
  ]
}
