internal import Congestion
internal import Playout
internal import RTP
internal import SDP
internal import SansIO
internal import Trace

// Incoming media: from packets to frames that are due.
extension MediaEngine {
  mutating func receive(rtp bytes: [UInt8], at now: Instant) {
    let packet: RTPPacket
    do {
      packet = try RTPPacket(parsing: bytes)
    } catch {
      outputs.append(.discarded(layer: "rtp", reason: "\(error)"))
      return
    }
    guard let route = demultiplexer.route(packet),
      let index = receivers.firstIndex(where: { $0.mid == route.mid })
    else {
      outputs.append(
        .discarded(
          layer: "rtp",
          reason: "no section for SSRC \(packet.ssrc), payload type \(packet.payloadType)"))
      return
    }
    observeArrival(packet, ids: route.extensions, byteCount: bytes.count, at: now)
    guard let media = restore(packet, route: route, receiver: index) else { return }
    guard let codec = receivers[index].codec(payloadType: media.payloadType) else {
      outputs.append(
        .discarded(layer: "rtp", reason: "payload type \(media.payloadType) was not negotiated"))
      return
    }
    let isFirst = receivers[index].ssrc == nil
    if receivers[index].follow(ssrc: media.ssrc, codec: codec) {
      outputs.append(
        .event(
          .receiving(
            mid: route.mid, codec: codec.label, payloadType: codec.payloadType, ssrc: media.ssrc)))
      outputs.append(.demand(.receive(mid: route.mid, kind: receivers[index].kind, codec: codec)))
    }
    if isFirst { outputs.append(.event(.firstPacket(mid: route.mid))) }
    let level = route.extensions.audioLevel.flatMap { packet.extensionValue(id: $0) }
    receivers[index].receive(
      media, byteCount: bytes.count, isRestored: route.originalPayloadType != nil,
      level: level.flatMap { AudioLevel($0) }, at: now)
    collectEvents(of: index)
    sendNACK(of: index, at: now)
  }

  /// The packet itself, or what its retransmission carries; nil for padding, and for RTX before any media.
  private func restore(
    _ packet: RTPPacket, route: Demultiplexer.Route, receiver index: Int
  ) -> RTPPacket? {
    guard let original = route.originalPayloadType else { return packet }
    guard let ssrc = receivers[index].ssrc else { return nil }
    return try? originalPacket(fromRTX: packet, ssrc: ssrc, payloadType: original)
  }

  private mutating func observeArrival(
    _ packet: RTPPacket, ids: ExtensionIDs, byteCount: Int, at now: Instant
  ) {
    if let id = ids.transportSequence, let data = packet.extensionValue(id: id),
      let number = TransportSequenceNumber(data)
    {
      feedback?.mediaSSRC = packet.ssrc
      feedback?.received(transportSequence: number.value, at: now)
    }
    if let id = ids.absSendTime, let data = packet.extensionValue(id: id),
      let sent = AbsSendTime(data)
    {
      estimator?.received(
        byteCount: byteCount + Self.transportOverhead, sendTime: sent, at: now)
      sendREMB(at: now)
    }
  }

  mutating func collectEvents(of index: Int) {
    let mid = receivers[index].mid
    var needsKeyFrame = false
    while let event = receivers[index].nextEvent() {
      switch event {
      case .assembled(let frame):
        outputs.append(
          .event(
            .assembled(
              mid: mid, rtpTimestamp: frame.rtpTimestamp, byteCount: frame.payload.count,
              keyFrame: frame.isKeyFrame)))
      case .keyFrameNeeded(let reason):
        outputs.append(.event(.keyFrameRequested(mid: mid, reason: reason)))
        needsKeyFrame = true
      case .droppedLate(let count):
        outputs.append(.discarded(layer: "playout", reason: "\(count) frames came too late"))
      case .discarded(let reason): outputs.append(.discarded(layer: "playout", reason: reason))
      }
    }
    if needsKeyFrame { requestKeyFrame(of: index) }
  }

  /// The next video frame of any section that is to be decoded now.
  mutating func nextFrame(at now: Instant) -> (mid: String, frame: PlayableFrame)? {
    for index in receivers.indices {
      let frame = receivers[index].nextFrame(at: now)
      collectEvents(of: index)
      if let frame { return (receivers[index].mid, frame) }
    }
    return nil
  }

  /// The decoder cannot go on without a key frame.
  mutating func requireKeyFrame(mid: String, reason: String, at now: Instant) {
    guard let index = receivers.firstIndex(where: { $0.mid == mid }) else { return }
    receivers[index].requireKeyFrame(reason: reason, at: now)
    collectEvents(of: index)
  }

  /// Sound for the next 20 ms of a section.
  mutating func pullSound(mid: String, at now: Instant) -> AudioPull {
    guard let index = receivers.firstIndex(where: { $0.mid == mid }) else { return .nothing }
    return receivers[index].pull(at: now)
  }

  mutating func synchronize() {
    guard
      let audio = receivers.firstIndex(where: { $0.kind == .audio }),
      let video = receivers.firstIndex(where: { $0.kind == .video }),
      let sound = receivers[audio].withAudio({ (clock: $0.clock, delay: $0.delay) }),
      let picture = receivers[video].withVideo({ (clock: $0.clock, delay: $0.targetDelay) }),
      let minimum = lipSync.update(
        audio: sound.clock, video: picture.clock, audioDelay: sound.delay,
        videoDelay: picture.delay)
    else { return }
    receivers[audio].withAudio { $0.setMinimumDelay(minimum.audioMinimum) }
    receivers[video].withVideo { $0.setMinimumDelay(minimum.videoMinimum) }
  }
}
