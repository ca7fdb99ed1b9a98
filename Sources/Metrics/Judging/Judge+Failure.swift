extension Analysis {
  /// The name of the judgement of a call that must fail, by which reports know an expected failure.
  public static let failure = "failure"

  func fails(
    _ failure: ExpectedFailure, because: String?, _ diagnosis: Diagnosis?
  ) -> Judgement {
    let words: (limit: String, measured: String?) =
      if case .cause = failure {
        ("cause \(failure.word)", diagnosis?.cause.id)
      } else {
        ("stage \(failure.word)", diagnosis?.cause.stage.rawValue)
      }
    let claim = Claim(Self.failure, limit: words.limit)
    guard let diagnosis else {
      return claim.judged("call", .failed("none", "the call came up"))
    }
    let isExpected =
      if case .cause(let cause) = failure {
        diagnosis.cause == cause
      } else {
        // That a call is not good is no link that breaks.
        failure.stages.contains(diagnosis.cause.stage) && !diagnosis.symptom.isOfQuality
      }
    // What the diagnosis says stands beside it in every report.
    return claim.judged("call", Finding(isExpected ? .passed : .failed, words.measured, because))
  }
}
