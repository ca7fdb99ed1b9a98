/// How the delay of a link varies from packet to packet; each packet's delay is drawn anew and is never negative.
public struct Jitter: Hashable, Sendable {
  public enum Distribution: String, Hashable, Sendable, CaseIterable {
    /// Even over delay − amount ... delay + amount.
    case uniform
    /// Normal about the delay with standard deviation `amount`, cut at three of them (RFC 8868 §3.1.1).
    case normal
  }

  public var distribution: Distribution
  public var amount: Duration
  /// True: a packet waits for the one before it, so that jitter bunches. False: packets overtake one another.
  public var keepsOrder: Bool

  public init(distribution: Distribution, amount: Duration, keepsOrder: Bool) {
    self.distribution = distribution
    self.amount = amount
    self.keepsOrder = keepsOrder
  }
}
