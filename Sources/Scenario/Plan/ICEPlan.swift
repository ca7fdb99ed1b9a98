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
