/// What a run was told that decides how its cases go, and so belongs into the commands that repeat them.
public struct RunArguments: Hashable, Sendable {
  /// What `--network` said; nil: it was not given.
  public var network: String?
  /// What `--case-timeout` said, in seconds; nil: it was not given.
  public var caseTimeout: Int64?

  public init(network: String? = nil, caseTimeout: Int64? = nil) {
    self.network = network
    self.caseTimeout = caseTimeout
  }
}
