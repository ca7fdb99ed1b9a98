/// A server on the network of the run.
public struct ServerPlan: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case stun
    /// In the live world only, where a real one is started.
    case turn
  }
  public enum Behaviour: Hashable, Sendable {
    case working
    /// Every answer is that late; STUN only.
    case slow(Duration)
    /// Nothing answers.
    case dead
    /// It is none of the run's: live only, and only where the run may reach it.
    case external(PublicServer)
  }
  public var name: String
  public var kind: Kind
  public var behaviour: Behaviour

  public init(name: String, kind: Kind, behaviour: Behaviour) {
    self.name = name
    self.kind = kind
    self.behaviour = behaviour
  }

  /// The server outside the run that this one stands for; nil: it is part of the run.
  public var external: PublicServer? {
    if case .external(let server) = behaviour { server } else { nil }
  }
}
