public import SansIO

/// Everything an agent needs to become one peer of a run: the parameters of `create`.
public struct AgentSetup: Hashable, Sendable {
  public struct Audio: Hashable, Sendable {
    /// "beep", "silence", or a key of `files`.
    public var source = "beep"
    /// Most wanted first; empty: the stack's own order.
    public var codecs: [String] = []
    /// "sendrecv", "sendonly", "recvonly", "inactive".
    public var direction = "sendrecv"
    public var bitRate: BitRate?
    public init() {}
  }

  public struct Video: Hashable, Sendable {
    /// "timecode", "black", or a key of `files`.
    public var source = "timecode"
    public var width = 640
    public var height = 360
    public var framesPerSecond = 30
    /// Most wanted first; empty: the stack's own order.
    public var codecs: [String] = []
    public var direction = "sendrecv"
    public var bitRate: BitRate?
    public var maximumBitRate: BitRate?
    public init() {}
  }

  /// As the dictionary `RTCIceServer` of W3C WebRTC.
  public struct ICEServer: Hashable, Sendable {
    public var urls: [String]
    public var username: String?
    public var credential: String?
    public init(urls: [String], username: String? = nil, credential: String? = nil) {
      self.urls = urls
      self.username = username
      self.credential = credential
    }
  }

  public enum TransportPolicy: String, Hashable, Sendable { case all, relay }

  public struct DTLS: Hashable, Sendable {
    public var mtu = 1200
    /// "libwebrtc" or "openssl".
    public var timer = "libwebrtc"
    public var fingerprint = "sha-256"
    /// RFC 5764 and 7714 names, in order of preference; nil: the stack's own order.
    public var srtp: [String]?
    public init() {}
  }

  /// What the far side sends, to compare received pictures with.
  public struct Reference: Hashable, Sendable {
    public var source: String
    public var width: Int
    public var height: Int
    public var framesPerSecond: Int
    public init(source: String, width: Int, height: Int, framesPerSecond: Int) {
      self.source = source
      self.width = width
      self.height = height
      self.framesPerSecond = framesPerSecond
    }
  }

  /// A file that a source names, and where the agent finds it.
  public struct File: Hashable, Sendable {
    public var name: String
    public var path: String
    public init(name: String, path: String) {
      self.name = name
      self.path = path
    }
  }

  public var name: String
  /// CLOCK_MONOTONIC, in nanoseconds, when the run began: `Instant.start`.
  public var origin: Int64
  public var seed: Seed
  /// A folder that the agent may write in.
  public var scratch: String
  /// The name of the far peer.
  public var remote: String?
  public var clock = PeerClock()
  /// Nil: no such track.
  public var audio: Audio? = Audio()
  public var video: Video? = Video()
  public var iceServers: [ICEServer] = []
  public var iceTransportPolicy = TransportPolicy.all
  public var gatherTimeout: Duration = .seconds(3)
  public var trickle = true
  public var dtls = DTLS()
  /// How often a picture is kept for the report; nil: never.
  public var stills: Duration? = .seconds(5)
  public var reference: Reference?
  public var files: [File] = []

  public init(name: String, origin: Int64, seed: Seed, scratch: String) {
    self.name = name
    self.origin = origin
    self.seed = seed
    self.scratch = scratch
  }
}
