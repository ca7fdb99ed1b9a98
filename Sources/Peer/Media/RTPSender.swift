internal import Congestion
internal import RTP
internal import SDP
internal import SansIO
internal import Trace

/// One outgoing stream: encoded frames to RTP packets, their history for repair, and sender reports.
struct RTPSender {
  /// Louder than this a voice is assumed (RFC 6464 §3, the V bit).
  private static let voiceLevel = -50
  /// A key frame at most this often on request, as libwebrtc's encoder does.
  private static let keyFrameInterval: Duration = .milliseconds(300)
  /// More than the sources of one far side that ask for key frames.
  private static let requesterLimit = 16
  /// What an element of the one-byte form holds (RFC 8285 §4.2); the two-byte form is not negotiated.
  private static let oneByteFormLimit = 16

  let mid: String
  let kind: MediaKind
  private(set) var codec: NegotiatedCodec
  let ssrc: UInt32
  private(set) var sample: StreamSample
  private(set) var packetCount: UInt32 = 0
  private var extensions: ExtensionIDs
  private var packetizer: Packetizer
  private var sequenceNumber: UInt16
  private let timestampOffset: UInt32
  private var history = RetransmissionHistory()
  private var rtx: RTXEncoder?
  private var octetCount: UInt32 = 0
  private var lastKeyFrameRequest: Instant?
  /// By whoever asked: the number of the last FIR.
  private var fullIntraRequests: [(requester: UInt32, number: UInt8)] = []

  /// Nil: the codec's payload format is not known here, or the section has no SSRC.
  init?(section: NegotiatedSection, codec: NegotiatedCodec, generator: inout SplitMix64) {
    guard let format = PayloadFormat(codec), let ssrc = section.localSSRC else { return nil }
    mid = section.mid
    kind = section.kind
    self.codec = codec
    self.ssrc = ssrc
    sample = StreamSample(mid: section.mid, direction: .sent)
    extensions = ExtensionIDs(sentIn: section)
    packetizer = Packetizer(format: format, firstPictureID: Self.firstNumber(&generator))
    sequenceNumber = Self.firstNumber(&generator)
    timestampOffset = UInt32(truncatingIfNeeded: generator.next())
    applyRTX(section, generator: &generator)
  }

  /// Takes over what a later exchange says of the stream; true when its codec is another one.
  ///
  /// All numbers go on from where they are: a number that came twice under one SSRC and key would repeat the key stream
  /// (RFC 3711 §9.1).
  mutating func apply(
    _ section: NegotiatedSection, codec: NegotiatedCodec, generator: inout SplitMix64
  ) -> Bool {
    extensions = ExtensionIDs(sentIn: section)
    guard codec != self.codec, let format = PayloadFormat(codec) else { return false }
    self.codec = codec
    packetizer = Packetizer(format: format, firstPictureID: Self.firstNumber(&generator))
    history = RetransmissionHistory(roundTripTime: history.roundTripTime)
    applyRTX(section, generator: &generator)
    return true
  }

  private mutating func applyRTX(_ section: NegotiatedSection, generator: inout SplitMix64) {
    guard let payloadType = codec.rtxPayloadType, let ssrc = section.localRTXSSRC else { return }
    let first = rtx?.nextSequenceNumber ?? Self.firstNumber(&generator)
    rtx = RTXEncoder(ssrc: ssrc, payloadType: payloadType, firstSequenceNumber: first)
  }

  /// Below 2^15, so that SRTP's first guess of the roll-over counter is right (RFC 3711 §3.3.1).
  private static func firstNumber(_ generator: inout SplitMix64) -> UInt16 {
    UInt16(truncatingIfNeeded: generator.next()) & 0x7fff
  }

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
      // The far side's offer chooses the mid: one that does not fit is left out, SSRC and payload type say as much.
      if let id = extensions.mid, (1...Self.oneByteFormLimit).contains(mid.utf8.count) {
        packet.setExtension(id: id, Array(mid.utf8))
      }
      if let id = extensions.audioLevel, let level = frame.level {
        let value = AudioLevel(
          level: UInt8(min(127, max(0, -level))), hasVoice: level > Self.voiceLevel)
        packet.setExtension(id: id, value.data)
      }
      return packet
    }
  }

  /// Stamps a packet as it leaves, keeps it for repair and counts it.
  ///
  /// One that goes out again under its own number goes as it was: another under that number would break the cipher
  /// (RFC 3711 §9.1).
  mutating func leave(
    _ packet: RTPPacket, isRetransmission: Bool, transportSequence: inout UInt16, clock: PeerClock,
    at now: Instant
  ) -> [UInt8] {
    var packet = packet
    if !isRetransmission || packet.ssrc != ssrc {
      if let id = extensions.absSendTime {
        packet.setExtension(id: id, AbsSendTime(nanoseconds: clock.elapsed(at: now)).data)
      }
      if let id = extensions.transportSequence {
        packet.setExtension(id: id, TransportSequenceNumber(value: transportSequence).data)
        transportSequence &+= 1
      }
    }
    let bytes = packet.serialized()
    sample.bytes += bytes.count
    if isRetransmission {
      sample.retransmittedPackets += 1
    } else {
      sample.packets += 1
      packetCount &+= 1
      octetCount &+= UInt32(truncatingIfNeeded: packet.payload.count)
      // One of the codec before would be restored under the payload type of this one.
      if packet.payloadType == codec.payloadType { history.sent(packet, at: now) }
    }
    return bytes
  }

  /// The packets that a NACK asks for and that are still known, as RTX where agreed (RFC 4588), else as they were.
  mutating func retransmissions(of lost: [UInt16], at now: Instant) -> [RTPPacket] {
    sample.nacks += lost.count
    return lost.compactMap { number in
      guard let packet = history.retransmit(number, at: now) else { return nil }
      return codec.rtxPayloadType == nil ? packet : rtx?.encode(packet) ?? packet
    }
  }

  mutating func set(roundTripTime: Duration) { history.roundTripTime = roundTripTime }

  /// Counts a request for a key frame; true when one is to be made now.
  mutating func takeKeyFrameRequest(at now: Instant) -> Bool {
    sample.plis += 1
    if let last = lastKeyFrameRequest, now - last < Self.keyFrameInterval { return false }
    lastKeyFrameRequest = now
    return true
  }

  /// False for a FIR with the number of the one before: that is the same request, sent again (RFC 5104 §4.3.1.1).
  mutating func isNew(fullIntraRequest number: UInt8, from requester: UInt32) -> Bool {
    guard let index = fullIntraRequests.firstIndex(where: { $0.requester == requester }) else {
      if fullIntraRequests.count == Self.requesterLimit { fullIntraRequests.removeFirst() }
      fullIntraRequests.append((requester, number))
      return true
    }
    defer { fullIntraRequests[index].number = number }
    return fullIntraRequests[index].number != number
  }

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
    switch codec.name.lowercasedASCII {
    case "vp8": self = .vp8
    case "h264": self = .h264(mode: codec.h264?.packetizationMode ?? 0)
    case "opus": self = .opus
    default: return nil
    }
  }
}
