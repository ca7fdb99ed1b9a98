/// A server on the simulated network.
public struct ServerPlan: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable { case stun }
  public enum Behaviour: Hashable, Sendable {
    case working
    /// Every answer is that late.
    case slow(Duration)
    /// Nothing answers.
    case dead
  }
  public var name: String
  public var kind: Kind
  public var behaviour: Behaviour

  public init(name: String, kind: Kind, behaviour: Behaviour) {
    self.name = name
    self.kind = kind
    self.behaviour = behaviour
  }
}
