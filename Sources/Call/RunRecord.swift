public import SansIO
public import Trace

/// What a run leaves behind, in any world.
public struct RunRecord: Sendable {
  public var trace: Trace
  /// The whole capture, pcapng.
  public var capture: [UInt8]
  public var duration: Duration
  public var keys: [SRTPKeys]
  public var stills: [Still]
  /// What processes wrote to their standard error, where there are any.
  public var logs: [ProcessText]
  /// Why the machine was too slow or lost packets of its own, so that nothing is proved either way; nil: it was not.
  public var overload: String?
  /// What broke in a peer or in the world, in a run whose trace is worth keeping nevertheless.
  public var failure: String?

  public init(
    trace: Trace, capture: [UInt8], duration: Duration, keys: [SRTPKeys], stills: [Still],
    logs: [ProcessText] = [], overload: String? = nil, failure: String? = nil
  ) {
    self.trace = trace
    self.capture = capture
    self.duration = duration
    self.keys = keys
    self.stills = stills
    self.logs = logs
    self.overload = overload
    self.failure = failure
  }
}

/// A picture that a receiver saw, as an image that browsers show.
public struct Still: Hashable, Sendable {
  public var at: Instant
  public var peer: PeerID
  public var mid: String
  /// "image/webp".
  public var mimeType: String
  public var bytes: [UInt8]

  public init(at: Instant, peer: PeerID, mid: String, mimeType: String, bytes: [UInt8]) {
    self.at = at
    self.peer = peer
    self.mid = mid
    self.mimeType = mimeType
    self.bytes = bytes
  }
}

/// The log of the process that was one peer, or one server.
public struct ProcessText: Hashable, Sendable {
  /// The peer's or the server's name.
  public var name: String
  public var bytes: [UInt8]

  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// The SRTP keys of one peer, for tools that decrypt from them.
public struct SRTPKeys: Hashable, Sendable {
  public var peer: String
  public var profile: String
  /// Master key, then master salt, of what this peer sends.
  public var local: [UInt8]
  public var remote: [UInt8]

  public init(peer: String, profile: String, local: [UInt8], remote: [UInt8]) {
    self.peer = peer
    self.profile = profile
    self.local = local
    self.remote = remote
  }
}
