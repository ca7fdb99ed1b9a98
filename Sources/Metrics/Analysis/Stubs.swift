/// Each expectation with its verdict, in the order given.
public func judge(_ expectations: [Expectation], of analysis: Analysis) -> [Judgement] { [] }

extension Analysis {
  /// All that could be measured, per peer, in a stable order; what was not measured is absent.
  public var measurements: [Measurement] { [] }
  public var phases: [Phase] { [] }
  public var series: [Series] { [] }

  /// The verdict of the case, its reason and its numbers.
  public func result(expectations: [Expectation], file: String, duration: Duration) -> CaseResult {
    CaseResult(
      name: header.name, file: file, world: header.world, seed: header.seed, verdict: .inconclusive,
      duration: duration)
  }
}
