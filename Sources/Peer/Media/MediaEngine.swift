internal import Congestion
internal import Playout
internal import RTP
internal import SDP
internal import SansIO
internal import Trace

/// RTP and RTCP of all sections of one peer: senders, receivers, pacing, repair, feedback, reports.
///
/// It is told packets in the clear and hands packets in the clear back; the transport protects them. What comes in is in
/// `MediaEngine+Receiving`, RTCP in `MediaEngine+RTCP`.
struct MediaEngine {
  enum Output {
    case rtp([UInt8])
    case rtcp([UInt8])
    case demand(Demand)
    case event(MediaEvent)
    case discarded(layer: String, reason: String)
  }

  /// When what comes again and again is due next.
  private struct Timers {
    var report: Instant
    var sample: Instant
    var synchronization: Instant

    var earliest: Instant { min(report, sample, synchronization) }
  }

  private struct Waiting {
    var packet: RTPPacket
    var mid: String
    var isRetransmission: Bool
  }

  private static let sampleInterval: Duration = .milliseconds(200)
  /// How often sound and pictures are brought together, as libwebrtc's RtpStreamsSynchronizer.
  private static let synchronizationInterval: Duration = .seconds(1)
  /// What an RTP packet may carry beside its header, extensions and SRTP tag within a path of 1280 bytes (RFC 8200 §5).
  private static let maximumPayload = 1160
  /// RTP header with extensions, SRTP tag, UDP and IP: what a packet costs beside its payload.
  private static let overheadPerPacket = 70
  /// SRTP tag, UDP and IPv4 headers: what the link counts beside the packet in the clear.
  static let transportOverhead = 44
  private static let fallbackBitRate = BitRate.kilobits(300)

  let clock: PeerClock
  let canonicalName: String
  let maximumVideoBitRate: BitRate
  let startVideoBitRate: BitRate
  var senders: [RTPSender] = []
  /// Those that may not send at present; their numbers go on when they may again.
  private var pausedSenders: [RTPSender] = []
  var receivers: [RTPReceiver] = []
  var demultiplexer = Demultiplexer()
  var feedback: TransportFeedbackRecorder?
  var estimator: ReceiveBandwidthEstimator?
  /// Where transport-wide feedback is agreed; it has a say while the far side sends no REMB.
  var sendEstimator: SendBandwidthEstimator?
  var hearsREMB = false
  var lipSync = LipSync()
  /// By section: what its encoder may spend.
  private var targets: [String: BitRate] = [:]
  /// Nil before any section was agreed on, and after the end.
  private var timers: Timers?
  var outputs = Queue<Output>()
  private var generator: SplitMix64
  private var pacer: Pacer
  private var waiting: [Int: Waiting] = [:]
  private var nextPacedID = 0
  private var transportSequence: UInt16 = 0

  init(configuration: PeerConfiguration) {
    clock = configuration.clock
    canonicalName = configuration.name
    generator = configuration.seed.stream("peer \(configuration.name) rtp")
    let video = configuration.tracks.first { $0.kind == .video }
    startVideoBitRate = video?.startBitRate ?? Self.fallbackBitRate
    maximumVideoBitRate = video?.maximumBitRate ?? Self.fallbackBitRate
    pacer = Pacer(target: startVideoBitRate)
  }

  // MARK: Agreement

  /// The sections agreed by offer and answer: opens, changes and closes streams.
  mutating func apply(_ sections: [NegotiatedSection], at now: Instant) {
    for section in sections {
      applySender(section)
      applyReceiver(section)
    }
    demultiplexer.apply(sections)
    let agreed = sections.filter { !$0.isRejected }.flatMap(\.receiveCodecs).flatMap(\.feedback)
    if !agreed.contains("transport-cc") {
      feedback = nil
      sendEstimator = nil
    } else if feedback == nil {
      feedback = TransportFeedbackRecorder(senderSSRC: localSSRC, mediaSSRC: 0)
      sendEstimator = SendBandwidthEstimator(
        start: startVideoBitRate, maximum: maximumVideoBitRate)
    }
    if !agreed.contains("goog-remb") {
      estimator = nil
    } else if estimator == nil {
      var configuration = ReceiveBandwidthEstimator.Configuration()
      configuration.start = startVideoBitRate
      estimator = ReceiveBandwidthEstimator(configuration: configuration)
    }
    if timers == nil {
      // RFC 3550 §6.2: the first comes after half the time.
      timers = Timers(
        report: now + drawReportInterval() / 2, sample: now + Self.sampleInterval,
        synchronization: now + Self.synchronizationInterval)
    }
  }

  /// 1 s on average, between half and one and a half times that, lest all reports march in step (RFC 3550 §6.3.1).
  private mutating func drawReportInterval() -> Duration {
    .milliseconds(500 + Int64(generator.next() % 1000))
  }

  private mutating func applySender(_ section: NegotiatedSection) {
    let index = senders.firstIndex { $0.mid == section.mid }
    let sends = !section.isRejected && section.direction.sends
    guard sends, let codec = section.sendCodecs.first(where: { PayloadFormat($0) != nil }) else {
      if let index {
        pausedSenders.append(senders.remove(at: index))
        outputs.append(.demand(.stopSending(mid: section.mid)))
      }
      return
    }
    let sender: RTPSender
    if let index {
      guard senders[index].apply(section, codec: codec, generator: &generator) else { return }
      sender = senders[index]
    } else if let paused = pausedSenders.firstIndex(where: { $0.mid == section.mid }) {
      var resumed = pausedSenders.remove(at: paused)
      _ = resumed.apply(section, codec: codec, generator: &generator)
      sender = resumed
      senders.append(resumed)
    } else {
      guard let new = RTPSender(section: section, codec: codec, generator: &generator) else {
        return
      }
      sender = new
      senders.append(new)
    }
    outputs.append(
      .demand(
        .send(
          mid: section.mid, kind: section.kind, codec: codec, maximumPayload: Self.maximumPayload)))
    outputs.append(
      .event(
        .sending(
          mid: section.mid, codec: codec.label, payloadType: codec.payloadType, ssrc: sender.ssrc)))
    if section.kind == .video {
      // A new encoder knows nothing of the path; what was learnt of it still holds.
      setTarget(targets.removeValue(forKey: section.mid) ?? startVideoBitRate, mid: section.mid)
    }
  }

  private mutating func applyReceiver(_ section: NegotiatedSection) {
    let index = receivers.firstIndex { $0.mid == section.mid }
    switch (!section.isRejected && section.direction.receives, index) {
    case (true, nil): receivers.append(RTPReceiver(section: section))
    case (true, let index?): receivers[index].apply(section)
    case (false, let index?):
      receivers.remove(at: index)
      outputs.append(.demand(.stopReceiving(mid: section.mid)))
    case (false, nil): break
    }
  }

  /// The SSRC that reports are signed with; 1 while nothing is sent, as libwebrtc does.
  var localSSRC: UInt32 { senders.first?.ssrc ?? 1 }

  // MARK: Outgoing media

  mutating func send(_ frame: OutgoingFrame, at now: Instant) {
    guard let index = senders.firstIndex(where: { $0.mid == frame.mid }) else { return }
    do {
      let packets = try senders[index].packets(of: frame, maximumPayload: Self.maximumPayload)
      let priority: PacedPacket.Priority = senders[index].kind == .audio ? .audio : .video
      for packet in packets {
        pace(packet, mid: frame.mid, priority: priority, isRetransmission: false, at: now)
      }
      releasePaced(at: now)
    } catch {
      outputs.append(.discarded(layer: "payload", reason: "\(error)"))
    }
  }

  mutating func pace(
    _ packet: RTPPacket, mid: String, priority: PacedPacket.Priority, isRetransmission: Bool,
    at now: Instant
  ) {
    let paced = PacedPacket(
      priority: priority, byteCount: packet.payload.count + Self.overheadPerPacket, id: nextPacedID)
    guard pacer.enqueue(paced, at: now) else {
      outputs.append(.discarded(layer: "pacer", reason: "queue full"))
      return
    }
    waiting[nextPacedID] = Waiting(packet: packet, mid: mid, isRetransmission: isRetransmission)
    nextPacedID += 1
  }

  mutating func releasePaced(at now: Instant) {
    while let next = pacer.next(at: now) {
      guard let item = waiting.removeValue(forKey: next.id),
        let index = senders.firstIndex(where: { $0.mid == item.mid })
      else { continue }
      let number = transportSequence
      let bytes = senders[index].leave(
        item.packet, isRetransmission: item.isRetransmission,
        transportSequence: &transportSequence, clock: clock, at: now)
      if number != transportSequence {
        sendEstimator?.sent(
          transportSequence: number, byteCount: bytes.count + Self.transportOverhead, at: now)
      }
      outputs.append(.rtp(bytes))
    }
  }

  /// What the video encoder may spend from now on.
  mutating func setTarget(_ rate: BitRate, mid: String) {
    guard targets.updateValue(rate, forKey: mid) != rate else { return }
    pacer.target = rate
    outputs.append(.demand(.bitRate(mid: mid, rate)))
    outputs.append(.event(.targetBitRate(mid: mid, rate)))
  }

  // MARK: Time

  var deadline: Instant? {
    var result = earliest(timers?.earliest, pacer.deadline)
    result = earliest(result, feedback?.deadline)
    if receivesVideo { result = earliest(result, estimator?.deadline) }
    for receiver in receivers { result = earliest(result, receiver.deadline) }
    return result
  }

  mutating func wake(at now: Instant) {
    releasePaced(at: now)
    repair(at: now)
    sendDueFeedback(at: now)
    if let due = timers?.report, due <= now {
      let interval = drawReportInterval()
      timers?.report = now + interval
      sendReports(at: now)
    }
    if let due = timers?.synchronization, due <= now {
      timers?.synchronization = now + Self.synchronizationInterval
      synchronize()
    }
    if let due = timers?.sample, due <= now {
      // Until there are keys nobody wakes this: the samples of that time are not made up for.
      let next = due + Self.sampleInterval
      timers?.sample = next > now ? next : now + Self.sampleInterval
      for sender in senders { outputs.append(.event(.sample(sender.sample))) }
      for receiver in receivers { outputs.append(.event(.sample(receiver.currentSample))) }
    }
  }

  mutating func nextOutput() -> Output? { outputs.popFirst() }

  // MARK: The end

  /// Says goodbye (RFC 3550 §6.6) and forgets all streams.
  mutating func close() {
    guard !senders.isEmpty || !receivers.isEmpty else { return }
    sendGoodbye()
    for sender in senders { outputs.append(.demand(.stopSending(mid: sender.mid))) }
    for receiver in receivers { outputs.append(.demand(.stopReceiving(mid: receiver.mid))) }
    senders = []
    pausedSenders = []
    receivers = []
    timers = nil
  }
}
