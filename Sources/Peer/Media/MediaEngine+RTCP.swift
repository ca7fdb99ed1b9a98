internal import Congestion
internal import RTP
internal import SDP
internal import SansIO
internal import Trace

// Reports, repair and feedback, both ways.
extension MediaEngine {
  /// Below this no picture is worth sending (libwebrtc's minimum).
  private static let minimumVideoBitRate: Int64 = 30_000
  /// What a running Opus stream of 32 kbit/s takes with its headers.
  private static let audioBitRate: Int64 = 60_000

  // MARK: Incoming

  mutating func receive(rtcp bytes: [UInt8], at now: Instant) {
    let packets: [RTCPPacket]
    do {
      packets = try RTCPPacket.parseCompound(bytes) { fault in
        outputs.append(.discarded(layer: "rtcp", reason: "\(fault)"))
      }
    } catch {
      outputs.append(.discarded(layer: "rtcp", reason: "\(error)"))
      return
    }
    for packet in packets {
      switch packet {
      case .senderReport(let report):
        if let index = receivers.firstIndex(where: { $0.ssrc == report.ssrc }) {
          receivers[index].receive(report, at: now)
        }
        learnRoundTrip(report.blocks, at: now)
      case .receiverReport(let report): learnRoundTrip(report.blocks, at: now)
      case .transportLayerNACK(let nack): retransmit(nack, at: now)
      case .pictureLossIndication(let request):
        keyFrameAsked(request.mediaSSRC, by: "PLI", at: now)
      case .fullIntraRequest(let request):
        for entry in request.entries { receive(entry, from: request.senderSSRC, at: now) }
      case .receiverEstimatedMaximumBitrate(let remb):
        hearsREMB = true
        obey(remb.bitRate, feedback: "goog-remb")
      case .transportFeedback(let report):
        if let estimate = sendEstimator?.receive(report, at: now), !hearsREMB {
          obey(estimate, feedback: "transport-cc")
        }
      case .sourceDescription, .bye, .congestionControlFeedback, .other: break
      }
    }
  }

  private mutating func learnRoundTrip(_ blocks: [ReportBlock], at now: Instant) {
    let ntp = clock.ntpTimestamp(at: now)
    for block in blocks where senders.contains(where: { $0.ssrc == block.ssrc }) {
      if let roundTripTime = block.roundTripTime(receivedAt: ntp) {
        set(roundTripTime: roundTripTime)
      }
    }
  }

  /// The path's round trip, from RTCP or, before any report, from STUN.
  mutating func set(roundTripTime: Duration) {
    for index in senders.indices { senders[index].set(roundTripTime: roundTripTime) }
    for index in receivers.indices { receivers[index].set(roundTripTime: roundTripTime) }
    estimator?.roundTripTime = roundTripTime
    sendEstimator?.roundTripTime = roundTripTime
  }

  private mutating func retransmit(_ nack: TransportLayerNACK, at now: Instant) {
    guard let index = senders.firstIndex(where: { $0.ssrc == nack.mediaSSRC }),
      senders[index].codec.feedback.contains("nack")
    else { return }
    for packet in senders[index].retransmissions(of: nack.lostSequenceNumbers, at: now) {
      pace(
        packet, mid: senders[index].mid, priority: .retransmission, isRetransmission: true, at: now)
    }
    releasePaced(at: now)
  }

  private mutating func receive(
    _ entry: FullIntraRequest.Entry, from requester: UInt32, at now: Instant
  ) {
    guard let index = senders.firstIndex(where: { $0.ssrc == entry.ssrc }),
      senders[index].isNew(fullIntraRequest: entry.sequenceNumber, from: requester)
    else { return }
    keyFrameAsked(entry.ssrc, by: "FIR", at: now)
  }

  private mutating func keyFrameAsked(_ ssrc: UInt32, by: String, at now: Instant) {
    guard let index = senders.firstIndex(where: { $0.ssrc == ssrc }) else { return }
    let mid = senders[index].mid
    outputs.append(.event(.keyFrameAsked(mid: mid, by: by)))
    if senders[index].takeKeyFrameRequest(at: now) {
      outputs.append(.demand(.keyFrame(mid: mid)))
    }
  }

  /// The video encoder gets what an estimate leaves beside the sound; `feedback`: what must be agreed for it.
  private mutating func obey(_ estimate: BitRate, feedback: String) {
    guard let video = senders.first(where: { $0.kind == .video }),
      video.codec.feedback.contains(feedback)
    else { return }
    let sound = senders.contains { $0.kind == .audio } ? Self.audioBitRate : 0
    let rate = min(
      maximumVideoBitRate.bitsPerSecond,
      max(Self.minimumVideoBitRate, estimate.bitsPerSecond - sound))
    setTarget(BitRate(bitsPerSecond: rate), mid: video.mid)
  }

  // MARK: Outgoing

  /// Asks again for what is missing, in all sections.
  mutating func repair(at now: Instant) {
    for index in receivers.indices {
      receivers[index].wake(at: now)
      sendNACK(of: index, at: now)
      collectEvents(of: index)
    }
  }

  mutating func sendNACK(of index: Int, at now: Instant) {
    let lost = receivers[index].dueNACKs(at: now)
    guard !lost.isEmpty, let ssrc = receivers[index].ssrc else { return }
    sendFeedback(
      .transportLayerNACK(
        TransportLayerNACK(senderSSRC: localSSRC, mediaSSRC: ssrc, lost: lost)))
  }

  mutating func requestKeyFrame(of index: Int) {
    guard let ssrc = receivers[index].ssrc,
      receivers[index].codec?.feedback.contains("nack pli") ?? false
    else { return }
    receivers[index].countKeyFrameRequest()
    sendFeedback(
      .pictureLossIndication(PictureLossIndication(senderSSRC: localSSRC, mediaSSRC: ssrc)))
  }

  mutating func sendDueFeedback(at now: Instant) {
    let sender = localSSRC
    feedback?.senderSSRC = sender
    for report in feedback?.feedback(at: now) ?? [] { sendFeedback(.transportFeedback(report)) }
    sendREMB(at: now)
  }

  mutating func sendREMB(at now: Instant) {
    let ssrcs = videoSources
    guard !ssrcs.isEmpty, let rate = estimator?.dueREMB(at: now) else { return }
    sendFeedback(
      .receiverEstimatedMaximumBitrate(
        ReceiverEstimatedMaximumBitrate(senderSSRC: localSSRC, bitRate: rate, ssrcs: ssrcs)))
  }

  /// The video streams that come in: what REMB is about.
  var videoSources: [UInt32] { receivers.filter { $0.kind == .video }.compactMap(\.ssrc) }

  /// Asked at every turn, so without an array.
  var receivesVideo: Bool { receivers.contains { $0.kind == .video && $0.ssrc != nil } }

  /// Feedback goes out at once, in a compound packet (RFC 3550 §6.1): reduced size is not negotiated.
  private mutating func sendFeedback(_ packet: RTCPPacket) {
    outputs.append(
      .rtcp(
        RTCPPacket.serialize([
          .receiverReport(ReceiverReport(ssrc: localSSRC)), description(of: [localSSRC]), packet,
        ])))
  }

  /// RFC 3550 §6.5.1: streams that belong together carry one CNAME, each under its own SSRC.
  private func description(of sources: [UInt32]) -> RTCPPacket {
    .sourceDescription(
      SourceDescription(
        chunks: sources.flatMap { SourceDescription(ssrc: $0, cname: canonicalName).chunks }))
  }

  /// Every source of this peer; the one that reports are signed with where nothing is sent.
  private var sources: [UInt32] { senders.isEmpty ? [localSSRC] : senders.map(\.ssrc) }

  mutating func sendReports(at now: Instant) {
    let blocks = receivers.indices.compactMap { receivers[$0].makeReportBlock(at: now) }
    if let worst = blocks.map(\.fractionLost).max() {
      estimator?.noteLoss(fraction: Double(worst) / 256)
    }
    var packets: [RTCPPacket] = []
    for sender in senders where sender.packetCount > 0 {
      // All blocks go with the first report.
      packets.append(
        .senderReport(
          sender.senderReport(clock: clock, blocks: packets.isEmpty ? blocks : [], at: now)))
    }
    if packets.isEmpty {
      packets.append(.receiverReport(ReceiverReport(ssrc: localSSRC, blocks: blocks)))
    }
    packets.append(description(of: sources))
    outputs.append(.rtcp(RTCPPacket.serialize(packets)))
  }

  /// RFC 3550 §6.6.
  mutating func sendGoodbye() {
    outputs.append(
      .rtcp(
        RTCPPacket.serialize([
          .receiverReport(ReceiverReport(ssrc: localSSRC)), description(of: sources),
          .bye(Bye(sources: sources)),
        ])))
  }
}
