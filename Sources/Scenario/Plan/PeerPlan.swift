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
