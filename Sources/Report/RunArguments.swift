/// What a run was told that decides how its cases go, and so belongs into the commands that repeat them.
public struct RunArguments: Hashable, Sendable {
  /// What `--network` said; nil: it was not given.
  public var network: String?
  /// What `--case-timeout` said, in seconds; nil: it was not given.
  public var caseTimeout: Int64?

  /// Whether `--allow-public` was given.
  public var allowsPublic: Bool

  public init(network: String? = nil, caseTimeout: Int64? = nil, allowsPublic: Bool = false) {
    self.network = network
    self.caseTimeout = caseTimeout
    self.allowsPublic = allowsPublic
  }
}
