public import Metrics

/// A link of the chain that held, as far as something that was given says so: what clears a suspect.
public struct CallFact: Hashable, Sendable {
  public var stage: CallStage
  /// What was suspected; the stage's own word where that says it.
  public var suspect: String
  /// "connected at 450 ms", without a full stop.
  public var text: String

  public init(_ stage: CallStage, suspect: String? = nil, _ text: String) {
    self.stage = stage
    self.suspect = suspect ?? stage.rawValue
    self.text = text
  }
}
