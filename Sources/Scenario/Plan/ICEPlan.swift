/// How a peer gathers and offers its candidates.
public struct ICEPlan: Hashable, Sendable {
  public enum Policy: String, Hashable, Sendable, CaseIterable { case all, relay }
  /// The fuse after which gathering ends, whoever has not answered.
  public var gatherTimeout: Duration
  /// Names in `Scenario.servers`.
  public var servers: [String]
  /// Which candidates may be used (`RTCIceTransportPolicy`, W3C WebRTC §4.2.3).
  public var policy: Policy
  /// False: descriptions wait for the end of gathering.
  public var trickle: Bool

  public init() {
    self.gatherTimeout = .seconds(3)
    self.servers = []
    self.policy = .all
    self.trickle = true
  }
}
