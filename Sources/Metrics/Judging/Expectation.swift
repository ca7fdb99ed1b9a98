public import SansIO
public import Trace

/// One thing that must hold of a run, as a scenario's `expect:` states it.
public enum Expectation: Hashable, Sendable {
  // Facts of the descriptions and of the handshake.

  /// Offer and answer agree on ids, directions and meaning of their header extensions (RFC 8285 §5).
  case extmapAgrees
  /// Every peer verified the far certificate against `a=fingerprint` (RFC 8122).
  case fingerprintVerified
  /// The codecs of the sections of that kind, in order: "H264/42e01f", "VP8", "opus"; repair formats are not named.
  case codecs(TrackKind, [String], in: CodecScope)
  /// No section of that kind carries media: rejected, or without a common codec, and the report says so.
  case absent(TrackKind, PeerID)

  // Gathering.

  case gatheringComplete(PeerID, within: Duration)
  /// The fuse fired, not before `after`, and what was waited for includes `waitingFor` (nil: anything).
  case gatheringTimedOut(PeerID, after: Duration, within: Duration, waitingFor: String?)

  // Numbers, each of one peer.

  case measured(Quantity, PeerID, Bound)

  /// While the far side is muted this peer hears nothing, and hears again afterwards.
  case silentWhileMuted(PeerID)
  /// The script must not go on to its end: the step that breaks is the one whose text is given.
  case stepTimesOut(String)
  /// The call must break at that stage, or fail or be spoilt by that cause. `because`: what is known of it.
  case fails(ExpectedFailure, because: String?)
}

/// Where the order of codecs is looked at.
public enum CodecScope: String, Hashable, Sendable, CaseIterable {
  case offer, answer
  /// The same order in both.
  case both
}

/// A number that can be limited. Definitions: the DocC page of this target.
public enum Quantity: Hashable, Sendable {
  public enum Statistic: String, Hashable, Sendable, CaseIterable { case p50, p95, worst }

  /// From the later of offer created and call accepted to ICE connected and DTLS done at this peer; ms.
  case connectionTime
  /// From that same moment to the first frame handed to the sink; ms.
  case firstFrame
  /// Sum of freeze durations (W3C webrtc-stats); ms.
  case freezeTotal
  case freezeCount
  case longestFreeze
  /// Rendered frames a second: harmonic.
  case frameRate
  /// Positive: audio ahead of video; ms.
  case avOffset(Statistic)
  /// Robust slope of the offset; ms/min, with its 95 % interval.
  case avDrift
  /// Packets missing after repair, in percent of those expected.
  case packetsLost(TrackKind)
  /// Received RTP bits a second, mean over the time with media; kbps.
  case bitRate(TrackKind)
  /// Mean PSNR of rendered pictures against the regenerated original; dB.
  case psnr
  /// Mean SSIM of the luma of rendered pictures against the regenerated original; 1: equal.
  case ssim
  /// Audio marks that were sent and never played, in percent.
  case marksLost
}

/// The values that are allowed, in the quantity's own unit; nil: no limit on that side.
public struct Bound: Hashable, Sendable {
  public var least: FixedDecimal?
  public var most: FixedDecimal?
  public init(least: FixedDecimal? = nil, most: FixedDecimal? = nil) {
    self.least = least
    self.most = most
  }
}
