public import Metrics

/// A link of the chain that held, as far as something that was given says so: what clears a suspect.
public struct CallFact: Hashable, Sendable {
  public var stage: CallStage
  /// "connected at 450 ms", without a full stop.
  public var text: String

  public init(_ stage: CallStage, _ text: String) {
    self.stage = stage
    self.text = text
  }
}
