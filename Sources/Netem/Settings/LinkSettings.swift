/// Both directions of a peer's access link.
public struct LinkSettings: Hashable, Sendable {
  /// From the peer to the network.
  public var up: DirectionSettings
  /// From the network to the peer.
  public var down: DirectionSettings

  public init(up: DirectionSettings, down: DirectionSettings) {
    self.up = up
    self.down = down
  }

  /// The same in both directions.
  public init(both: DirectionSettings) { self.init(up: both, down: both) }

  public static let perfect = LinkSettings(both: .perfect)
}
