/// What one transceiver of a peer wants: sender and receiver that share a section (W3C WebRTC §5.4).
public struct TransceiverPlan: Hashable, Sendable {
  /// `.audio` or `.video`.
  public var kind: MediaKind
  public var direction: Direction
  /// In order of preference.
  public var codecs: [CodecCapability]
  /// URIs of the extensions that this peer writes and reads.
  public var headerExtensions: [String]
  public var streamID: String
  public var trackID: String
  public var ssrc: UInt32
  public var rtxSSRC: UInt32?
  public var cname: String

  public init(
    kind: MediaKind, direction: Direction = .sendrecv, codecs: [CodecCapability]? = nil,
    headerExtensions: [String]? = nil, streamID: String, trackID: String, ssrc: UInt32,
    rtxSSRC: UInt32? = nil, cname: String
  ) {
    self.kind = kind
    self.direction = direction
    self.codecs = codecs ?? Self.defaultCodecs(kind)
    self.headerExtensions =
      headerExtensions
      ?? (kind == .audio ? HeaderExtensionURI.audioDefaults : HeaderExtensionURI.videoDefaults)
    self.streamID = streamID
    self.trackID = trackID
    self.ssrc = ssrc
    self.rtxSSRC = rtxSSRC
    self.cname = cname
  }

  /// Opus; VP8, then H.264 constrained baseline in both packetization modes.
  public static func defaultCodecs(_ kind: MediaKind) -> [CodecCapability] {
    switch kind {
    case .audio: [.opus]
    case .video: [.vp8, .h264(packetizationMode: 1), .h264(packetizationMode: 0)]
    case .application, .other: []
    }
  }
}

/// What the peer's own transport says of itself in each description.
public struct TransportParameters: Hashable, Sendable {
  public var ufrag: String
  public var pwd: String
  public var fingerprint: Fingerprint
  public var candidates: [Candidate]
  public var endOfCandidates: Bool
  public var isTrickle: Bool

  public init(
    ufrag: String, pwd: String, fingerprint: Fingerprint, candidates: [Candidate] = [],
    endOfCandidates: Bool = false, isTrickle: Bool = true
  ) {
    self.ufrag = ufrag
    self.pwd = pwd
    self.fingerprint = fingerprint
    self.candidates = candidates
    self.endOfCandidates = endOfCandidates
    self.isTrickle = isTrickle
  }
}

/// The far side's transport, as the tagged section of its BUNDLE group describes it (RFC 9143 §7.3).
public struct RemoteTransport: Hashable, Sendable {
  /// The tagged section.
  public var mLineIndex: Int
  public var mid: String?
  public var ufrag: String
  public var pwd: String
  public var isLite: Bool
  public var isTrickle: Bool
  public var fingerprints: [Fingerprint]
  /// nil when the description does not say.
  public var setup: SetupRole?
  public var candidates: [Candidate]
  public var endOfCandidates: Bool
}

/// Who speaks first in the DTLS handshake.
public enum DTLSRole: String, Hashable, Sendable {
  case client, server
}

/// What differs between peers and is not a transceiver's.
public struct NegotiationConfiguration: Hashable, Sendable {
  /// Offers and accepts `a=rtcp-rsize` (RFC 5506).
  public var reducedSizeRTCP: Bool

  public init(reducedSizeRTCP: Bool = false) { self.reducedSizeRTCP = reducedSizeRTCP }
}
