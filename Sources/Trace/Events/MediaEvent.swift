public import SansIO

/// What happened to pictures and sound at one peer. `mid` is the m-section's (RFC 5888).
public enum MediaEvent: Hashable, Sendable {
  // The sending side.
  case sending(mid: String, codec: String, payloadType: UInt8, ssrc: UInt32)
  /// `frame` counts from 0; it is the number in the strip.
  case captured(mid: String, frame: UInt32)
  case encoded(mid: String, frame: UInt32, byteCount: Int, keyFrame: Bool)
  /// A captured frame that was not encoded, and why: "encoder busy", "encoder failed".
  case skipped(mid: String, frame: UInt32, reason: String)
  /// The mark's first sample was captured at the event's instant.
  case markSent(mid: String, mark: UInt32)
  case targetBitRate(mid: String, BitRate)
  /// The far side asked for a key frame: "PLI" or "FIR".
  case keyFrameAsked(mid: String, by: String)
  case trackEnabled(TrackKind, Bool)

  // The receiving side.
  case receiving(mid: String, codec: String, payloadType: UInt8, ssrc: UInt32)
  /// The first RTP packet of this section that could be unprotected.
  case firstPacket(mid: String)
  /// All packets of a frame are here.
  case assembled(mid: String, rtpTimestamp: UInt32, byteCount: Int, keyFrame: Bool)
  /// This peer asked for a key frame.
  case keyFrameRequested(mid: String, reason: String)
  /// `concealed`: the decoder had to make up parts of the picture.
  case decoded(mid: String, rtpTimestamp: UInt32, concealed: Bool)
  case decodeFailed(mid: String, rtpTimestamp: UInt32, reason: String)
  /// A picture was shown; `strip` is nil when none could be read, `psnr` and `ssim` where it was not compared with its original.
  case rendered(mid: String, strip: StripReading?, psnr: FixedDecimal?, ssim: FixedDecimal?)
  /// The mark's first sample left the loudspeaker at the event's instant; when it was captured says the sender's `markSent`.
  case markPlayed(mid: String, mark: UInt32)
  /// Loudness of the last 100 ms that were played, in dB below full scale (−127...0), and how much of them was made up.
  case played(mid: String, level: Int, concealedSamples: Int)

  /// Counters of one stream, every 200 ms (RFC 8868's interval).
  case sample(StreamSample)
}

/// What the strip of a rendered picture says: which frame it is, and when it was captured.
public struct StripReading: Hashable, Sendable {
  public var frame: UInt32
  public var captured: Instant
  public init(frame: UInt32, captured: Instant) {
    self.frame = frame
    self.captured = captured
  }
}

/// Counters of one RTP stream since it began.
public struct StreamSample: Hashable, Sendable {
  public enum Direction: String, Hashable, Sendable { case sent, received }
  /// The counters that not every stack has, by their names in a trace.
  public enum Counter: String, Hashable, Sendable, CaseIterable {
    case bytes, retransmitted, lost, cumulativeLost, nacks, plis, jitter
  }
  public var mid: String
  public var direction: Direction
  /// First transmissions only.
  public var packets: Int
  /// RTP payload and header bytes of all transmissions.
  public var bytes: Int
  public var retransmittedPackets: Int
  /// Received: expected minus received, after repair (RFC 3550 §6.4.1 counts before repair; this does not).
  public var lostPackets: Int
  /// Received: lost on the network before repair, RFC 3550 §6.4.1.
  public var cumulativeLost: Int
  public var nacks: Int
  public var plis: Int
  /// RFC 3550 §6.4.1.
  public var jitter: Duration
  /// Counters that the stack does not report; their zeros mean nothing.
  public var unknown: Set<Counter> = []

  public init(mid: String, direction: Direction) {
    self.mid = mid
    self.direction = direction
    packets = 0
    bytes = 0
    retransmittedPackets = 0
    lostPackets = 0
    cumulativeLost = 0
    nacks = 0
    plis = 0
    jitter = .zero
  }
}
