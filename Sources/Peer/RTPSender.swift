internal import Congestion
internal import RTP
internal import SDP
internal import SansIO
internal import Trace

/// One outgoing stream: encoded frames to RTP packets, their history for repair, and sender reports.
struct RTPSender {
  /// Louder than this a voice is assumed (RFC 6464 §3, the V bit).
  private static let voiceLevel = -50

  let mid: String
  let kind: MediaKind
  let codec: NegotiatedCodec
  let ssrc: UInt32
  private(set) var sample: StreamSample
  private(set) var packetCount: UInt32 = 0
  private let extensions: ExtensionIDs
  private var packetizer: Packetizer
  private var sequenceNumber: UInt16
  private let timestampOffset: UInt32
  private var history = RetransmissionHistory()
  private var rtx: RTXEncoder?
  private var octetCount: UInt32 = 0

  /// Nil: the codec's payload format is not known here, or the section has no SSRC.
  init?(section: NegotiatedSection, codec: NegotiatedCodec, generator: inout SplitMix64) {
    guard let format = PayloadFormat(codec), let ssrc = section.localSSRC else { return nil }
    mid = section.mid
    kind = section.kind
    self.codec = codec
    self.ssrc = ssrc
    sample = StreamSample(mid: section.mid, direction: .sent)
    // RFC 8285 §6: an extension may be agreed for one direction only.
    extensions = ExtensionIDs(section.headerExtensions.filter(\.direction.sends))
    // Below 2^15, so that SRTP's first guess of the roll-over counter is right (RFC 3711 §3.3.1).
    func start() -> UInt16 { UInt16(truncatingIfNeeded: generator.next()) & 0x7fff }
    packetizer = Packetizer(format: format, firstPictureID: start())
    sequenceNumber = start()
    timestampOffset = UInt32(truncatingIfNeeded: generator.next())
    if let payloadType = codec.rtxPayloadType, let ssrc = section.localRTXSSRC {
      rtx = RTXEncoder(ssrc: ssrc, payloadType: payloadType, firstSequenceNumber: start())
    }
  }

  var usesTransportSequence: Bool { extensions.transportSequence != nil }

  /// The RTP packets of one frame, without what is stamped as they leave.
  mutating func packets(
    of frame: OutgoingFrame, maximumPayload: Int
  ) throws(PayloadError) -> [RTPPacket] {
    let payloads = try packetizer.packetize(frame.payload, maximumPayload: maximumPayload)
    return payloads.enumerated().map { index, payload in
      var packet = RTPPacket(
        marker: kind == .video && index == payloads.count - 1, payloadType: codec.payloadType,
        sequenceNumber: sequenceNumber, timestamp: timestamp(ticks: frame.ticks), ssrc: ssrc,
        payload: payload)
      sequenceNumber &+= 1
      if let id = extensions.mid { packet.setExtension(id: id, Array(mid.utf8)) }
      if let id = extensions.audioLevel, let level = frame.level {
        let value = AudioLevel(
          level: UInt8(min(127, max(0, -level))), hasVoice: level > Self.voiceLevel)
        packet.setExtension(id: id, value.data)
      }
      return packet
    }
  }

  /// Stamps a packet as it leaves, keeps it for repair and counts it.
  mutating func leave(
    _ packet: RTPPacket, isRetransmission: Bool, transportSequence: UInt16, at now: Instant
  ) -> [UInt8] {
    var packet = packet
    if let id = extensions.absSendTime {
      packet.setExtension(id: id, AbsSendTime(nanoseconds: now.nanoseconds).data)
    }
    if let id = extensions.transportSequence {
      packet.setExtension(id: id, TransportSequenceNumber(value: transportSequence).data)
    }
    let bytes = packet.serialized()
    sample.bytes += bytes.count
    if isRetransmission {
      sample.retransmittedPackets += 1
    } else {
      sample.packets += 1
      packetCount &+= 1
      octetCount &+= UInt32(truncatingIfNeeded: packet.payload.count)
      history.sent(packet, at: now)
    }
    return bytes
  }

  /// The packets that a NACK asks for and that are still known, as RTX where agreed (RFC 4588), else as they were.
  mutating func retransmissions(of lost: [UInt16], at now: Instant) -> [RTPPacket] {
    sample.nacks += lost.count
    return lost.compactMap { number in
      guard let packet = history.retransmit(number, at: now) else { return nil }
      return rtx?.encode(packet) ?? packet
    }
  }

  mutating func set(roundTripTime: Duration) { history.roundTripTime = roundTripTime }

  mutating func countKeyFrameRequest() { sample.plis += 1 }

  /// RFC 3550 §6.4.1: the same instant on the wall clock and in the stream's own ticks.
  func senderReport(clock: PeerClock, blocks: [ReportBlock], at now: Instant) -> SenderReport {
    let media = MediaClock(rate: Int(codec.clockRate))
    return SenderReport(
      ssrc: ssrc, ntp: clock.ntpTimestamp(at: now),
      rtpTimestamp: timestamp(ticks: media.ticks(nanoseconds: clock.elapsed(at: now))),
      packetCount: packetCount, octetCount: octetCount, blocks: blocks)
  }

  private func timestamp(ticks: Int64) -> UInt32 {
    timestampOffset &+ UInt32(truncatingIfNeeded: ticks)
  }
}

extension PayloadFormat {
  /// The payload format of a negotiated codec; nil where none is known.
  init?(_ codec: NegotiatedCodec) {
    switch codec.name.lowercased() {
    case "vp8": self = .vp8
    case "h264": self = .h264(mode: codec.h264?.packetizationMode ?? 0)
    case "opus": self = .opus
    default: return nil
    }
  }
}
