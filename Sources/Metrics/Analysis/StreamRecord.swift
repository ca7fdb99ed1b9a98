public import SansIO
public import Trace

/// What one peer's events say of one m-section, both directions.
public struct StreamRecord: Sendable {
  public struct Rendered: Hashable, Sendable {
    public var at: Instant
    /// Nil when no strip could be read.
    public var captured: Instant?
    var psnr: FixedDecimal?
    var ssim: FixedDecimal?
  }

  struct Level: Hashable, Sendable {
    var at: Instant
    /// dB below full scale.
    var level: Int
    /// Of the 100 ms before `at`.
    var concealedSamples: Int
  }

  public let mid: String
  /// Nil until something tells: a description, else a codec's name, else an event that only one kind has.
  public var kind: TrackKind?

  // The sending side.
  public var isSending = false
  public var captured: [Instant] = []
  public var encoded: [Instant] = []
  public var encodedKeyFrames: [Instant] = []
  public var keyFramesAsked: [Instant] = []
  public var skippedFrames = 0
  public var marksSent: [Timed<UInt32>] = []
  public var targets: [Timed<BitRate>] = []
  public var sent: [Timed<StreamSample>] = []

  // The receiving side.
  public var isReceiving = false
  public var firstPacket: Instant?
  /// The RTP timestamps of frames that were put together.
  public var assembled: [Timed<UInt32>] = []
  public var keyFrames: [Instant] = []
  public var firstDecoded: Instant?
  public var decodedFrames = 0
  public var decodeFailures: [Timed<String>] = []
  public var keyFrameRequests: [Timed<String>] = []
  public var rendered: [Rendered] = []
  public var marksPlayed: [Timed<UInt32>] = []
  var levels: [Level] = []
  public var received: [Timed<StreamSample>] = []

  var firstKeyFrame: Instant? { keyFrames.first }

  init(mid: String) { self.mid = mid }

  /// Whether anything of this section reached its peer.
  public var hasReceived: Bool {
    firstPacket != nil || !keyFrames.isEmpty || decodedFrames > 0 || !rendered.isEmpty
      || !marksPlayed.isEmpty || received.contains { $0.value.packets > 0 }
  }

  mutating func add(_ event: MediaEvent, at: Instant) {
    switch event {
    case .sending, .captured, .encoded, .skipped, .markSent, .targetBitRate, .keyFrameAsked:
      addSending(event, at)
    case .receiving, .firstPacket, .assembled, .keyFrameRequested, .decoded, .decodeFailed,
      .rendered, .markPlayed, .played:
      addReceiving(event, at)
    case .trackEnabled: break
    case .sample(let sample):
      let timed = Timed(at: at, value: Limits.clamp(sample))
      switch sample.direction {
      case .sent: sent.append(timed)
      case .received: received.append(timed)
      }
    }
  }

  private mutating func addSending(_ event: MediaEvent, _ at: Instant) {
    switch event {
    case .sending(_, let codec, _, _):
      isSending = true
      guess(codec: codec)
    case .captured:
      kind = kind ?? .video
      captured.append(at)
    case .encoded(_, _, _, let keyFrame):
      kind = kind ?? .video
      encoded.append(at)
      if keyFrame { encodedKeyFrames.append(at) }
    case .skipped:
      kind = kind ?? .video
      skippedFrames += 1
    case .markSent(_, let mark):
      kind = kind ?? .audio
      marksSent.append(Timed(at: at, value: mark))
    case .targetBitRate(_, let rate):
      targets.append(
        Timed(at: at, value: BitRate(bitsPerSecond: Limits.count(rate.bitsPerSecond))))
    case .keyFrameAsked:
      kind = kind ?? .video
      keyFramesAsked.append(at)
    default: break
    }
  }

  private mutating func addReceiving(_ event: MediaEvent, _ at: Instant) {
    switch event {
    case .receiving(_, let codec, _, _):
      isReceiving = true
      guess(codec: codec)
    case .firstPacket: firstPacket = firstPacket ?? at
    case .assembled(_, let rtpTimestamp, _, let keyFrame):
      kind = kind ?? .video
      assembled.append(Timed(at: at, value: rtpTimestamp))
      if keyFrame { keyFrames.append(at) }
    case .keyFrameRequested(_, let reason):
      kind = kind ?? .video
      keyFrameRequests.append(Timed(at: at, value: reason))
    case .decoded:
      kind = kind ?? .video
      firstDecoded = firstDecoded ?? at
      decodedFrames += 1
    case .decodeFailed(_, _, let reason):
      decodeFailures.append(Timed(at: at, value: reason))
    case .rendered(_, let strip, let psnr, let ssim):
      kind = kind ?? .video
      let captured = strip?.captured
      rendered.append(
        Rendered(
          at: at, captured: captured.flatMap { Limits.holds($0) ? $0 : nil },
          psnr: psnr.flatMap { $0.doubleValue.magnitude < 1000 ? $0 : nil },
          ssim: ssim.flatMap { $0.doubleValue.magnitude <= 1 ? $0 : nil }))
    case .markPlayed(_, let mark):
      kind = kind ?? .audio
      marksPlayed.append(Timed(at: at, value: mark))
    case .played(_, let level, let concealed):
      kind = kind ?? .audio
      levels.append(
        Level(
          at: at, level: max(-127, min(0, level)), concealedSamples: max(0, min(4800, concealed))))
    default: break
    }
  }

  private mutating func guess(codec: String) {
    let name = codec.prefix { $0 != "/" }.lowercased()
    if ["opus", "pcmu", "pcma", "g722"].contains(name) { kind = kind ?? .audio }
    if ["vp8", "vp9", "h264", "h265", "av1"].contains(name) { kind = kind ?? .video }
  }
}

extension MediaEvent {
  /// The m-section that this is about; nil: the whole peer.
  var mid: String? {
    switch self {
    case .sending(let mid, _, _, _), .captured(let mid, _), .encoded(let mid, _, _, _),
      .skipped(let mid, _, _), .markSent(let mid, _), .targetBitRate(let mid, _),
      .keyFrameAsked(let mid, _), .receiving(let mid, _, _, _), .firstPacket(let mid),
      .assembled(let mid, _, _, _), .keyFrameRequested(let mid, _), .decoded(let mid, _, _),
      .decodeFailed(let mid, _, _), .rendered(let mid, _, _, _), .markPlayed(let mid, _),
      .played(let mid, _, _):
      mid
    case .sample(let sample): sample.mid
    case .trackEnabled: nil
    }
  }
}
