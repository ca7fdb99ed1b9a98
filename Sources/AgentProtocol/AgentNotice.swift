public import SansIO
public import Trace

/// What an agent says without being asked.
public enum AgentNotice: Hashable, Sendable {
  /// `RTCPeerConnectionState` (W3C WebRTC §4.3.3).
  public enum ConnectionState: String, Hashable, Sendable {
    case new, connecting, connected, disconnected, failed, closed
  }

  /// Something that has a place in the trace. `at` nil: stamp it on arrival.
  case event(TraceEvent.Kind, at: Instant?)
  /// A local candidate to be sent to the far side; empty: the end of candidates.
  case candidate(String, mid: String, at: Instant?)
  case connectionState(ConnectionState, at: Instant?)
  /// The far side's track is there; which codec it has, the descriptions say.
  case track(mid: String, TrackKind, at: Instant?)
  case still(mid: String, at: Instant?, mimeType: String, bytes: [UInt8])
  /// One line of an NSS key log.
  case secret(String)
  case srtpKeys(profile: String, local: [UInt8], remote: [UInt8])
  /// One whole coded frame, either way (level 3).
  case mediaFrame(CodedFrame, at: Instant?)
  /// The far side asked a level-3 agent for a key frame.
  case keyFrameRequest(TrackKind)
  case log(String)
  /// The agent cannot go on.
  case error(String)
  /// A notification that has no name here, as it came.
  case unknown(method: String)
}

/// A coded frame or packet of sound as it crosses between the harness and an agent without codecs.
public struct CodedFrame: Hashable, Sendable {
  public var kind: TrackKind
  /// "VP8", "H264" (Annex B), "opus".
  public var codec: String
  /// In ticks of the RTP clock: 90 kHz, 48 kHz.
  public var timestamp: Int64
  public var isKeyFrame: Bool
  public var bytes: [UInt8]

  public init(
    kind: TrackKind, codec: String, timestamp: Int64, isKeyFrame: Bool, bytes: [UInt8]
  ) {
    self.kind = kind
    self.codec = codec
    self.timestamp = timestamp
    self.isKeyFrame = isKeyFrame
    self.bytes = bytes
  }
}
