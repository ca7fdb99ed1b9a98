internal import Congestion
internal import Playout
internal import RTP
internal import SDP
internal import SansIO
internal import Trace

/// One incoming section: its stream's statistics, repair, reports and playout.
struct RTPReceiver {
  enum Playout {
    case video(VideoReceiver)
    case audio(AudioReceiver)
    /// Taken out to be changed in place: two owners would mean a copy of every buffer inside.
    case lent
  }

  let mid: String
  let kind: MediaKind
  private var codecs: [NegotiatedCodec]
  private(set) var ssrc: UInt32?
  private(set) var codec: NegotiatedCodec?
  private var playout: Playout
  private var nack = NACKRequester()
  private var sample: StreamSample
  private var statistics: ReceptionStatistics?
  private var restoredPackets = 0
  private var roundTripTime: Duration = .milliseconds(100)

  init(section: NegotiatedSection) {
    mid = section.mid
    kind = section.kind
    codecs = section.receiveCodecs
    sample = StreamSample(mid: section.mid, direction: .received)
    playout = Self.playout(section.kind)
  }

  /// Takes over what a later exchange says of the stream.
  mutating func apply(_ section: NegotiatedSection) {
    codecs = section.receiveCodecs
    if let codec {
      self.codec = codecs.first {
        $0.payloadType == codec.payloadType && $0.label == codec.label
      }
    }
  }

  private static func playout(_ kind: MediaKind) -> Playout {
    kind == .video ? .video(VideoReceiver()) : .audio(AudioReceiver())
  }

  private var usesNACK: Bool { codec?.feedback.contains("nack") ?? false }

  func codec(payloadType: UInt8) -> NegotiatedCodec? {
    codecs.first { $0.payloadType == payloadType }
  }

  /// The stream's packets are of this source and codec from now on; true when that is news.
  mutating func follow(ssrc: UInt32, codec: NegotiatedCodec) -> Bool {
    guard ssrc != self.ssrc || codec.payloadType != self.codec?.payloadType else { return false }
    if ssrc != self.ssrc {
      statistics = ReceptionStatistics(ssrc: ssrc, clockRate: Int(codec.clockRate))
      if self.ssrc != nil {
        playout = Self.playout(kind)
        nack = NACKRequester(roundTripTime: roundTripTime)
      }
      self.ssrc = ssrc
    }
    self.codec = codec
    return true
  }

  /// - Parameter isRestored: the packet came out of RTX.
  mutating func receive(
    _ packet: RTPPacket, byteCount: Int, isRestored: Bool, level: AudioLevel?, at now: Instant
  ) {
    guard let codec, let format = PayloadFormat(codec) else { return }
    sample.bytes += byteCount
    let wasMissing =
      usesNACK ? nack.received(sequenceNumber: packet.sequenceNumber, at: now) : false
    if isRestored {
      sample.retransmittedPackets += 1
      // One that was overtaken, asked for and then came by itself is no loss that was repaired.
      if wasMissing { restoredPackets += 1 }
    } else {
      sample.packets += 1
      statistics?.received(
        sequenceNumber: packet.sequenceNumber, timestamp: packet.timestamp, byteCount: byteCount,
        arrival: now)
    }
    guard !packet.payload.isEmpty else { return }
    withVideo { $0.receive(format: format, packet: packet, at: now) }
    withAudio { $0.receive(packet: packet, level: level, at: now) }
    giveUpRepair(at: now)
  }

  /// Changes the playout of a video section in place; nil: this is none.
  @discardableResult
  mutating func withVideo<Result>(_ body: (inout VideoReceiver) -> Result) -> Result? {
    guard case .video(var video) = playout else { return nil }
    playout = .lent
    defer { playout = .video(video) }
    return body(&video)
  }

  /// Changes the playout of an audio section in place; nil: this is none.
  @discardableResult
  mutating func withAudio<Result>(_ body: (inout AudioReceiver) -> Result) -> Result? {
    guard case .audio(var audio) = playout else { return nil }
    playout = .lent
    defer { playout = .audio(audio) }
    return body(&audio)
  }

  mutating func receive(_ report: SenderReport, at now: Instant) {
    statistics?.receivedSenderReport(ntp: report.ntp, at: now)
    withVideo { $0.receiveSenderReport(ntp: report.ntp, rtpTimestamp: report.rtpTimestamp) }
    withAudio { $0.receiveSenderReport(ntp: report.ntp, rtpTimestamp: report.rtpTimestamp) }
  }

  mutating func set(roundTripTime: Duration) {
    self.roundTripTime = roundTripTime
    nack.roundTripTime = roundTripTime
    withVideo { $0.roundTripTime = roundTripTime }
  }

  /// Sequence numbers to ask for again now.
  mutating func dueNACKs(at now: Instant) -> [UInt16] {
    guard usesNACK else { return [] }
    if case .video(let video) = playout, let first = video.firstNeededSequence {
      nack.clear(before: first)
    }
    let due = nack.due(at: now)
    sample.nacks += due.count
    giveUpRepair(at: now)
    return due
  }

  /// What NACK could not bring will not come: only a key frame helps.
  private mutating func giveUpRepair(at now: Instant) {
    if nack.takeKeyFrameRequest() { withVideo { $0.abandonRepair(at: now) } }
  }

  /// The next frame to decode.
  mutating func nextFrame(at now: Instant) -> PlayableFrame? {
    withVideo { $0.nextFrame(at: now) } ?? nil
  }

  mutating func nextEvent() -> VideoReceiver.Event? {
    withVideo { $0.nextEvent() } ?? nil
  }

  mutating func requireKeyFrame(reason: String, at now: Instant) {
    withVideo { $0.requireKeyFrame(reason: reason, at: now) }
  }

  mutating func pull(at now: Instant) -> AudioPull {
    withAudio { $0.pull(at: now) } ?? .nothing
  }

  mutating func countKeyFrameRequest() { sample.plis += 1 }

  mutating func makeReportBlock(at now: Instant) -> ReportBlock? {
    statistics?.makeReportBlock(at: now)
  }

  /// Counters as they stand now.
  var currentSample: StreamSample {
    guard let statistics else { return sample }
    var result = sample
    result.cumulativeLost = Int(statistics.cumulativeLost)
    result.lostPackets = max(0, result.cumulativeLost - restoredPackets)
    result.jitter = statistics.jitterDuration
    return result
  }

  var deadline: Instant? {
    guard case .video(let video) = playout else { return nil }
    return earliest(video.deadline, usesNACK ? nack.deadline : nil)
  }

  mutating func wake(at now: Instant) {
    withVideo { $0.wake(at: now) }
  }
}
