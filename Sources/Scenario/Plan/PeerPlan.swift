public import SansIO

/// One participant, as the file plans it.
public struct PeerPlan: Hashable, Sendable {
  public var name: String
  /// Which implementation: "swift", "chromium". Whether a world has it is for the world to say.
  public var stack: String
  /// The mark of `stack`, or of the peer where it is not written.
  public var stackMark: SourceMark
  public var clock: PeerClock
  /// Nil: no audio track (`audio: none`).
  public var audio: AudioPlan?
  /// Nil: no video track (`video: none`).
  public var video: VideoPlan?
  public var ice: ICEPlan
  public var dtls: DTLSPlan

  /// What a peer is whose every setting is left out.
  public init(name: String, mark: SourceMark) {
    self.name = name
    self.stack = "swift"
    self.stackMark = mark
    self.clock = PeerClock()
    self.audio = AudioPlan()
    self.video = VideoPlan()
    self.ice = ICEPlan()
    self.dtls = DTLSPlan()
  }
}

/// What a transceiver does, from the peer's own view (RFC 8866 §6.7).
public enum MediaDirection: String, Hashable, Sendable, CaseIterable {
  case sendrecv, sendonly, recvonly, inactive

  public var sends: Bool { self == .sendrecv || self == .sendonly }
  public var receives: Bool { self == .sendrecv || self == .recvonly }
}

/// The audio track of a peer.
public struct AudioPlan: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    /// Marks that name their instant.
    case beep
    case silence
    /// A WAV file, looped; the path as written, relative to the scenario file.
    case file(String)
  }
  public var source: Source
  /// In order of preference.
  public var codecs: [String]
  public var direction: MediaDirection
  /// Nil: the encoder's own default.
  public var bitRate: BitRate?

  public init() {
    self.source = .beep
    self.codecs = ["opus"]
    self.direction = .sendrecv
    self.bitRate = nil
  }
}

/// The video track of a peer.
public struct VideoPlan: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    /// A moving picture with the checksummed strip: frame number and capture time.
    case timecode
    case black
    /// A Y4M file, looped; the path as written, relative to the scenario file.
    case file(String)
  }
  public var source: Source
  public var width: Int
  public var height: Int
  public var framesPerSecond: Int
  /// In order of preference: "VP8", "H264/42e01f".
  public var codecs: [String]
  public var direction: MediaDirection
  /// Where the encoder starts.
  public var bitRate: BitRate
  /// What no estimate raises it above.
  public var bitRateMaximum: BitRate

  public init() {
    self.source = .timecode
    self.width = 640
    self.height = 360
    self.framesPerSecond = 30
    self.codecs = ["VP8", "H264/42e01f"]
    self.direction = .sendrecv
    self.bitRate = .kilobits(800)
    self.bitRateMaximum = .kilobits(800)
  }

  /// 800 kbps at 640x360 and in proportion to the pixels elsewhere, between 100 and 2500 kbps.
  public static func defaultBitRate(width: Int, height: Int) -> BitRate {
    let bits = Int64(width) * Int64(height) * 800_000 / (640 * 360)
    return BitRate(bitsPerSecond: min(max(bits, 100_000), 2_500_000))
  }
}

/// How a peer gathers and offers its candidates.
public struct ICEPlan: Hashable, Sendable {
  /// The fuse after which gathering ends, whoever has not answered.
  public var gatherTimeout: Duration
  /// Names in `Scenario.servers`.
  public var servers: [String]
  /// False: descriptions wait for the end of gathering.
  public var trickle: Bool

  public init() {
    self.gatherTimeout = .seconds(3)
    self.servers = []
    self.trickle = true
  }
}

/// How a peer secures its media.
public struct DTLSPlan: Hashable, Sendable {
  /// Whose retransmission timer: libwebrtc's follows the round trip, OpenSSL's begins at 1 s.
  public enum Timer: String, Hashable, Sendable, CaseIterable { case libwebrtc, openssl }
  /// The hash of `a=fingerprint` (RFC 8122 §5).
  public enum Fingerprint: String, Hashable, Sendable, CaseIterable {
    case sha256 = "sha-256"
    case sha384 = "sha-384"
    case sha512 = "sha-512"
  }
  /// Names of the profiles a peer can use (RFC 5764 §4.1.2, RFC 7714 §14.2).
  public static let srtpProfiles = ["AEAD_AES_128_GCM", "AES_CM_128_HMAC_SHA1_80"]

  public var timer: Timer
  /// Bytes of a datagram's payload.
  public var mtu: Int
  public var fingerprint: Fingerprint
  /// In order of preference, from `srtpProfiles`; nil: the peer's own order.
  public var srtp: [String]?

  public init() {
    self.timer = .libwebrtc
    self.mtu = 1200
    self.fingerprint = .sha256
    self.srtp = nil
  }
}

/// A server on the simulated network.
public struct ServerPlan: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable { case stun }
  public enum Behaviour: Hashable, Sendable {
    case working
    /// Every answer is that late.
    case slow(Duration)
    /// Nothing answers.
    case dead
  }
  public var name: String
  public var kind: Kind
  public var behaviour: Behaviour

  public init(name: String, kind: Kind, behaviour: Behaviour) {
    self.name = name
    self.kind = kind
    self.behaviour = behaviour
  }
}
