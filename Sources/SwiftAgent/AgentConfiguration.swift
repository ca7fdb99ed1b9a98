public import Codecs
public import Media
public import Peer
public import Trace

/// A Swift endpoint with eyes and ears: its peer, what it sends, and how its codecs behave.
public struct AgentConfiguration {
  public var id: PeerID
  public var peer: PeerConfiguration
  /// Nil: no such track.
  public var video: (any VideoSource)?
  public var audio: (any AudioSource)?
  /// What the far side sends, to compare received pictures with; nil: no PSNR and no SSIM.
  public var reference: (any VideoSource)?
  public var executor: any CodecExecutor
  /// Keep what the receiver saw, as WebP, this often; nil: never.
  public var stillInterval: Duration? = .seconds(5)
  /// Hand out what the loudspeaker played, for whoever compares it with what was said.
  public var keepsSound = false

  public init(id: PeerID, peer: PeerConfiguration, executor: any CodecExecutor) {
    self.id = id
    self.peer = peer
    self.executor = executor
  }
}
